import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent, type KeyboardEvent, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { callMerchants, callOperators, type Schemas } from '../../api/client';
import type { components } from '../../api/payments.generated';
import { Button } from '../../parts/button';
import { Window } from '../../parts/dialog';
import { methodText } from '../../parts/method';
import { Moment, Money, Status } from '../../parts/pieces';
import { Empty, ErrorNotice, Loading } from '../../parts/states';
import { useSession, type SignedInPerson } from '../../session/session';
import { useTexts } from '../../texts/texts';
import { pathOfFound } from './found-path';
import { readRecent, rememberRecent } from './recent';

type Found = Schemas['FoundObject'] | components['schemas']['OwnSearchResult'];

interface Findings {
  found: Found[];
  /** Whether old objects were not searched by metadata and surname. */
  isPartial: boolean;
}

/** Finds over all parties for an operator, over the own shops for a merchant. */
async function find(kind: SignedInPerson['kind'], q: string, signal: AbortSignal): Promise<Findings> {
  const call = { method: 'POST', body: { q }, signal } as const;
  if (kind === 'operator') {
    return { found: (await callOperators<Schemas['FoundObjects']>('/search', call)).results, isPartial: false };
  }
  const { result, isPartial } = await callMerchants<components['schemas']['OwnSearchResults']>(
    '/analytics/search',
    call,
  );
  return { found: result, isPartial };
}

export function Search({ onClose }: { onClose: () => void }): ReactNode {
  const { nav } = useTexts();
  return (
    <Window title={nav.search} onClose={onClose}>
      <SearchField onClose={onClose} />
    </Window>
  );
}

function SearchField({ onClose }: { onClose: () => void }): ReactNode {
  const { search, desk } = useTexts();
  const { person } = useSession();
  // Only merchants have the texts of their screens from the start.
  const isMerchant = person.kind === 'merchant';
  const placeholder = isMerchant ? desk.searchPlaceholder : search.placeholder;
  const [text, setText] = useState('');
  const [asked, setAsked] = useState('');
  const query = useQuery({
    queryKey: ['search', person.kind, asked],
    queryFn: ({ signal }) => find(person.kind, asked, signal),
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
          aria-label={placeholder}
          placeholder={placeholder}
          maxLength={256}
          autoComplete="off"
          spellCheck={false}
          // eslint-disable-next-line jsx-a11y/no-autofocus -- the dialog was opened to type here
          autoFocus
          onChange={({ target }) => setText(target.value)}
        />
        <Button text={search.find} className="button primary" />
      </form>
      <p className="help">{isMerchant ? desk.searchHelp : search.help}</p>
      <div aria-live="polite">
        {asked === '' && <Recent onClose={onClose} />}
        {query.isFetching ? <Loading rows={3} /> : <ErrorNotice error={query.error} />}
        {query.data?.found.length === 0 && <Empty title={search.nothing} />}
        <ul className="found">
          {query.data?.found.map((found) => (
            <li key={`${found.type} ${found.id}`}>
              <FoundLink found={found} onClose={onClose} />
            </li>
          ))}
        </ul>
        {query.data?.isPartial && <p className="help">{desk.searchPartial}</p>}
      </div>
    </div>
  );
}

function FoundLink({ found, onClose }: { found: Found; onClose: () => void }): ReactNode {
  const texts = useTexts();
  const { types, search } = texts;
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
        {[found.card && methodText({ toolType: 'bankCard', tool: found.card }, texts), found.email, found.externalID]
          .filter(Boolean)
          .map((text) => (
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
