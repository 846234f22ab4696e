import { createContext, useContext } from 'react';
import { language } from './language';
import type { ConsoleTexts } from './ru';
import type { errors } from './ru/errors';

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

/** Loads the words for errors' codes; they are needed only after a failure. */
export async function loadErrorTexts(): Promise<typeof errors> {
  return language === 'en' ? (await import('./en/errors')).errors : (await import('./ru/errors')).errors;
}

export const TextsContext = createContext<ConsoleTexts | undefined>(undefined);

export function useTexts(): ConsoleTexts {
  const texts = useContext(TextsContext);
  if (!texts) throw new Error('the texts are not loaded');
  return texts;
}
