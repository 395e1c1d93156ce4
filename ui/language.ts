import { createContext } from 'preact';
import { useContext } from 'preact/hooks';

/** The languages we speak, with their `lang` attributes. */
export const LANGUAGE_TAGS = { en: 'en', zh: 'zh-Hans' } as const;

export type Language = keyof typeof LANGUAGE_TAGS;

/**
 * Brings the texts of one room in each language, each in a file of its own, so that a page loads only what it speaks.
 * English gives the type: a language that lacks a text, or a parameter, does not compile. What stands between backticks is
 * a command and is drawn as one.
 */
export type Dictionary<Texts> = Readonly<Record<Language, () => Promise<Texts>>>;

/** Hands the person's language to every component of a page. */
export const LanguageContext = createContext<Language>('en');

const loads: ((language: Language) => Promise<unknown>)[] = [];

/** Loads the texts of every room of this page. The hooks of {@link textsHook} know them from then on. */
export const loadLanguage = (language: Language): Promise<unknown> =>
  Promise.all(loads.map((load) => load(language)));

/** Makes the hook that gives a room's texts in the person's language. Call it while the page's script runs. */
export function textsHook<Texts>(dictionary: Dictionary<Texts>): () => Texts {
  const loaded: Partial<Record<Language, Texts>> = {};
  loads.push(async (language) => {
    loaded[language] ??= await dictionary[language]();
  });
  return () => {
    const texts = loaded[useContext(LanguageContext)];
    if (texts === undefined) throw new Error('The texts of this language were not loaded');
    return texts;
  };
}
