import { DocSearchModal, type DocSearchProps } from '@docsearch/react';
import { createRoot } from 'react-dom/client';
import { resultsUrl } from '../markup/target-url';
import { searchClient, type AlgoliaConfiguration } from './search-client';
import { russianTexts } from './russian-texts';
import '@docsearch/css';
import './docsearch-box.css';

/** Lets the search input open DocSearch, with what was typed so far. */
export function openDocSearch(input: HTMLInputElement): void {
  const { algolia = '{}', searchIndex = '', searchBase = '' } = input.dataset;
  const configuration = JSON.parse(algolia) as AlgoliaConfiguration;
  const client = searchClient(configuration, { index: searchIndex, base: searchBase });
  const container = document.body.appendChild(document.createElement('div'));
  const root = createRoot(container);
  const searchPage = input.form?.action ?? `${searchBase}/search`;
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') close();
  };
  const close = (): void => {
    document.removeEventListener('keydown', onKey);
    root.render(null);
  };
  const open = (): void => {
    input.blur();
    document.addEventListener('keydown', onKey);
    root.render(
      <DocSearchModal
        appId={configuration.appId}
        apiKey={configuration.apiKey}
        indexName={configuration.index}
        initialQuery={input.value}
        initialScrollY={window.scrollY}
        onClose={close}
        placeholder="Поиск по документации"
        searchParameters={versionFilter(configuration.version)}
        transformSearchClient={() => client}
        translations={russianTexts}
        resultsFooterComponent={({ state }) => (
          <a href={resultsUrl(searchPage, { query: state.query, version: input.dataset['searchVersion'] })}>
            Все результаты
          </a>
        )}
      />,
    );
  };
  input.addEventListener('focus', open);
  if (document.activeElement === input) open();
}

function versionFilter(version: string | undefined): NonNullable<DocSearchProps['searchParameters']> {
  return version === undefined ? {} : { facetFilters: [`version:${version}`] };
}
