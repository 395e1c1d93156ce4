import { expect, test } from 'vitest';
import { approvalTexts } from '../approval-ui/texts.ts';
import { extensionsTexts } from '../popup-ui/extensions/texts.ts';
import { methodText, popupTexts } from '../popup-ui/texts.ts';
import { BROWSER_METHODS, isBrowserMethodName } from '../protocol/methods/index.ts';
import { commonTexts } from './texts.ts';

const DICTIONARIES = {
  popup: popupTexts,
  extensions: extensionsTexts,
  approval: approvalTexts,
  common: commonTexts,
};

/** Texts that are the same in every language, because they name themselves or are no words. */
const SAME_EVERYWHERE = ['languages.en', 'languages.zh', 'extension.id'];

/** Every text by its path; a function is called with stand-ins. */
function flatten(texts: object, path = ''): [string, string][] {
  return Object.entries(texts).flatMap(([key, value]): [string, string][] => {
    const at = path === '' ? key : `${path}.${key}`;
    if (typeof value === 'string') return [[at, value]];
    if (typeof value === 'function') return [[at, String(value(2, 3))]];
    return flatten(value, at);
  });
}

test.each(Object.entries(DICTIONARIES))('the %s speaks every language in full', async (_, dictionary) => {
  const english = flatten(await dictionary.en());
  const chinese = flatten(await dictionary.zh());
  expect(chinese.map(([path]) => path).sort()).toEqual(english.map(([path]) => path).sort());
  for (const [path, text] of [...english, ...chinese]) expect(text.trim(), path).not.toBe('');
  const words = new Map(english);
  for (const [path, text] of chinese) {
    if (SAME_EVERYWHERE.includes(path)) continue;
    expect(text, `${path} is not translated`).not.toBe(words.get(path));
  }
});

test('every method has words in every language', async () => {
  for (const texts of [await popupTexts.en(), await popupTexts.zh()]) {
    for (const name of Object.keys(BROWSER_METHODS)) {
      if (isBrowserMethodName(name)) expect(methodText(name, texts), name).toMatch(/^\S.*[:：]\s?\S/);
    }
  }
});
