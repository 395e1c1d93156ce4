import type { Caller, CallerDecision } from '../../shared/provider.ts';
import { CallerName } from './CallerName.tsx';
import { extensionCommands } from './commands.ts';
import { SettledButton } from './SettledButton.tsx';

interface Choice {
  readonly label: string;
  readonly decision: CallerDecision;
}

interface Props {
  readonly title: string;
  readonly callers: readonly Caller[];
  readonly choices: readonly Choice[];
}

/** Extensions that stand alike, and what can be decided about each; nothing when there are none. */
export function CallerList({ title, callers, choices }: Props) {
  if (callers.length === 0) return null;
  return (
    <section aria-label={title}>
      <h2 class="label">{title}</h2>
      <ul>
        {callers.map((caller) => (
          <li key={caller.id}>
            <CallerName caller={caller} />
            <div class="buttons">
              {choices.map(({ label, decision }) => {
                const decide = () => extensionCommands.decideCaller(caller.id, decision);
                return decision === 'accept' ? (
                  <SettledButton key={decision} label={label} onClick={decide} />
                ) : (
                  <button key={decision} type="button" onClick={decide}>
                    {label}
                  </button>
                );
              })}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
