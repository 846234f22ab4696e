import type { Language } from '../../languages';
import type { Texts } from './texts';

export async function loadTexts(language: Language): Promise<Texts> {
  switch (language) {
    case 'ru':
      return (await import('./ru')).texts;
    case 'en':
      return (await import('./en')).texts;
    case 'kk':
      return (await import('./kk')).texts;
  }
}
