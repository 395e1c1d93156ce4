import { type Dictionary, textsHook } from './language.ts';

/** The product's name, the same in every language. */
export const PRODUCT_NAME = 'sctl Browser';

const english = {
  copied: 'Copied',
  noAnswer: 'The extension does not answer.',
  tryAgain: 'Try again',
};

const chinese: CommonTexts = {
  copied: '已复制',
  noAnswer: '扩展没有响应。',
  tryAgain: '重试',
};

/** The texts of what both windows share. */
export type CommonTexts = typeof english;

/** The texts of what both windows share, in every language; too few for files of their own. */
export const commonTexts: Dictionary<CommonTexts> = {
  en: async () => english,
  zh: async () => chinese,
};

/** The texts of what both windows share, in the person's language. */
export const useCommonTexts = textsHook(commonTexts);
