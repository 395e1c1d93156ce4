import type { ActivityEntry, ActivityTarget } from '../shared/activity.ts';
import { UntrustedText } from '../ui/UntrustedText.tsx';
import { isBlank, visibleString } from '../ui/visibleText.ts';
import { domainOf, duration } from './activityList.ts';
import { methodText, outcomeText, useTexts } from './texts.ts';

/** The day in the form of ISO 8601, by this computer's clock. */
const dayOf = (date: Date): string => date.toLocaleDateString('en-CA');

/** One thing that was done: when, what, to what, for whom, and how it ended. */
export function ActivityRow({ entry }: { readonly entry: ActivityEntry }) {
  const texts = useTexts();
  const { at, method, targets, moreTargets, outcome, count, durationMs } = entry;
  const caller = entry.caller ?? '';
  const date = new Date(at);
  return (
    <li>
      <p class="what">
        <strong>{methodText(method, texts)}</strong>
        {count > 1 && <span>× {count.toLocaleString('en')}</span>}
        <time>
          {dayOf(date) === dayOf(new Date()) ? '' : `${dayOf(date)} `}
          {date.toLocaleTimeString('en-GB')}
        </time>
      </p>
      {targets.map((target, index) => (
        <Target key={index} target={target} />
      ))}
      {moreTargets > 0 && <p class="label">{texts.more(moreTargets)}</p>}
      <p class="label">
        {isBlank(caller) ? texts.noCaller : <UntrustedText text={caller} />}
        {' · '}
        <span class={outcome === 'done' ? undefined : 'not-done'}>{outcomeText(outcome, texts)}</span>
        {` · ${duration(durationMs)}`}
      </p>
    </li>
  );
}

function Target({ target: { title = '', url = '' } }: { readonly target: ActivityTarget }) {
  const domain = domainOf(url);
  const main = isBlank(title) ? url : title;
  return (
    <p class="target" title={visibleString(`${title} ${url}`.trim())}>
      <UntrustedText text={main} />
      {main !== url && domain !== '' && (
        <span class="label">
          {' '}
          <UntrustedText text={domain} />
        </span>
      )}
    </p>
  );
}
