import { createContext, useContext } from 'react';
import type { ConsoleTexts } from './ru';
import type { errors } from './ru/errors';

export type ConsoleLanguage = 'ru' | 'en';

const STORED_AS = 'console-language';

function chooseLanguage(): ConsoleLanguage {
  const stored = localStorage.getItem(STORED_AS);
  if (stored === 'ru' || stored === 'en') return stored;
  const known = navigator.languages.map((name) => name.slice(0, 2)).find((name) => name === 'ru' || name === 'en');
  return known === 'en' ? 'en' : 'ru';
}

export const language: ConsoleLanguage = chooseLanguage();

const catalogue = {} as ConsoleTexts;

/** Loads what the first paint needs, in one language only. */
export async function loadTexts(): Promise<ConsoleTexts> {
  document.documentElement.lang = language;
  return Object.assign(catalogue, language === 'en' ? (await import('./en')).en : (await import('./ru')).ru);
}

/** Loads the texts of the other screens into the same catalogue. */
export async function loadScreenTexts(): Promise<void> {
  const texts = language === 'en' ? (await import('./en-screens')).enScreens : (await import('./ru-screens')).ruScreens;
  Object.assign(catalogue, texts);
}

/** Loads the words for errors' codes; they are needed only after a failure. */
export async function loadErrorTexts(): Promise<typeof errors> {
  return language === 'en' ? (await import('./en/errors')).errors : (await import('./ru/errors')).errors;
}

export function changeLanguage(chosen: ConsoleLanguage): void {
  localStorage.setItem(STORED_AS, chosen);
  location.reload();
}

export const TextsContext = createContext<ConsoleTexts | undefined>(undefined);

export function useTexts(): ConsoleTexts {
  const texts = useContext(TextsContext);
  if (!texts) throw new Error('the texts are not loaded');
  return texts;
}
