import { type ComponentChild, render } from 'preact';
import { LANGUAGE_TAGS, LanguageContext } from './language.ts';
import {
  DEFAULT_PREFERENCES,
  loadPreferences,
  type Preferences,
  resolveLanguage,
  watchPreferences,
} from './preferences.ts';

/** Shows a page in the person's language and appearance, and again whenever these change. */
export async function mountPage(draw: (preferences: Preferences) => ComponentChild): Promise<void> {
  const root = document.getElementById('app');
  if (root === null) throw new Error('The page lacks #app');
  const show = (preferences: Preferences) => {
    const language = resolveLanguage(preferences.language, chrome.i18n.getUILanguage());
    document.documentElement.lang = LANGUAGE_TAGS[language];
    document.documentElement.dataset.theme = preferences.appearance;
    render(<LanguageContext.Provider value={language}>{draw(preferences)}</LanguageContext.Provider>, root);
  };
  watchPreferences(chrome.storage, show);
  show(await loadPreferences(chrome.storage).catch(() => DEFAULT_PREFERENCES));
}
