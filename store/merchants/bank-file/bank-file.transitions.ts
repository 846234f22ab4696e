import { createHash } from 'node:crypto';
import { Refusal } from '../../../domain/platform/errors/refusal';
import { sumMinor } from '../../../domain/platform/money/money';
import { auditWithin } from '../../platform/audit/audited';
import { insertText, toValues } from '../../postgres/columns';
import { statement, type Transaction } from '../../postgres/database';
import type { PayoutRow } from '../settlement/payout.table';
import { changePayouts } from '../settlement/payout.transitions';
import { wakeDispatchers, type Store } from '../../store';
import { getBankFile, listDuePayouts, listFilePayouts, type PayoutSelection } from './bank-file.queries';
import { BANK_FILE_COLUMNS, type BankFileRow } from './bank-file.table';

const FIRST_NUMBER = statement<{ number: number }>(
  'bank-file-first-number',
  `SELECT coalesce(max(first_number + payout_count), 1)::integer AS number FROM bank_files WHERE account = $1 AND execution_date = $2::date`,
);
const INSERT = statement(
  'bank-file-insert',
  insertText('bank_files', BANK_FILE_COLUMNS, ['content']).replace(/\$(\d+)\)$/, `decode($$$1, 'base64'))`),
);
const JOIN = statement(
  'bank-file-join',
  `UPDATE payouts p SET bank_file_id = $1, order_reference = j.reference
   FROM jsonb_to_recordset($2::jsonb) AS j (id text, reference text) WHERE p.id = j.id`,
);

type NewFile = Pick<BankFileRow, 'id' | 'format' | 'debtor' | 'account' | 'executionDate'>;

/** A file and its payouts with their references. */
export interface WrittenFile {
  content: Buffer;
  references: readonly string[];
}

/**
 * Makes a file from payouts, which are then in no other one. Idempotent by its id.
 * @param write makes the content, before anything is recorded
 * @throws Refusal invalidOperationParameters if a payout cannot be in it, and those of `write`
 */
export async function createBankFile(
  { database, origin }: Store,
  { file, selection }: { file: NewFile; selection: PayoutSelection },
  write: (payouts: readonly PayoutRow[], firstNumber: number) => WrittenFile,
): Promise<BankFileRow> {
  return database.transaction(async (tx) => {
    const [existing] = await database.run(FIND, [file.id], tx);
    if (existing) return getBankFile(database, file.id, tx);
    const payouts = await listDuePayouts(database, selection, tx);
    assertSelected(payouts, selection);
    // A concurrent file of the account and the day breaks the uniqueness of numbers, and is tried again.
    const [next] = await database.run(FIRST_NUMBER, [file.account, file.executionDate], tx);
    const firstNumber = next?.number ?? 1;
    const { content, references } = write(payouts, firstNumber);
    const { paymentInstitutionID, currency } = selection;
    const row: BankFileRow = {
      ...{ ...file, paymentInstitutionID, currency, firstNumber, payoutCount: payouts.length },
      amountMinor: sumMinor(payouts.map(({ amountMinor }) => amountMinor)),
      ...{ status: 'created', createdAt: new Date(), decidedAt: null },
      sha256: createHash('sha256').update(content).digest('hex'),
    };
    await database.run(INSERT, [...toValues(row, BANK_FILE_COLUMNS), content.toString('base64')], tx);
    const joined = payouts.map(({ id }, place) => ({ id, reference: references[place] }));
    await database.run(JOIN, [row.id, JSON.stringify(joined)], tx);
    await auditWithin(database, origin, [{ type: 'bankFile', id: row.id }], tx);
    return row;
  });
}

const FIND = statement('bank-file-exists', 'SELECT FROM bank_files WHERE id = $1');

/** @throws Refusal invalidOperationParameters */
export function assertSelected(payouts: readonly PayoutRow[], { payoutIDs }: PayoutSelection): void {
  const found = new Set(payouts.map(({ id }) => id));
  const missing = payoutIDs?.filter((id) => !found.has(id)) ?? [];
  if (missing.length > 0) {
    const rule =
      'is not pending, is in a file, is paid by a connector, waits for a changed bank account, or is not of the institution';
    throw new Refusal('invalidOperationParameters', `${missing.join(', ')}: ${rule}`);
  }
  if (payouts.length === 0) throw new Refusal('invalidOperationParameters', 'no payout waits to be sent');
}

const DECIDE = statement('bank-file-decide', 'UPDATE bank_files SET status = $2, decided_at = $3 WHERE id = $1');

/** The bank has the file: its payouts are sent. Idempotent. @throws Refusal notFound, invalidOperationParameters */
export async function confirmBankFile(store: Store, fileID: string): Promise<BankFileRow> {
  return decide(store, { fileID, status: 'confirmed' }, async (tx) => {
    const payouts = await listFilePayouts(store.database, fileID, tx);
    const changes = payouts.map(({ id }) => ({ payoutID: id, action: 'send', by: fileID }) as const);
    await changePayouts(store, changes, tx);
  });
}

const RELEASE = statement(
  'bank-file-release',
  'UPDATE payouts SET bank_file_id = NULL, order_reference = NULL WHERE bank_file_id = $1',
);

/** The bank never gets the file: its payouts may be in another one. Idempotent. @throws Refusal notFound, invalidOperationParameters */
export async function cancelBankFile(store: Store, fileID: string): Promise<BankFileRow> {
  return decide(store, { fileID, status: 'cancelled' }, async (tx) => {
    await store.database.run(RELEASE, [fileID], tx);
  });
}

async function decide(
  store: Store,
  { fileID, status }: { fileID: string; status: BankFileRow['status'] },
  change: (tx: Transaction) => Promise<void>,
): Promise<BankFileRow> {
  const { database, origin } = store;
  const decided = await database.transaction(async (tx) => {
    const file = await getBankFile(database, fileID, tx);
    if (file.status === status) return file;
    if (file.status !== 'created')
      throw new Refusal('invalidOperationParameters', `bank file ${fileID} is ${file.status}`);
    const next = { ...file, status, decidedAt: new Date() };
    await change(tx);
    await database.run(DECIDE, [fileID, ...toValues(next, BANK_FILE_COLUMNS, ['status', 'decidedAt'])], tx);
    await auditWithin(database, origin, [{ type: 'bankFile', id: fileID, after: { status } }], tx);
    return next;
  });
  wakeDispatchers(store, { hasCommands: true, hasDeliveries: false });
  return decided;
}
