import { statement, type Database, type Statement } from '../../store/postgres/database';
import type { Store } from '../../store/store';
import { ACCOUNT_CREDENTIALS } from '../../store/payments/connector-account/connector-account.table';
import { COMMAND_SECRET } from '../../store/operators/operator-command/command-secret';
import { DESTINATION_DETAILS } from '../../store/wallets/destination/destination.table';
import { RECURRENT_TOKEN } from '../../store/payments/payment/payment.transitions';
import { PAYMENT_TOOL, PAYMENT_TOOL_TOKEN } from '../../store/payments/payment-tool/payment-tool-token';
import { WEBHOOK_KEY } from '../../store/delivery/webhook/webhook.table';
import { ERASURE_PERSON } from '../../store/operators/person/erasure.table';
import { WITHDRAWAL_PERSON } from '../../store/wallets/withdrawal/withdrawal.table';
import { getPrefix, decrypt, DecryptionFailed, encrypt, readKeyId } from '../../security/encryption';
import { PLATFORM_SECRET } from '../../store/payments/payment-tool/fingerprint-key';

/** A page of a column: its last row, and texts under other keys than the current one. */
interface Page {
  count: number;
  last: string | null;
  others: { place: string; encrypted: string }[];
}

interface EncryptedColumn {
  name: string;
  purpose: string;
  page: Statement<Page>;
  replace: Statement;
}

const PAGE_SIZE = 500;

// All of one place are in one page: an invoice's payments. The part before the first point says by which key.
const getPage = (table: string, place: string, column: string): string =>
  `WITH page AS MATERIALIZED (
     SELECT ${place} AS place, ${column} AS encrypted FROM ${table} WHERE ${place} > $1
     ORDER BY ${place} FETCH FIRST ${PAGE_SIZE} ROWS WITH TIES
   )
   SELECT count(*)::integer AS count, max(place) AS last, coalesce(
     jsonb_agg(jsonb_build_object('place', place, 'encrypted', encrypted)) FILTER (WHERE split_part(encrypted, '.', 1) <> $2),
     '[]') AS others
   FROM page`;

// Keeps concurrent writes, which use the current key.
const buildReplaceStatement = (table: string, place: string, column: string): string =>
  `UPDATE ${table} SET ${column} = $3 WHERE ${place} = $1 AND ${column} = $2 RETURNING 1`;

const encryptedColumn = (table: string, place: string, column: string, purpose: string): EncryptedColumn => ({
  name: `${table}.${column}`,
  purpose,
  page: statement<Page>(`${table}.${column}-page`, getPage(table, place, column)),
  replace: statement(`${table}.${column}-replace`, buildReplaceStatement(table, place, column)),
});

/** Every encrypted column; a test compares the list with the tables. */
export const ENCRYPTED_COLUMNS: readonly EncryptedColumn[] = [
  encryptedColumn('platform_secrets', 'name', 'encrypted_content', PLATFORM_SECRET),
  encryptedColumn('webhooks', 'id', 'encrypted_private_key', WEBHOOK_KEY),
  encryptedColumn('webhooks', 'id', 'encrypted_standard_private_key', WEBHOOK_KEY),
  encryptedColumn('webhooks', 'id', 'encrypted_standard_secret', WEBHOOK_KEY),
  encryptedColumn('connector_accounts', 'id', 'encrypted_credentials', ACCOUNT_CREDENTIALS),
  encryptedColumn('operator_command_secrets', 'command_id', 'encrypted_secret', COMMAND_SECRET),
  encryptedColumn('erasures', 'id', 'encrypted_person', ERASURE_PERSON),
  encryptedColumn('destinations', 'id', 'encrypted_details', DESTINATION_DETAILS),
  encryptedColumn('withdrawals', 'id', 'encrypted_person', WITHDRAWAL_PERSON),
  encryptedColumn('long_payment_tools', 'id', 'encrypted_content', PAYMENT_TOOL_TOKEN),
  encryptedColumn('customer_bindings', 'customer_id', 'encrypted_payment_tool', PAYMENT_TOOL),
  encryptedColumn('customer_bindings', 'customer_id', 'encrypted_recurrent_token', RECURRENT_TOKEN),
  encryptedColumn('payments', 'invoice_id', 'encrypted_payment_tool', PAYMENT_TOOL),
  encryptedColumn('payments', 'invoice_id', 'encrypted_recurrent_token', RECURRENT_TOKEN),
  encryptedColumn('webhooks', 'id', 'encrypted_previous_private_key', WEBHOOK_KEY),
  encryptedColumn('webhook_previous_keys', 'id', 'encrypted_private_key', WEBHOOK_KEY),
];

