import { DocSearchModal, type DocSearchProps } from '@docsearch/react';
import { createRoot } from 'react-dom/client';
import { flushSync } from 'react-dom';
import { follow } from '../../app/client/navigation';
import { resultsUrl } from '../markup/target-url';
import type { Answer, Ask, Question } from './ask';
import { HitLink } from './hit-link';
import { searchPageHit, type Hit } from './hit';
import { russianTexts } from './russian-texts';
import type { SearchPlaces } from './search-places';
import '@docsearch/css/dist/modal.css';
import './search-dialog.css';

type Client = Parameters<NonNullable<DocSearchProps['transformSearchClient']>>[0];

/** The box has one group for a page's results; this is more than a page can have. */
const RESULTS_OF_A_GROUP = 20;

/** The search box: DocSearch, whichever engine answers, within a dialog of the browser, which keeps the focus within. */
export function createSearchDialog(places: SearchPlaces, ask: Ask): { open: (query: string) => void } {
  const dialog = document.createElement('dialog');
  dialog.className = places.algolia ? 'search-dialog' : 'search-dialog is-local';
  dialog.setAttribute('aria-label', 'Поиск по документации');
  const root = createRoot(dialog);
  const close = (): void => {
    // At once: what has been chosen must not be scrolled by what the box does when it ends.
    flushSync(() => root.render(null));
    dialog.close();
    dialog.remove();
  };
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault();
    close();
  });
  // The box itself would only empty its input.
  const onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    close();
  };
  dialog.addEventListener('keydown', onKey, true);
  return {
    open: (query) => {
      if (dialog.open) return;
      document.body.append(dialog);
      dialog.showModal();
      flushSync(() => root.render(<SearchBox places={places} ask={ask} query={query} onClose={close} />));
      describeBox(dialog);
    },
  };
}

interface SearchBoxProps {
  places: SearchPlaces;
  ask: Ask;
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
      maxResultsPerGroup={RESULTS_OF_A_GROUP}
      disableUserPersonalization
      transformSearchClient={(client) => ({ ...client, search: answeredBy(ask, places) })}
      transformItems={pagesFirst}
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

/** The box asks in Algolia's shape, one question at a time. Where nobody answers, it shows the way to the page that the server answers. */
function answeredBy(ask: Ask, places: SearchPlaces): Client['search'] {
  const answer = async (question: Question): Promise<Answer> => {
    try {
      return await ask(question);
    } catch (error) {
      console.warn('Поиск пока не загрузился', error);
      return { hits: [searchPageHit(question.query, places)], nbHits: 1 };
    }
  };
  const search = async ({ requests }: { requests: Question[] }): Promise<unknown> => ({
    results: await Promise.all(requests.map(answer)),
  });
  return search as unknown as Client['search'];
}

/** Gets the results of one page: it comes first, what is within it right after. */
function pagesFirst(hits: Hit[]): Hit[] {
  const isPage = ({ type }: Hit): boolean => type === 'lvl1';
  return [...hits.filter(isPage), ...hits.filter((hit) => !isPage(hit))];
}

/** To a screen reader the box is a button that holds an input; the dialog around it says what it is. */
function describeBox(dialog: HTMLElement): void {
  const box = dialog.querySelector('.DocSearch-Container');
  box?.setAttribute('role', 'group');
  for (const name of ['tabindex', 'aria-expanded', 'aria-haspopup']) box?.removeAttribute(name);
}
