import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent, type KeyboardEvent, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { callOperators, type Schemas } from '../../api/client';
import { Window } from '../../parts/dialog';
import { Moment, Money, Status } from '../../parts/pieces';
import { Empty, ErrorNotice, Loading } from '../../parts/states';
import { useSession } from '../../session/session';
import { useTexts } from '../../texts/texts';
import { pathOfFound } from './found-path';
import { MerchantSearch } from './merchant-search';
import { readRecent, rememberRecent } from './recent';

type Found = Schemas['FoundObject'];

export function Search({ onClose }: { onClose: () => void }): ReactNode {
  const { search } = useTexts();
  const { person } = useSession();
  return (
    <Window title={search.title} onClose={onClose}>
      {person.kind === 'operator' ? <OperatorSearch onClose={onClose} /> : <MerchantSearch onClose={onClose} />}
    </Window>
  );
}

function OperatorSearch({ onClose }: { onClose: () => void }): ReactNode {
  const { search } = useTexts();
  const [text, setText] = useState('');
  const [asked, setAsked] = useState('');
  const query = useQuery({
    queryKey: ['search', asked],
    queryFn: ({ signal }) =>
      callOperators<Schemas['FoundObjects']>('/search', { method: 'POST', body: { q: asked }, signal }),
    enabled: asked !== '',
    retry: false,
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (text.trim() === asked && asked !== '') void query.refetch();
    else setAsked(text.trim());
  };
  return (
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions -- arrow keys only add to Tab
    <div className="search" onKeyDown={moveFocus}>
      <form role="search" onSubmit={submit} className="search-form">
        <input
          type="search"
          value={text}
          aria-label={search.placeholder}
          placeholder={search.placeholder}
          maxLength={256}
          autoComplete="off"
          spellCheck={false}
          // eslint-disable-next-line jsx-a11y/no-autofocus -- the dialog was opened to type here
          autoFocus
          onChange={({ target }) => setText(target.value)}
        />
        <button type="submit" className="button primary">
          {search.find}
        </button>
      </form>
      <p className="help">{search.help}</p>
      <div aria-live="polite">
        {asked === '' && <Recent onClose={onClose} />}
        {query.isFetching ? <Loading rows={3} /> : <ErrorNotice error={query.error} />}
        {query.data?.results.length === 0 && <Empty title={search.nothing} />}
        <ul className="found">
          {query.data?.results.map((found) => (
            <li key={`${found.type} ${found.id}`}>
              <FoundLink found={found} onClose={onClose} />
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

function FoundLink({ found, onClose }: { found: Found; onClose: () => void }): ReactNode {
  const { types, search } = useTexts();
  const path = pathOfFound(found);
  const content = (
    <>
      <span className="found-type">{types[found.type]}</span>
      <span className="found-main">
        <code>{found.id}</code>
        {found.status !== undefined && <Status status={found.status} />}
        <Money amount={found.amount} currency={found.currency} />
      </span>
      <span className="found-more">
        <Moment at={found.createdAt} />
        {[found.card, found.email, found.externalID].filter(Boolean).map((text) => (
          <span key={text}>{text}</span>
        ))}
        <span>{found.matched.map((name) => search.matched[name] ?? name).join(', ')}</span>
      </span>
    </>
  );
  if (path === undefined) return <div className="found-link">{content}</div>;
  const open = (): void => {
    rememberRecent({ path, type: found.type, id: found.id });
    onClose();
  };
  return (
    <Link to={path} className="found-link" onClick={open}>
      {content}
    </Link>
  );
}

function Recent({ onClose }: { onClose: () => void }): ReactNode {
  const { search, types } = useTexts();
  const recent = readRecent();
  if (recent.length === 0) return null;
  return (
    <>
      <h3>{search.recent}</h3>
      <ul className="found">
        {recent.map(({ path, type, id }) => (
          <li key={path}>
            <Link to={path} className="found-link" onClick={onClose}>
              <span className="found-type">{types[type]}</span>
              <code>{id}</code>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The arrow keys move between the field and the results. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, a')];
  const next = stops[stops.indexOf(document.activeElement as HTMLElement) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
