import type { ConsoleTexts } from '../page/texts/texts';

/** The texts of one language, as the build makes them. */
export function cataloguesIn(language: 'ru' | 'en'): ConsoleTexts {
  let texts = {} as ConsoleTexts;
  jest.isolateModules(() => {
    jest.doMock('../page/texts/language', () => ({ language, en: language === 'en' }));
    texts = {
      ...jest.requireActual<ConsoleTexts>('../page/texts/start'),
      ...jest.requireActual<ConsoleTexts>('../page/texts/screens'),
    };
  });
  return texts;
}
