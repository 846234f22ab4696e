import { searchHeading } from '../markup/results-html';
import type { answerSearch } from './answer-search.server';

type Answer = ReturnType<typeof answerSearch>;

interface SearchResultsProps {
  readonly answer: Answer;
  readonly action: string;
  /** The site's base without its last slash. */
  readonly base: string;
}

export function SearchResults({ answer, action, base }: SearchResultsProps) {
  const { query, version, context, contexts, indexUrl, html } = answer;
  return (
    <>
      <h1>{searchHeading(query)}</h1>
      <form className="row search-form" action={action} role="search" data-search-page>
        <input
          type="search"
          name="q"
          defaultValue={query}
          aria-label="Что искать"
          placeholder="Что искать"
          autoComplete="off"
          maxLength={200}
          data-search-index={indexUrl}
          data-search-base={base}
        />
        <select name="ctx" defaultValue={context} aria-label="Где искать">
          <option value="">Везде</option>
          {contexts.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        {version !== '' && <input type="hidden" name="version" value={version} />}
        <button type="submit" className="button primary">
          Найти
        </button>
      </form>
      <div className="search-results" data-search-results dangerouslySetInnerHTML={{ __html: html }} />
    </>
  );
}
