import type { HeldCall } from '../../shared/provider.ts';
import { CallerName } from './CallerName.tsx';
import { extensionCommands } from './commands.ts';
import { SettledButton } from './SettledButton.tsx';
import { useExtensionsTexts } from './texts.ts';

/** Changes that wait for the person's word; nothing when there are none. */
export function HeldList({ held }: { readonly held: readonly HeldCall[] }) {
  const texts = useExtensionsTexts();
  if (held.length === 0) return null;
  return (
    <section aria-label={texts.held}>
      <h2 class="label">{texts.held}</h2>
      <ul>
        {held.map(({ id, caller, method, target }) => (
          <li key={id}>
            <CallerName caller={caller} />
            <p>
              <code>{method}</code> {target}
            </p>
            <div class="buttons">
              <button type="button" onClick={() => extensionCommands.decideHeld(id, false)}>
                {texts.reject}
              </button>
              <SettledButton label={texts.allow} onClick={() => extensionCommands.decideHeld(id, true)} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
