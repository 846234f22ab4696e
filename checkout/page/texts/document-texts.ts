import type { Language } from '../../languages';

/** Texts that only the documents contain, so that the page does not load them again. */
export interface DocumentTexts {
  /** The description of the page for search results and previews. */
  description: string;
  /** Shown when the script does not load. */
  late: string;
  /** Shown in a frame whose `sandbox` forbids paying. */
  sandboxed: string;
  /** Shown in browsers without JavaScript, and in a frame that forbids scripts. */
  noScript: string;
}

export const documentTexts: Readonly<Record<Language, DocumentTexts>> = {
  ru: {
    description: 'Страница, на которой оплачивают счёт магазина: картой или другим способом.',
    late: 'Страница ещё не загрузилась. Проверьте интернет и обновите её или откройте в новой вкладке.',
    sandboxed:
      'Сайт магазина открыл страницу во фрейме, где заплатить нельзя. Напишите магазину: пусть добавит в sandbox allow-scripts allow-same-origin allow-forms allow-popups или откроет новую вкладку.',
    noScript:
      'Чтобы заплатить, включите JavaScript в настройках браузера и обновите страницу. Если он включён, напишите магазину: пусть добавит в sandbox allow-scripts или откроет новую вкладку.',
  },
  en: {
    description: 'The page where a shop’s invoice is paid: by card or in another way.',
    late: 'The page has not loaded yet. Check your internet and reload it, or open it in a new tab.',
    sandboxed:
      'The shop’s site opened the page in a frame where you cannot pay. Write to the shop: it has to add allow-scripts allow-same-origin allow-forms allow-popups to sandbox, or open a new tab.',
    noScript:
      'To pay, turn on JavaScript in the settings of your browser and reload this page. If it is on, write to the shop: it has to add allow-scripts to sandbox, or open a new tab.',
  },
  kk: {
    description: 'Дүкеннің шотын картамен немесе басқа тәсілмен төлейтін бет.',
    late: 'Бет әлі жүктелмеді. Интернетті тексеріп, бетті жаңартыңыз немесе жаңа қойындыда ашыңыз.',
    sandboxed:
      'Дүкеннің сайты бетті төлеуге болмайтын фреймде ашқан. Дүкенге жазыңыз: sandbox-қа allow-scripts allow-same-origin allow-forms allow-popups қоссын немесе жаңа қойынды ашсын.',
    noScript:
      'Төлеу үшін браузер баптауларында JavaScript қосып, бетті жаңартыңыз. Ол қосулы болса, дүкенге жазыңыз: sandbox-қа allow-scripts қоссын немесе жаңа қойынды ашсын.',
  },
};
