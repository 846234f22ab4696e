import { createContext, useContext } from 'react';
import type { ConsoleTexts } from './ru';

export type ConsoleLanguage = 'ru' | 'en';

const STORED_AS = 'console-language';

function chooseLanguage(): ConsoleLanguage {
  const stored = localStorage.getItem(STORED_AS);
  if (stored === 'ru' || stored === 'en') return stored;
  const known = navigator.languages.map((name) => name.slice(0, 2)).find((name) => name === 'ru' || name === 'en');
  return known === 'en' ? 'en' : 'ru';
}

export const language: ConsoleLanguage = chooseLanguage();

/** Loads the catalogue of one language only. */
export async function loadTexts(): Promise<ConsoleTexts> {
  document.documentElement.lang = language;
  return language === 'en' ? (await import('./en')).en : (await import('./ru')).ru;
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
