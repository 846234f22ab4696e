import { createHmac, hkdfSync } from 'node:crypto';
import { Refusal } from '../../../domain/platform/errors/refusal';
import { isLater, rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import { maskEmail, maskPhone } from '../../../domain/operators/search/personal-data';
import {
  findAmountProblem,
  isWholeCardNumber,
  matchedKinds,
  readSearchTerms,
  type SearchTerm,
  type TermKind,
} from '../../../domain/operators/search/search-terms';
import type { EncryptionKeys } from '../../../security/encryption';
import { auditWithin } from '../../platform/audit/audited';
import type { Origin } from '../../platform/audit/origin';
import { continuationToken, readContinuationToken } from '../../platform/listing/continuation-token';
import type { Page } from '../../platform/listing/list-page';
import type { Database } from '../../postgres/database';
import type { Store } from '../../store';
import { describeEntities, type DescribedEntity } from './described-entity';
import { addMatch, type FoundPlace, type MatchedPlace } from './found-entity';
import { bindAmounts, FIND_BY } from './search-statements';

export interface EverywhereSearch {
  query: string;
  limit: number;
  continuationToken?: string | undefined;
}

export interface FoundEntity extends DescribedEntity {
  at: Date;
  /** What the query matched. */
  matched: TermKind[];
}

/**
 * Entities of all parties that match a query in any of its meanings, newest first. Each search leaves an audit entry,
 * because it reads personal data.
 * @throws Refusal invalidRequest, badToken
 */
export async function searchEverywhere(
  store: Store & { origin: Origin },
  { query, limit, continuationToken: token }: EverywhereSearch,
): Promise<Page<FoundEntity>> {
  if (query.trim() === '') throw new Refusal('invalidRequest', 'q: must not be empty', { place: 'q' });
  if (isWholeCardNumber(query)) {
    throw new Refusal('invalidRequest', 'q: must not be a card number: search for its last four digits', {
      place: 'q',
    });
  }
  const problem = findAmountProblem(query);
  if (problem) throw new Refusal('invalidRequest', `q: ${problem}`, { place: 'q' });
  const { database, encryptionKeys } = store;
  const digest = digestQuery(query, encryptionKeys);
  const listing = `search/${digest}`;
  const after = token === undefined ? undefined : readContinuationToken(token, listing, encryptionKeys);
  const places = await findPlaces(database, readSearchTerms(query), {
    after: after && readPlace(after),
    limit: limit + 1,
  });
  const page = places.slice(0, limit);
  const described = await describeEntities(database, page);
  const rows = page.flatMap(({ at, type, id, matched }) => {
    const entity = described.get(`${type}/${id}`);
    return entity ? [{ ...entity, at, matched }] : [];
  });
  await recordSearch(store, { query, digest, count: rows.length });
  const last = page.at(-1);
  if (places.length <= limit || last === undefined) return { rows };
  const place = { createdAt: last.at, id: `${last.type}/${last.id}` };
  return { rows, continuationToken: continuationToken(place, listing, encryptionKeys) };
}

function readPlace({ createdAt, id }: { createdAt: Date; id: string }): FoundPlace {
  const slash = id.indexOf('/');
  return { at: createdAt, type: id.slice(0, slash), id: id.slice(slash + 1) };
}

/** One statement after another, so that a search uses one connection. */
async function findPlaces(
  database: Database,
  terms: readonly SearchTerm[],
  { after, limit }: { after: FoundPlace | undefined; limit: number },
): Promise<MatchedPlace<TermKind>[]> {
  const found = new Map<string, MatchedPlace<TermKind>>();
  for (const term of terms) {
    const { statement, value, extra } = bindTerm(term);
    const start = after ? [rfc3339Text(after.at), after.type, after.id] : ['infinity', '', ''];
    for (const place of await database.run(statement, [value, ...start, limit, ...extra]))
      addMatch(found, place, matchedKinds(term, term.kind));
  }
  return [...found.values()].sort(compareNewestFirst).slice(0, limit);
}

function bindTerm(term: SearchTerm) {
  switch (term.kind) {
    case 'amount':
      return { statement: FIND_BY.amount, ...bindAmounts(term.amounts) };
    case 'lastFour':
      if (term.amounts) {
        const { value, extra } = bindAmounts(term.amounts);
        return { statement: FIND_BY.cardAndAmount, value, extra: [...extra, term.text, term.first6] };
      }
      if (term.first6 !== null) return { statement: FIND_BY.maskedCard, value: term.text, extra: [term.first6] };
      return { statement: FIND_BY.lastFour, value: term.text, extra: [] };
    default:
      return { statement: FIND_BY[term.kind], value: term.text, extra: [] };
  }
}

function compareNewestFirst(one: FoundPlace, other: FoundPlace): number {
  if (isLater(one.at, other.at)) return -1;
  if (isLater(other.at, one.at)) return 1;
  if (one.type !== other.type) return one.type > other.type ? -1 : 1;
  return Buffer.compare(Buffer.from(other.id), Buffer.from(one.id));
}

const DIGEST_LENGTH = 32;

/** A keyed digest, because a plain one of a phone number could be found by trying all numbers. */
function digestQuery(query: string, { first }: EncryptionKeys): string {
  const key = Buffer.from(hkdfSync('sha256', first.bytes, '', 'search-audit', 32));
  return createHmac('sha256', key).update(query.trim().toLowerCase()).digest('hex').slice(0, DIGEST_LENGTH);
}

async function recordSearch(
  { database, origin }: { database: Database; origin: Origin },
  { query, digest, count }: { query: string; digest: string; count: number },
): Promise<void> {
  const after = { by: listMeanings(query), found: count };
  await database.transaction((tx) => auditWithin(database, origin, [{ type: 'search', id: digest, after }], tx));
}

/** Names the meanings of a query without its value. */
function listMeanings(query: string): string[] {
  return readSearchTerms(query).map((term) => {
    if (term.kind === 'email') return `email ${maskEmail(term.text)}`;
    return term.kind === 'phone' ? `phone ${maskPhone(term.text)}` : term.kind;
  });
}
