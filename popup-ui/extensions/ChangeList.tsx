import type { AuditEntry } from '../../shared/provider.ts';
import { outcomeText, useExtensionsTexts } from './texts.ts';

const TIME = new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeStyle: 'medium', hour12: false });

/** What other extensions changed, newest first: which tool, to what, for whom, and how it ended. */
export function ChangeList({ audit }: { readonly audit: readonly AuditEntry[] }) {
  const texts = useExtensionsTexts();
  return (
    <section aria-label={texts.changes}>
      <h2 class="label">{texts.changes}</h2>
      {audit.length === 0 && <p>{texts.noChanges}</p>}
      <ul>
        {audit.map(({ at, tool, target, sender, outcome, digest }, index) => (
          <li key={index} title={texts.digest(digest)}>
            <p>
              <code>{tool}</code> {target} · {outcomeText(outcome, texts)}
            </p>
            <p class="label">
              <time dateTime={new Date(at).toISOString()}>{TIME.format(at)}</time> ·{' '}
              <span class="mono">{sender}</span>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
