import { MAX_FILE_PAYOUTS } from '../../../domain/merchants/bank-file/file-format';
import type { InstitutionTerms } from '../../../domain/merchants/reference-data/reference-data';
import { listPage, listing, type Page } from '../../platform/listing/list-page';
import { statement, type Database, type Transaction } from '../../postgres/database';
import { listByID } from '../../postgres/readers';
import { requireRow } from '../../postgres/require-row';
import { PAYOUT, type PayoutRow } from '../settlement/payout.table';
import type { Store } from '../../store';
import { BANK_FILE, type BankFileRow } from './bank-file.table';

const FILES = listing<BankFileRow>({
  name: 'bank-file-list',
  select: `SELECT ${BANK_FILE} FROM bank_files f`,
  order: { createdAt: 'f.created_at', id: 'f.id' },
  owners: [`?::text = ''`],
});

/** The files for banks, newest first. */
export async function listBankFiles(
  store: Store,
  page: { limit: number; continuationToken?: string | undefined },
): Promise<Page<BankFileRow>> {
  return listPage(store, FILES, { owner: '', conditions: [], ...page });
}

const FIND = statement<BankFileRow>('bank-file-find', `SELECT ${BANK_FILE} FROM bank_files f WHERE id = $1`);
const LOCK = statement<BankFileRow>('bank-file-lock', `SELECT ${BANK_FILE} FROM bank_files f WHERE id = $1 FOR UPDATE`);
const CONTENT = statement<{ content: string | null }>(
  'bank-file-content',
  `SELECT encode(content, 'base64') AS content FROM bank_files WHERE id = $1`,
);
const PAYOUTS = statement<PayoutRow>(
  'bank-file-payouts',
  `SELECT ${PAYOUT} FROM payouts p WHERE bank_file_id = $1 ORDER BY id`,
);

/** @throws Refusal notFound */
export async function getBankFile(database: Database, fileID: string, tx?: Transaction): Promise<BankFileRow> {
  return requireRow(await database.run(tx ? LOCK : FIND, [fileID], tx), 'Bank file');
}

/** @throws Refusal notFound */
export async function getBankFileContent(database: Database, fileID: string): Promise<Buffer> {
  return Buffer.from(requireRow(await database.run(CONTENT, [fileID]), 'Bank file').content ?? '', 'base64');
}

/** The payouts of a file; a cancelled one has none. */
export const listFilePayouts = listByID(PAYOUTS);

/** Which payouts a file takes. */
export interface PayoutSelection {
  paymentInstitutionID: number;
  currency: string;
  /** All that may be sent by default. */
  payoutIDs?: readonly string[] | undefined;
}

const DUE = `FROM payouts p JOIN shops s ON s.id = p.shop_id JOIN contracts c ON c.id = s.contract_id
   WHERE p.status = 'pending' AND p.bank_file_id IS NULL AND p.connector IS NULL AND (p.send_from IS NULL OR p.send_from <= now())
     AND c.payment_institution_id = $1 AND p.currency = $2 AND ($3::text[] IS NULL OR p.id = ANY ($3))
   ORDER BY p.created_at, p.id LIMIT ${MAX_FILE_PAYOUTS}`;
const FIND_DUE = statement<PayoutRow>('bank-file-due', `SELECT ${PAYOUT} ${DUE}`);
const LOCK_DUE = statement<PayoutRow>('bank-file-lock-due', `SELECT ${PAYOUT} ${DUE} FOR UPDATE OF p`);

/** The payouts that a file may take, oldest first: pending, in no file, paid by no connector, and not to a bank account that changed just now. */
export async function listDuePayouts(
  database: Database,
  { paymentInstitutionID, currency, payoutIDs }: PayoutSelection,
  tx?: Transaction,
): Promise<PayoutRow[]> {
  return database.run(tx ? LOCK_DUE : FIND_DUE, [paymentInstitutionID, currency, payoutIDs ?? null], tx);
}

const INSTITUTION = statement<{ terms: InstitutionTerms }>(
  'bank-file-institution',
  'SELECT terms FROM payment_institutions WHERE id = $1',
);

/** @throws Refusal notFound */
export async function getInstitutionTerms(database: Database, id: number): Promise<InstitutionTerms> {
  return requireRow(await database.run(INSTITUTION, [id]), 'Payment institution').terms;
}
