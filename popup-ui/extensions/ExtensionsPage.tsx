import { Sentence } from '../../ui/Sentence.tsx';
import { Switch } from '../Switch.tsx';
import { CallerList } from './CallerList.tsx';
import { ChangeList } from './ChangeList.tsx';
import { extensionCommands } from './commands.ts';
import { HeldList } from './HeldList.tsx';
import { useExtensionsTexts } from './texts.ts';
import { useProvider } from './useProvider.ts';

/** What other extensions may do with this browser, who asks for it, and what was changed. */
export function ExtensionsPage() {
  const texts = useExtensionsTexts();
  const view = useProvider();
  if (view === null) return <main />;
  const { enabled, writes, review, pending, held, allowed, refused, audit } = view;
  return (
    <main class="stack extensions">
      <h1>{texts.title}</h1>
      <div>
        <Switch
          label={texts.offer}
          isOn={enabled}
          onChange={(on) => extensionCommands.set({ enabled: on })}
        />
        <p class="label">
          <Sentence text={texts.offerHelp} />
        </p>
      </div>
      {enabled && (
        <div>
          <Switch
            label={texts.writes}
            isOn={writes}
            onChange={(on) => extensionCommands.set({ writes: on })}
          />
          {writes && (
            <Switch
              label={texts.review}
              isOn={review}
              onChange={(on) => extensionCommands.set({ review: on })}
            />
          )}
          <p class="label">
            <Sentence text={texts.reviewHelp} />
          </p>
        </div>
      )}
      <HeldList held={held} />
      <CallerList
        title={texts.waiting}
        callers={pending}
        choices={[
          { label: texts.refuse, decision: 'refuse' },
          { label: texts.accept, decision: 'accept' },
        ]}
      />
      {enabled && allowed.length === 0 && <p>{texts.nobody}</p>}
      <CallerList
        title={texts.allowed}
        callers={allowed}
        choices={[{ label: texts.revoke, decision: 'revoke' }]}
      />
      <CallerList
        title={texts.refused}
        callers={refused}
        choices={[{ label: texts.forget, decision: 'forget' }]}
      />
      {(enabled || audit.length > 0) && <ChangeList audit={audit} />}
    </main>
  );
}
