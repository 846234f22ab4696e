import { useState, type FormEvent, type ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { useSession } from '../session/session';
import { useTexts } from '../texts/texts';
import { Button } from './button';

const MAX_FILTERS = 20;
const MAX_NAME_LENGTH = 40;

interface SavedFilter {
  name: string;
  /** The query of the list's address. */
  query: string;
}

function isSavedFilter(value: unknown): value is SavedFilter {
  const { name, query } = (value ?? {}) as Partial<Record<string, unknown>>;
  return typeof name === 'string' && typeof query === 'string';
}

/** Storage may hold what another version has written. */
function readFilters(key: string): SavedFilter[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isSavedFilter).slice(0, MAX_FILTERS) : [];
  } catch {
    return [];
  }
}

/** Named filters of a list. The browser keeps them for the person who saved them. */
export function SavedFilters({ list }: { list: string }): ReactNode {
  const { lists, own } = useTexts();
  const { person } = useSession();
  const [address] = useSearchParams();
  const key = `console-filters-${list}-${person.kind}-${person.name}`;
  const [filters, setFilters] = useState(() => readFilters(key));
  const query = address.toString();
  const store = (next: SavedFilter[]): void => {
    setFilters(next);
    localStorage.setItem(key, JSON.stringify(next));
  };
  const save = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const given = new FormData(event.currentTarget).get('name');
    const name = typeof given === 'string' ? given.trim() : '';
    if (name === '' || query === '') return;
    store([...filters.filter((filter) => filter.name !== name), { name, query }].slice(-MAX_FILTERS));
    event.currentTarget.reset();
  };
  return (
    <details className="saved-filters">
      <summary>{lists.savedFilters(filters.length)}</summary>
      <ul className="lines">
        {filters.map((filter) => (
          <li key={filter.name}>
            <Link to={`?${filter.query}`} aria-current={filter.query === query ? 'true' : undefined}>
              {filter.name}
            </Link>
            <Button
              text={own.remove}
              className="small-button"
              aria-label={`${own.remove}: ${filter.name}`}
              onPress={() => store(filters.filter(({ name }) => name !== filter.name))}
            />
          </li>
        ))}
      </ul>
      {query === '' ? (
        <p className="help">{lists.nothingToSave}</p>
      ) : (
        <form className="row-actions" onSubmit={save}>
          <label className="inline-field">
            {lists.filterName} <input name="name" required maxLength={MAX_NAME_LENGTH} autoComplete="off" />
          </label>
          <Button text={lists.saveFilter} />
        </form>
      )}
    </details>
  );
}
