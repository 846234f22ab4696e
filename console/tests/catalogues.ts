type Catalogues = typeof import('../page/texts/ru-start') & typeof import('../page/texts/ru-screens');

/** The texts of one language, as the build makes them. */
export function cataloguesIn(language: 'ru' | 'en'): Catalogues {
  let texts = {} as Catalogues;
  jest.isolateModules(() => {
    jest.doMock('../page/texts/language', () => ({ language, en: language === 'en' }));
    const [start, screens] = [`../page/texts/${language}-start`, `../page/texts/${language}-screens`];
    texts = { ...jest.requireActual<Catalogues>(start), ...jest.requireActual<Catalogues>(screens) };
  });
  return texts;
}
