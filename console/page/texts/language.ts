export type ConsoleLanguage = 'ru' | 'en';

const STORED_AS = 'console-language';

function chooseLanguage(): ConsoleLanguage {
  const stored = localStorage.getItem(STORED_AS);
  if (stored === 'ru' || stored === 'en') return stored;
  const known = navigator.languages.map((name) => name.slice(0, 2)).find((name) => name === 'ru' || name === 'en');
  return known === 'en' ? 'en' : 'ru';
}

export const language: ConsoleLanguage = chooseLanguage();

/** The build makes it a constant in catalogues, so that each is loaded in one language only. */
export const en = language === 'en';

export function changeLanguage(chosen: ConsoleLanguage): void {
  localStorage.setItem(STORED_AS, chosen);
  location.reload();
}
