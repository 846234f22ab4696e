import { createContext, useContext } from 'react';
import { load as english } from './en';
import { language } from './language';
import { load as russian, type ConsoleTexts } from './ru';

export { changeLanguage, language } from './language';

const catalogue = {} as ConsoleTexts;

/** Loads what the first paint needs, in one language only. */
export async function loadTexts(): Promise<ConsoleTexts> {
  document.documentElement.lang = language;
  const texts: typeof import('./ru-start') =
    language === 'en' ? await import('./en-start') : await import('./ru-start');
  return Object.assign(catalogue, texts);
}

/** Loads the texts of the other screens into the same catalogue. */
export async function loadScreenTexts(): Promise<void> {
  const texts: typeof import('./ru-screens') =
    language === 'en' ? await import('./en-screens') : await import('./ru-screens');
  Object.assign(catalogue, texts);
}

/** What only some screens need. */
export const load = language === 'en' ? english : russian;

export const TextsContext = createContext<ConsoleTexts | undefined>(undefined);

export function useTexts(): ConsoleTexts {
  const texts = useContext(TextsContext);
  if (!texts) throw new Error('the texts are not loaded');
  return texts;
}
