import type { Language, Texts } from './texts/texts';

const LANGUAGES: readonly Language[] = ['ru', 'en', 'kk'];

/** What the shop has asked for, or else the first of the browser's languages that there are texts in. */
export function chooseLanguage(asked: string | undefined, preferred: readonly string[]): Language {
  const wanted = [...(asked && asked !== 'auto' ? [asked] : []), ...preferred];
  const known = wanted.map((tag) => LANGUAGES.find((language) => tag.toLowerCase().split('-')[0] === language));
  return known.find((language) => language !== undefined) ?? 'ru';
}

/** One language is loaded, not three. */
export async function loadTexts(language: Language): Promise<Texts> {
  switch (language) {
    case 'ru':
      return (await import('./texts/ru')).texts;
    case 'en':
      return (await import('./texts/en')).texts;
    case 'kk':
      return (await import('./texts/kk')).texts;
  }
}
