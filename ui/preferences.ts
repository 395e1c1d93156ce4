import type { Language } from './language.ts';

/** What a person chose for the look of our pages; kept in `chrome.storage.local`. */
export interface Preferences {
  readonly appearance: Appearance;
  readonly language: LanguageChoice;
}

const APPEARANCES = ['system', 'light', 'dark'] as const;
const LANGUAGES = ['browser', 'en', 'zh'] as const;

export type Appearance = (typeof APPEARANCES)[number];
export type LanguageChoice = (typeof LANGUAGES)[number];

/** Follow the system and the browser. */
export const DEFAULT_PREFERENCES: Preferences = { appearance: 'system', language: 'browser' };

/** The part of `chrome.storage` that preferences need. */
export interface PreferencesStorage {
  readonly local: {
    get(keys: string[]): Promise<Record<string, unknown>>;
    set(values: Record<string, unknown>): Promise<void>;
  };
  readonly onChanged: {
    addListener(listener: (changes: Record<string, unknown>, area: string) => void): void;
    removeListener(listener: (changes: Record<string, unknown>, area: string) => void): void;
  };
}

const oneOf = <T extends string>(choices: readonly T[], value: unknown, otherwise: T): T =>
  choices.find((choice) => choice === value) ?? otherwise;

/** Reads the preferences; anything unknown is the default. */
export async function loadPreferences(storage: PreferencesStorage): Promise<Preferences> {
  const { appearance, language } = await storage.local.get(['appearance', 'language']);
  return {
    appearance: oneOf(APPEARANCES, appearance, DEFAULT_PREFERENCES.appearance),
    language: oneOf(LANGUAGES, language, DEFAULT_PREFERENCES.language),
  };
}

/** Keeps the preferences; every open page hears of it through {@link watchPreferences}. */
export const savePreferences = (storage: PreferencesStorage, preferences: Preferences): Promise<void> =>
  storage.local.set({ ...preferences });

/** Tells of every change of the preferences. @returns what stops it. */
export function watchPreferences(
  storage: PreferencesStorage,
  onChange: (preferences: Preferences) => void,
): () => void {
  const listener = (changes: Record<string, unknown>, area: string) => {
    if (area !== 'local' || !('appearance' in changes || 'language' in changes)) return;
    loadPreferences(storage).then(onChange, () => undefined);
  };
  storage.onChanged.addListener(listener);
  return () => storage.onChanged.removeListener(listener);
}

/** The language to speak: the one chosen, else the browser's when it is Chinese, else English. */
export function resolveLanguage(choice: LanguageChoice, browserLanguage: string): Language {
  if (choice !== 'browser') return choice;
  return browserLanguage.toLowerCase().startsWith('zh') ? 'zh' : 'en';
}
