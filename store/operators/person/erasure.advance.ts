import type { MetadataKeys } from '../../../domain/operators/person/erased';
import type { ErasureState } from '../../../domain/operators/person/erasure.machine';
import type { PersonMatch, PersonRowKind } from '../../../domain/operators/person/person';
import { decrypt } from '../../../security/encryption';
import { statement, type Transaction } from '../../postgres/database';
import type { Store } from '../../store';
import { endCustomer, ERASE } from './erase-rows';
import { ERASURE_PERSON } from './erasure.table';
import { searchPage, type SearchPosition } from './person.search';

/** What the workflow does next: continue at once, wait, or end. */
export type ErasureProgress = { state: ErasureState; next: 'continue' | 'wait' | 'end' };

/** How long rows of open payments and withdrawals wait for the next attempt. */
const RETRY_MINUTES = 60;

interface LockedErasure {
  state: ErasureState;
  encryptedPerson: string | null;
  searchKind: number;
  searchAfter: string[] | null;
}

const LOCK = statement<LockedErasure>(
  'erasure-lock',
  `SELECT state, encrypted_person AS "encryptedPerson", search_kind AS "searchKind", search_after AS "searchAfter"
   FROM erasures WHERE id = $1 FOR UPDATE`,
);
const MOVE_SEARCH = statement(
  'erasure-search-move',
  'UPDATE erasures SET search_kind = $2, search_after = $3 WHERE id = $1',
);
const END_SEARCH = statement('erasure-search-end', 'UPDATE erasures SET state = $2 WHERE id = $1');
const FINISH = statement(
  'erasure-finish',
  `UPDATE erasures SET state = 'erased', encrypted_person = NULL, finished_at = now() WHERE id = $1`,
);
const NEXT = statement<{ kind: PersonRowKind; key: string[] }>(
  'erasure-row-next',
  `SELECT kind, key FROM erasure_rows WHERE erasure_id = $1 AND erased_at IS NULL AND retry_at <= now()
   ORDER BY retry_at, kind, key LIMIT 1`,
);
const IS_LEFT = statement<{ isLeft: boolean }>(
  'erasure-row-left',
  'SELECT EXISTS (SELECT FROM erasure_rows WHERE erasure_id = $1 AND erased_at IS NULL) AS "isLeft"',
);
const RECORD_ERASED = statement(
  'erasure-row-erased',
  'UPDATE erasure_rows SET erased_at = now() WHERE erasure_id = $1 AND kind = $2 AND key = $3',
);
const RECORD_LATER = statement(
  'erasure-row-later',
  `UPDATE erasure_rows SET retry_at = now() + make_interval(mins => $4)
   WHERE erasure_id = $1 AND kind = $2 AND key = $3`,
);

/** Takes the next step of an erasure: one page of the search, or one row. Idempotent: each step commits with its position. */
export async function advanceErasure(
  store: Store,
  { erasureID, keys }: { erasureID: string; keys: MetadataKeys },
): Promise<ErasureProgress> {
  return store.database.transaction(async (tx): Promise<ErasureProgress> => {
    const [erasure] = await store.database.run(LOCK, [erasureID], tx);
    if (!erasure?.encryptedPerson) return { state: erasure?.state ?? 'cancelled', next: 'end' };
    if (erasure.state === 'found') return { state: 'found', next: 'end' };
    if (erasure.state === 'erasing') return eraseNext(store, { erasureID, keys }, tx);
    return search(store, { erasureID, keys, erasure, person: erasure.encryptedPerson }, tx);
  });
}

async function search(
  store: Store,
  input: { erasureID: string; keys: MetadataKeys; erasure: LockedErasure; person: string },
  tx: Transaction,
): Promise<ErasureProgress> {
  const { erasureID, keys, erasure, person } = input;
  const match = JSON.parse(await decrypt(person, ERASURE_PERSON, store.encryptionKeys)) as PersonMatch;
  const position: SearchPosition = { kind: erasure.searchKind, after: erasure.searchAfter };
  const moved = await searchPage(store, { erasureID, match, position, keys }, tx);
  if (moved) {
    await store.database.run(MOVE_SEARCH, [erasureID, moved.kind, moved.after], tx);
    return { state: erasure.state, next: 'continue' };
  }
  const state = erasure.state === 'searching' ? 'found' : 'erasing';
  await store.database.run(END_SEARCH, [erasureID, state], tx);
  return { state, next: state === 'found' ? 'end' : 'continue' };
}

async function eraseNext(
  store: Store,
  { erasureID, keys }: { erasureID: string; keys: MetadataKeys },
  tx: Transaction,
): Promise<ErasureProgress> {
  const { database } = store;
  const [row] = await database.run(NEXT, [erasureID], tx);
  if (row) {
    // Commits on its own, before this transaction locks the customer.
    if (row.kind === 'customer') await endCustomer(store, row.key[0] ?? '');
    const outcome = await ERASE[row.kind]({ store, key: row.key, keys, tx });
    if (outcome === 'erased') await database.run(RECORD_ERASED, [erasureID, row.kind, row.key], tx);
    else await database.run(RECORD_LATER, [erasureID, row.kind, row.key, RETRY_MINUTES], tx);
    return { state: 'erasing', next: 'continue' };
  }
  const [left] = await database.run(IS_LEFT, [erasureID], tx);
  if (left?.isLeft) return { state: 'erasing', next: 'wait' };
  await database.run(FINISH, [erasureID], tx);
  return { state: 'erased', next: 'end' };
}
