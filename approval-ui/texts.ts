import { type Dictionary, textsHook } from '../ui/language.ts';
import type { english } from './texts.en.ts';

/** Every text of the approval window. */
export type ApprovalTexts = typeof english;

/** The approval window's texts in every language. */
export const approvalTexts: Dictionary<ApprovalTexts> = {
  en: async () => (await import('./texts.en.ts')).english,
  zh: async () => (await import('./texts.zh.ts')).chinese,
};

/** The approval window's texts in the person's language. */
export const useTexts = textsHook(approvalTexts);
