import { chooseLanguage, type Language } from '../languages';
import { buildAddress, noteReturn, returningKey } from './session';

/*
 * The page that a bank returns the payer to. In a frame it notifies the page; in the same window it goes back to the page; in
 * another window or browser it shows where to continue.
 */
const NOTICE: Record<Language, string> = {
  ru: 'Готово. Вернитесь на страницу, где вы платили: она покажет итог.',
  en: 'Done. Go back to the page where you were paying: it shows the result.',
  kk: 'Дайын. Төлеген бетіңізге оралыңыз: нәтижесі сонда көрсетіледі.',
};

function goBack(): void {
  if (window.parent !== window) return window.parent.postMessage('holdfast-returned', location.origin);
  const key = returningKey(location.hash);
  if (key !== undefined) {
    noteReturn(key);
    return location.replace(buildAddress(key));
  }
  const language = chooseLanguage(undefined, navigator.languages);
  document.documentElement.lang = language;
  const notice = document.getElementById('notice');
  if (notice) notice.textContent = NOTICE[language];
}

goBack();
