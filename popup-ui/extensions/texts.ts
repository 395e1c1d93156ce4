import { type Dictionary, textsHook } from '../../ui/language.ts';
import type { english } from './texts.en.ts';

/** Every text of the page of other extensions. */
export type ExtensionsTexts = typeof english;

/** The texts of the page of other extensions, in every language. */
export const extensionsTexts: Dictionary<ExtensionsTexts> = {
  en: async () => (await import('./texts.en.ts')).english,
  zh: async () => (await import('./texts.zh.ts')).chinese,
};

/** The texts of the page of other extensions, in the person's language. */
export const useExtensionsTexts = textsHook(extensionsTexts);

/** How a change ended: words where there are any, else the error code, which means more to whoever searches for it. */
export const outcomeText = (outcome: string, { outcomes }: ExtensionsTexts): string =>
  Object.hasOwn(outcomes, outcome) ? outcomes[outcome as keyof typeof outcomes] : outcome;
