import { statement, type Database, type Statement } from '../../store/postgres/database';
import type { Store } from '../../store/store';
import { ACCOUNT_CREDENTIALS } from '../../store/connector-account/connector-account.table';
import { COMMAND_SECRET } from '../../store/operator-command/command-secret';
import { DESTINATION_DETAILS } from '../../store/destination/destination.table';
import { RECURRENT_TOKEN } from '../../store/payment/payment.transitions';
import { PAYMENT_TOOL, PAYMENT_TOOL_TOKEN } from '../../store/payment-tool/payment-tool-token';
import { WEBHOOK_KEY } from '../../store/webhook/webhook.table';
import { ERASURE_PERSON } from '../../store/person/erasure.table';
import { WITHDRAWAL_PERSON } from '../../store/withdrawal/withdrawal.table';
import { getPrefix, decrypt, DecryptionFailed, encrypt, readKeyId } from '../encryption';
import { PLATFORM_SECRET } from '../../store/payment-tool/fingerprint-key';

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

/** Every encrypted column; a test compares the list with the tables. */
export const ENCRYPTED_COLUMNS: readonly EncryptedColumn[] = [
  {
    name: 'platform_secrets.encrypted_content',
    purpose: PLATFORM_SECRET,
    page: statement<Page>('encrypted-secrets-page', getPage('platform_secrets', 'name', 'encrypted_content')),
    replace: statement(
      'encrypted-secrets-replace',
      buildReplaceStatement('platform_secrets', 'name', 'encrypted_content'),
    ),
  },
  {
    name: 'webhooks.encrypted_private_key',
    purpose: WEBHOOK_KEY,
    page: statement<Page>('encrypted-webhooks-page', getPage('webhooks', 'id', 'encrypted_private_key')),
    replace: statement('encrypted-webhooks-replace', buildReplaceStatement('webhooks', 'id', 'encrypted_private_key')),
  },
  {
    name: 'webhooks.encrypted_standard_private_key',
    purpose: WEBHOOK_KEY,
    page: statement<Page>('encrypted-standard-page', getPage('webhooks', 'id', 'encrypted_standard_private_key')),
    replace: statement(
      'encrypted-standard-replace',
      buildReplaceStatement('webhooks', 'id', 'encrypted_standard_private_key'),
    ),
  },
  {
    name: 'webhooks.encrypted_standard_secret',
    purpose: WEBHOOK_KEY,
    page: statement<Page>('encrypted-secret-page', getPage('webhooks', 'id', 'encrypted_standard_secret')),
    replace: statement(
      'encrypted-secret-replace',
      buildReplaceStatement('webhooks', 'id', 'encrypted_standard_secret'),
    ),
  },
  {
    name: 'connector_accounts.encrypted_credentials',
    purpose: ACCOUNT_CREDENTIALS,
    page: statement<Page>('encrypted-accounts-page', getPage('connector_accounts', 'id', 'encrypted_credentials')),
    replace: statement(
      'encrypted-accounts-replace',
      buildReplaceStatement('connector_accounts', 'id', 'encrypted_credentials'),
    ),
  },
  {
    name: 'operator_command_secrets.encrypted_secret',
    purpose: COMMAND_SECRET,
    page: statement<Page>(
      'encrypted-commands-page',
      getPage('operator_command_secrets', 'command_id', 'encrypted_secret'),
    ),
    replace: statement(
      'encrypted-commands-replace',
      buildReplaceStatement('operator_command_secrets', 'command_id', 'encrypted_secret'),
    ),
  },
  {
    name: 'erasures.encrypted_person',
    purpose: ERASURE_PERSON,
    page: statement<Page>('encrypted-erasures-page', getPage('erasures', 'id', 'encrypted_person')),
    replace: statement('encrypted-erasures-replace', buildReplaceStatement('erasures', 'id', 'encrypted_person')),
  },
  {
    name: 'destinations.encrypted_details',
    purpose: DESTINATION_DETAILS,
    page: statement<Page>('encrypted-destinations-page', getPage('destinations', 'id', 'encrypted_details')),
    replace: statement(
      'encrypted-destinations-replace',
      buildReplaceStatement('destinations', 'id', 'encrypted_details'),
    ),
  },
  {
    name: 'withdrawals.encrypted_person',
    purpose: WITHDRAWAL_PERSON,
    page: statement<Page>('encrypted-withdrawals-page', getPage('withdrawals', 'id', 'encrypted_person')),
    replace: statement('encrypted-withdrawals-replace', buildReplaceStatement('withdrawals', 'id', 'encrypted_person')),
  },
  {
    name: 'long_payment_tools.encrypted_content',
    purpose: PAYMENT_TOOL_TOKEN,
    page: statement<Page>('encrypted-tools-page', getPage('long_payment_tools', 'id', 'encrypted_content')),
    replace: statement(
      'encrypted-tools-replace',
      buildReplaceStatement('long_payment_tools', 'id', 'encrypted_content'),
    ),
  },
  {
    name: 'customer_bindings.encrypted_payment_tool',
    purpose: PAYMENT_TOOL,
    page: statement<Page>(
      'encrypted-bindings-page',
      getPage('customer_bindings', 'customer_id', 'encrypted_payment_tool'),
    ),
    replace: statement(
      'encrypted-bindings-replace',
      buildReplaceStatement('customer_bindings', 'customer_id', 'encrypted_payment_tool'),
    ),
  },
  {
    name: 'customer_bindings.encrypted_recurrent_token',
    purpose: RECURRENT_TOKEN,
    page: statement<Page>(
      'encrypted-bound-page',
      getPage('customer_bindings', 'customer_id', 'encrypted_recurrent_token'),
    ),
    replace: statement(
      'encrypted-bound-replace',
      buildReplaceStatement('customer_bindings', 'customer_id', 'encrypted_recurrent_token'),
    ),
  },
  {
    name: 'payments.encrypted_payment_tool',
    purpose: PAYMENT_TOOL,
    page: statement<Page>('encrypted-payments-page', getPage('payments', 'invoice_id', 'encrypted_payment_tool')),
    replace: statement(
      'encrypted-payments-replace',
      buildReplaceStatement('payments', 'invoice_id', 'encrypted_payment_tool'),
    ),
  },
  {
    name: 'payments.encrypted_recurrent_token',
    purpose: RECURRENT_TOKEN,
    page: statement<Page>('encrypted-recurrent-page', getPage('payments', 'invoice_id', 'encrypted_recurrent_token')),
    replace: statement(
      'encrypted-recurrent-replace',
      buildReplaceStatement('payments', 'invoice_id', 'encrypted_recurrent_token'),
    ),
  },
  {
    name: 'webhooks.encrypted_previous_private_key',
    purpose: WEBHOOK_KEY,
    page: statement<Page>('encrypted-previous-page', getPage('webhooks', 'id', 'encrypted_previous_private_key')),
    replace: statement(
      'encrypted-previous-replace',
      buildReplaceStatement('webhooks', 'id', 'encrypted_previous_private_key'),
    ),
  },
  {
    name: 'webhook_previous_keys.encrypted_private_key',
    purpose: WEBHOOK_KEY,
    page: statement<Page>('encrypted-before-page', getPage('webhook_previous_keys', 'id', 'encrypted_private_key')),
    replace: statement(
      'encrypted-before-replace',
      buildReplaceStatement('webhook_previous_keys', 'id', 'encrypted_private_key'),
    ),
  },
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
