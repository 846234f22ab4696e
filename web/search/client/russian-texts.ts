import type { ModalTranslations } from '@docsearch/react';

/** The texts of DocSearch. "No results" is English in the site's specification. */
export const russianTexts: ModalTranslations = {
  searchBox: {
    resetButtonTitle: 'Очистить',
    resetButtonAriaLabel: 'Очистить поиск',
    cancelButtonText: 'Закрыть',
    cancelButtonAriaLabel: 'Закрыть поиск',
    searchInputLabel: 'Поиск',
  },
  errorScreen: { titleText: 'Поиск не отвечает', helpText: 'Проверьте соединение с сетью.' },
  noResultsScreen: {
    noResultsText: 'No results',
    suggestedQueryText: 'Попробуйте',
  },
  footer: {
    selectText: 'открыть',
    selectKeyAriaLabel: 'Клавиша Enter',
    navigateText: 'выбрать',
    navigateUpKeyAriaLabel: 'Стрелка вверх',
    navigateDownKeyAriaLabel: 'Стрелка вниз',
    closeText: 'закрыть',
    closeKeyAriaLabel: 'Клавиша Escape',
    searchByText: 'Поиск',
  },
};
