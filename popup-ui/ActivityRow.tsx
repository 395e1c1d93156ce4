import type { ActivityEntry, ActivityTarget } from '../shared/activity.ts';
import { UntrustedText } from '../ui/UntrustedText.tsx';
import { isBlank, visibleString } from '../ui/visibleText.ts';
import { domainOf, duration } from './activityList.ts';
import { methodText, outcomeText, useTexts } from './texts.ts';

const TIME = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' });
const DAY = new Intl.DateTimeFormat('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit' });

/** One thing that was done: when, what, to what, for whom, and how it ended. */
export function ActivityRow({ entry }: { readonly entry: ActivityEntry }) {
  const texts = useTexts();
  const { at, caller, method, targets, moreTargets, outcome, count, durationMs } = entry;
  const day = DAY.format(at);
  return (
    <li>
      <p class="what">
        <strong>{methodText(method, texts)}</strong>
        {count > 1 && <span>× {count.toLocaleString('en')}</span>}
        <time dateTime={new Date(at).toISOString()}>
          {day === DAY.format(Date.now()) ? '' : `${day} `}
          {TIME.format(at)}
        </time>
      </p>
      {targets.map((target, index) => (
        <Target key={index} target={target} />
      ))}
      {moreTargets > 0 && <p class="label">{texts.moreTargets(moreTargets)}</p>}
      <p class="label">
        {caller === null || isBlank(caller) ? texts.noCaller : <UntrustedText text={caller} />}
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
