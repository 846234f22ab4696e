import { createContext, useContext } from 'react';
import { load as english } from './en';
import { language } from './language';
import { load as russian } from './ru';

export { changeLanguage, language } from './language';

export type ConsoleTexts = typeof import('./start') & typeof import('./screens');

/** The texts of one language. */
export const load = language === 'en' ? english : russian;

const catalogue = {} as ConsoleTexts;

/** Loads what the first paint needs. */
export async function loadTexts(): Promise<ConsoleTexts> {
  document.documentElement.lang = language;
  return Object.assign(catalogue, await load.start());
}

/** Loads the texts of the other screens into the same catalogue. */
export async function loadScreenTexts(): Promise<void> {
  Object.assign(catalogue, await load.screens());
}

export const TextsContext = createContext<ConsoleTexts | undefined>(undefined);

export function useTexts(): ConsoleTexts {
  const texts = useContext(TextsContext);
  if (!texts) throw new Error('the texts are not loaded');
  return texts;
}
