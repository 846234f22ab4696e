import type { Language } from '../../languages';

/** Texts that only the documents contain, so that the page does not load them again. */
export interface DocumentTexts {
  /** The description of the page for search results and previews. */
  description: string;
  /** Shown when the script does not load. */
  late: string;
  /** Shown in browsers without JavaScript. */
  noScript: string;
}

export const documentTexts: Readonly<Record<Language, DocumentTexts>> = {
  ru: {
    description: 'Страница, на которой оплачивают счёт магазина: картой или другим способом.',
    late: 'Страница ещё не загрузилась. Проверьте интернет и обновите её.',
    noScript:
      'Чтобы заплатить, включите JavaScript в настройках браузера и обновите страницу. Если это невозможно, попросите магазин о другом способе оплаты.',
  },
  en: {
    description: 'The page where a shop’s invoice is paid: by card or in another way.',
    late: 'The page has not loaded yet. Check your internet and reload it.',
    noScript:
      'To pay, turn on JavaScript in the settings of your browser and reload this page. If you cannot, ask the shop for another way to pay.',
  },
  kk: {
    description: 'Дүкеннің шотын картамен немесе басқа тәсілмен төлейтін бет.',
    late: 'Бет әлі жүктелмеді. Интернетті тексеріп, бетті жаңартыңыз.',
    noScript:
      'Төлеу үшін браузер баптауларында JavaScript қосып, бетті жаңартыңыз. Қоса алмасаңыз, дүкеннен басқа төлеу тәсілін сұраңыз.',
  },
};
