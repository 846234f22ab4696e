import { DocSearchModal, type DocSearchProps } from '@docsearch/react';
import { createRoot } from 'react-dom/client';
import { flushSync } from 'react-dom';
import { follow } from '../../app/client/navigation';
import { resultsUrl } from '../markup/target-url';
import type { SearchAnswer, SearchEngine, SearchQuestion } from './search-engine';
import { HitLink } from './hit-link';
import { searchPageHit, type SearchHit } from './hit';
import { russianTexts } from './russian-texts';
import type { SearchPlaces } from './search-places';
import { addStart, moveInStart } from './search-start';
import '@docsearch/css/dist/modal.css';
import './search-dialog.css';

type Client = Parameters<NonNullable<DocSearchProps['transformSearchClient']>>[0];

/** Exceeds the results that one page can have; DocSearch groups them by page. */
const MAX_GROUP_RESULTS = 20;

/** The search box: DocSearch in a modal dialog, which traps the focus. */
export function createSearchDialog(places: SearchPlaces, ask: SearchEngine): { open: (query: string) => void } {
  const dialog = document.createElement('dialog');
  dialog.className = places.algolia ? 'search-dialog' : 'search-dialog is-local';
  dialog.setAttribute('aria-label', 'Поиск по документации');
  const root = createRoot(dialog);
  const close = (): void => {
    // Unmounts synchronously, before closing scrolls the chosen place.
    flushSync(() => root.render(null));
    dialog.close();
    dialog.remove();
  };
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault();
    close();
  });
  // DocSearch would only clear its input.
  const onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    close();
  };
  dialog.addEventListener('keydown', onKey, true);
  dialog.addEventListener('keydown', (event) => moveInStart(event, dialog));
  return {
    open: (query) => {
      if (dialog.open) return;
      document.body.append(dialog);
      dialog.showModal();
      flushSync(() => root.render(<SearchBox places={places} ask={ask} query={query} onClose={close} />));
      describeBox(dialog);
      addStart(dialog, places.base, close);
    },
  };
}

interface SearchBoxProps {
  places: SearchPlaces;
  ask: SearchEngine;
  query: string;
  onClose: () => void;
}

function SearchBox({ places, ask, query, onClose }: SearchBoxProps) {
  const { algolia, searchPage, version } = places;
  return (
    <DocSearchModal
      appId={algolia?.appId ?? 'local'}
      apiKey={algolia?.apiKey ?? 'local'}
      indexName={algolia?.index ?? 'local'}
      initialQuery={query}
      initialScrollY={window.scrollY}
      onClose={onClose}
      placeholder="Поиск по документации"
      maxResultsPerGroup={MAX_GROUP_RESULTS}
      disableUserPersonalization
      transformSearchClient={(client) => ({ ...client, search: createClient(ask, places) })}
      transformItems={sortPagesFirst}
      navigator={{ navigate: ({ itemUrl }) => follow(itemUrl) }}
      translations={russianTexts}
      hitComponent={HitLink}
      resultsFooterComponent={({ state }) => (
        <a href={resultsUrl(searchPage, { query: state.query, version })} onClick={onClose}>
          Все результаты
        </a>
      )}
    />
  );
}

/** Adapts an engine to Algolia's client. When no engine responds, the result links to the search page. */
function createClient(ask: SearchEngine, places: SearchPlaces): Client['search'] {
  const answer = async (question: SearchQuestion): Promise<SearchAnswer> => {
    try {
      return await ask(question);
    } catch (error) {
      console.warn('Поиск пока не загрузился', error);
      return { hits: [searchPageHit(question.query, places)], nbHits: 1 };
    }
  };
  const search = async ({ requests }: { requests: SearchQuestion[] }): Promise<unknown> => ({
    results: await Promise.all(requests.map(answer)),
  });
  return search as unknown as Client['search'];
}

function sortPagesFirst(hits: SearchHit[]): SearchHit[] {
  const isPage = ({ type }: SearchHit): boolean => type === 'lvl1';
  return [...hits.filter(isPage), ...hits.filter((hit) => !isPage(hit))];
}

/** Labels the dialog, because screen readers see the box as a button with an input. */
function describeBox(dialog: HTMLElement): void {
  const box = dialog.querySelector('.DocSearch-Container');
  box?.setAttribute('role', 'group');
  for (const name of ['tabindex', 'aria-expanded', 'aria-haspopup']) box?.removeAttribute(name);
}
