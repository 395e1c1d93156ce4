import { createContext } from 'preact';
import { useContext } from 'preact/hooks';

/** The languages we speak, with their `lang` attributes. */
export const LANGUAGE_TAGS = { en: 'en', zh: 'zh-Hans' } as const;

export type Language = keyof typeof LANGUAGE_TAGS;

/**
 * The texts of one room in every language. English gives the type: a language that lacks a text, or a parameter, does
 * not compile. What stands between backticks is a command and is drawn as one.
 */
export type Dictionary<Texts> = Readonly<Record<Language, Texts>>;

/** Hands the person's language to every component of a page. */
export const LanguageContext = createContext<Language>('en');

/** Makes the hook that gives a room's texts in the person's language. */
export const textsHook =
  <Texts>(dictionary: Dictionary<Texts>) =>
  (): Texts =>
    dictionary[useContext(LanguageContext)];
