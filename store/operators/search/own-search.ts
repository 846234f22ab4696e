import {
  isWholeCardNumber,
  matchedKinds,
  readSearchTerms,
  type SearchTerm,
} from '../../../domain/operators/search/search-terms';
import { Refusal } from '../../../domain/platform/errors/refusal';
import { isLater } from '../../../domain/platform/rfc3339/rfc3339';
import type { Database } from '../../postgres/database';
import { describeEntities, type DescribedEntity } from './described-entity';
import { addMatch, type MatchedPlace } from './found-entity';
import { bindAmounts } from './search-statements';
import { FIND_OWN_BY, HAS_OLDER, type OwnTermKind } from './own-search.statements';

export interface OwnSearch {
  partyID: string;
  query: string;
  limit: number;
}

export interface FoundOwnEntity extends DescribedEntity {
  at: Date;
  /** What the query matched. */
  matched: OwnTermKind[];
}

const SURNAME = /^\p{L}[\p{L}'’ -]{1,99}$/u;

interface OwnFindings {
  found: FoundOwnEntity[];
  /** Whether older invoices or payments were not searched by metadata and surname. */
  isPartial: boolean;
}

/** Invoices, payments, refunds and customers of a party that match a query in any of its meanings, newest first. @throws Refusal invalidRequest */
export async function searchOwn(database: Database, { partyID, query, limit }: OwnSearch): Promise<OwnFindings> {
  const text = query.trim();
  if (text === '') throw new Refusal('invalidRequest', 'q: must not be empty', { place: 'q' });
  if (isWholeCardNumber(text)) {
    const problem = 'q: must not be a card number: search for its last four digits';
    throw new Refusal('invalidRequest', problem, { place: 'q' });
  }
  const found = new Map<string, MatchedPlace<OwnTermKind>>();
  for (const { kinds, by, value, extra } of readOwnTerms(text)) {
    const values = [value, 'infinity', '', '', limit, partyID, ...extra];
    for (const place of await database.run(FIND_OWN_BY[by], values)) addMatch(found, place, kinds);
  }
  const places = [...found.values()].sort((one, other) => (isLater(one.at, other.at) ? -1 : 1)).slice(0, limit);
  const described = await describeEntities(database, places);
  const [older] = await database.run(HAS_OLDER, [partyID]);
  return {
    found: places.flatMap(({ at, type, id, matched }) => {
      const entity = described.get(`${type}/${id}`);
      return entity ? [{ ...entity, at, matched }] : [];
    }),
    isPartial: older?.hasOlder ?? false,
  };
}

interface BoundTerm {
  kinds: readonly OwnTermKind[];
  by: keyof typeof FIND_OWN_BY;
  value: unknown;
  extra: unknown[];
}

function readOwnTerms(text: string): BoundTerm[] {
  const plain = (kind: OwnTermKind, value: string): BoundTerm => ({ kinds: [kind], by: kind, value, extra: [] });
  return [
    ...readSearchTerms(text).flatMap((term) => (term.kind === 'connectorReference' ? [] : [bindTerm(term, term.kind)])),
    plain('metadata', text),
    ...(SURNAME.test(text) ? [plain('surname', text)] : []),
  ];
}

function bindTerm(term: SearchTerm, kind: OwnTermKind): BoundTerm {
  const kinds = matchedKinds(term, kind);
  if (term.kind === 'amount') return { kinds, by: 'amount', ...bindAmounts(term.amounts) };
  const first6 = term.kind === 'lastFour' ? term.first6 : null;
  if (term.kind === 'lastFour' && term.amounts) {
    const { value, extra } = bindAmounts(term.amounts);
    return { kinds, by: 'cardAndAmount', value, extra: [...extra, term.text, first6] };
  }
  if (first6 !== null) return { kinds, by: 'maskedCard', value: term.text, extra: [first6] };
  return { kinds, by: kind, value: term.text, extra: [] };
}
