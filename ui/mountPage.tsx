import { type ComponentChild, render } from 'preact';
import { LANGUAGE_TAGS, LanguageContext, loadLanguage } from './language.ts';
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
  let newest: Preferences | undefined;
  const show = async (preferences: Preferences) => {
    newest = preferences;
    const language = resolveLanguage(preferences.language, chrome.i18n.getUILanguage());
    await loadLanguage(language);
    if (preferences !== newest) return;
    document.documentElement.lang = LANGUAGE_TAGS[language];
    document.documentElement.dataset.theme = preferences.appearance;
    render(<LanguageContext.Provider value={language}>{draw(preferences)}</LanguageContext.Provider>, root);
  };
  watchPreferences(chrome.storage, (preferences) => void show(preferences));
  await show(await loadPreferences(chrome.storage).catch(() => DEFAULT_PREFERENCES));
}
