import type { BrowserMethodName } from '../protocol/methods/index.ts';
import type { ActivityOutcome } from '../shared/activity.ts';
import { type Dictionary, textsHook } from '../ui/language.ts';
import type { english } from './texts.en.ts';

type DomainOf<Name> = Name extends `${infer Domain}.${string}` ? Domain : never;
type ActOf<Name> = Name extends `${string}.${infer Act}` ? Act : never;

/** Words for the domain of every method, such as `tabs`. */
export type Domains = Readonly<Record<DomainOf<BrowserMethodName>, string>>;
/** Words for what a method does, such as `open`. */
export type Acts = Readonly<Record<ActOf<BrowserMethodName>, string>>;
/** Outcomes that have words; the rest are error codes, which mean more to whoever searches for them. */
export type WordedOutcomes = Readonly<
  Record<'done' | 'paused' | 'withdrawn' | 'disconnected' | 'USER_REJECTED' | 'OPERATION_EXPIRED', string>
>;

/** Every text of the popup. */
export type PopupTexts = typeof english;

/** The popup's texts in every language. */
export const popupTexts: Dictionary<PopupTexts> = {
  en: async () => (await import('./texts.en.ts')).english,
  zh: async () => (await import('./texts.zh.ts')).chinese,
};

/** The popup's texts in the person's language. */
export const useTexts = textsHook(popupTexts);

/** What a method does, in words. */
export function methodText(method: BrowserMethodName, { domains, acts, act }: PopupTexts): string {
  const [domain, name] = method.split('.') as [keyof Domains, keyof Acts];
  return act(domains[domain], acts[name]);
}

/** How a call ended, in words where there are any. */
export const outcomeText = (outcome: ActivityOutcome, { outcomes }: PopupTexts): string =>
  outcomes[outcome as keyof WordedOutcomes] ?? outcome;
