import {
  mentionsPerson,
  PERSON_ROW_KINDS,
  type PersonMatch,
  type PersonRowKind,
} from '../../../domain/operators/person/person';
import type { MetadataKeys } from '../../../domain/operators/person/erased';
import { decrypt, DecryptionFailed } from '../../../security/encryption';
import { statement, type Transaction } from '../../postgres/database';
import type { Store } from '../../store';
import { CANDIDATES, FIRST_KEY, PAGE_ROWS, type CandidateRow } from './person-pages';

export interface SearchPosition {
  /** The index of the kind; the number of kinds at the end. */
  kind: number;
  after: readonly string[] | null;
}

const ADD = statement(
  'erasure-rows-add',
  `INSERT INTO erasure_rows (erasure_id, kind, key)
   SELECT $1, $2, ARRAY(SELECT jsonb_array_elements_text(k.value)) FROM jsonb_array_elements($3::jsonb) k
   ON CONFLICT DO NOTHING`,
);

export interface SearchPageInput {
  erasureID: string;
  match: PersonMatch;
  position: SearchPosition;
  keys: MetadataKeys;
}

/** Adds the person's rows of one page. @returns the next position; undefined at the end */
export async function searchPage(
  store: Store,
  { erasureID, match, position, keys }: SearchPageInput,
  tx: Transaction,
): Promise<SearchPosition | undefined> {
  const kind = PERSON_ROW_KINDS[position.kind];
  if (kind === undefined) return undefined;
  const { page } = CANDIDATES[kind];
  const rows = await store.database.run(page, [erasureID, match.customerID, position.after ?? FIRST_KEY], tx);
  const found: string[][] = [];
  for (const row of rows) if (await belongs(store, { kind, row, match, keys })) found.push(row.key);
  if (found.length > 0) await store.database.run(ADD, [erasureID, kind, JSON.stringify(found)], tx);
  const last = rows.length === PAGE_ROWS ? rows.at(-1) : undefined;
  if (last) return { kind: position.kind, after: last.key };
  return position.kind + 1 < PERSON_ROW_KINDS.length ? { kind: position.kind + 1, after: null } : undefined;
}

async function belongs(
  store: Store,
  { kind, row, match, keys }: { kind: PersonRowKind; row: CandidateRow; match: PersonMatch; keys: MetadataKeys },
): Promise<boolean> {
  if (row.isRelated || mentionsPerson(row.contact, match) || mentionsPerson(pick(row.metadata, keys), match))
    return true;
  const { purpose } = CANDIDATES[kind];
  if (!purpose || row.encrypted === null) return false;
  return mentionsPerson(await open(store, row.encrypted, purpose), match);
}

/** The values of the configured keys. */
function pick(metadata: object | null, keys: MetadataKeys): unknown[] {
  return Object.entries<unknown>({ ...metadata }).flatMap(([key, value]) =>
    keys.has(key.toLowerCase()) ? [value] : [],
  );
}

/** Data under a lost key cannot be searched, and cannot be read by anyone. */
async function open(store: Store, encrypted: string, purpose: string): Promise<unknown> {
  try {
    return JSON.parse(await decrypt(encrypted, purpose, store.encryptionKeys)) as unknown;
  } catch (error) {
    if (error instanceof DecryptionFailed) return undefined;
    throw error;
  }
}