/** The cursor of a pass: column and last processed row. */
export interface ReencryptionCursor {
  column: number;
  after: string;
  /** Whether this pass changed anything: then another one follows. */
  hasChanged?: boolean;
}

/** The result of a step; `next` is null after a pass without changes. */
export interface ReencryptedPage {
  column: string;
  reencrypted: number;
  next: ReencryptionCursor | null;
}

export const FIRST_PLACE: ReencryptionCursor = { column: 0, after: '' };

function isFirstPlace({ column, after }: ReencryptionCursor): boolean {
  return column === 0 && after === '';
}

export class DecryptionKeyMissing extends Error {
  constructor({ name, purpose }: EncryptedColumn, { place, encrypted }: Page['others'][number]) {
    const key = readKeyId(encrypted) ?? 'that it does not name';
    super(`${name} of ${place} is encrypted as ${purpose} with the key ${key}: no configured key decrypts it`);
    this.name = 'DecryptionKeyMissing';
  }
}

/** Limits concurrent writes, because payments need connections too. */
const MAX_CONCURRENT_WRITES = 4;

/**
 * Reencrypts the next page that has texts under other keys. Only a pass without changes is the last, because processes
 * with an old key may write concurrently. Idempotent.
 * @throws DecryptionKeyMissing
 */
export async function reencryptPage(store: Store, from: ReencryptionCursor): Promise<ReencryptedPage> {
  let step = await reencryptPageAt(store, from);
  while (step.next?.after === '' && !isFirstPlace(step.next) && step.reencrypted === 0) {
    step = await reencryptPageAt(store, step.next);
  }
  return step;
}

async function reencryptPageAt(store: Store, place: ReencryptionCursor): Promise<ReencryptedPage> {
  const column = ENCRYPTED_COLUMNS[place.column];
  if (!column) throw new Error(`there is no column ${place.column}`);
  const [page] = await store.database.run(column.page, [place.after, getPrefix(column.purpose, store.encryptionKeys)]);
  const { count, last, others } = page ?? { count: 0, last: null, others: [] };
  for (let at = 0; at < others.length; at += MAX_CONCURRENT_WRITES) {
    await Promise.all(others.slice(at, at + MAX_CONCURRENT_WRITES).map((other) => replace(store, column, other)));
  }
  const hasChanged = place.hasChanged === true || others.length > 0;
  const after = last === null || count < PAGE_SIZE ? null : last;
  return { column: column.name, reencrypted: others.length, next: getNext({ ...place, hasChanged }, after) };
}

function getNext(
  { column, hasChanged }: Required<ReencryptionCursor>,
  after: string | null,
): ReencryptionCursor | null {
  if (after !== null) return { column, after, hasChanged };
  if (column + 1 < ENCRYPTED_COLUMNS.length) return { column: column + 1, after: '', hasChanged };
  return hasChanged ? FIRST_PLACE : null;
}

async function replace(
  { database, encryptionKeys }: Pick<Store, 'encryptionKeys'> & { database: Database },
  column: EncryptedColumn,
  other: Page['others'][number],
): Promise<void> {
  const { place, encrypted } = other;
  const text = await decrypt(encrypted, column.purpose, encryptionKeys).catch((error: unknown) => {
    throw error instanceof DecryptionFailed ? new DecryptionKeyMissing(column, other) : error;
  });
  await database.run(column.replace, [place, encrypted, await encrypt(text, column.purpose, encryptionKeys)]);
}
