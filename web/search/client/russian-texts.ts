import type { ModalTranslations } from '@docsearch/react';

/** The texts of DocSearch that the box shows. "No results" is English in the site's specification. */
export const russianTexts: ModalTranslations = {
  searchBox: {
    resetButtonTitle: 'Очистить',
    resetButtonAriaLabel: 'Очистить поиск',
    cancelButtonText: 'Закрыть',
    cancelButtonAriaLabel: 'Закрыть поиск',
    searchInputLabel: 'Поиск',
  },
  noResultsScreen: {
    noResultsText: 'No results',
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
