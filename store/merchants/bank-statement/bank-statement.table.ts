import type { BankFilePlace } from '../../../domain/merchants/bank-file/bank-file';
import type { BankLineResult } from '../../../domain/merchants/bank-file/match-entries';
import { columnsOf, selectList } from '../../postgres/columns';

/** A statement of a bank that was received; the same file again is the same statement. */
export interface BankStatementRow {
  id: string;
  sha256: string;
  lineCount: number;
  receivedAt: Date;
  /** Null until two people have applied it. */
  appliedAt: Date | null;
}

export const STATEMENT_COLUMNS = columnsOf<BankStatementRow>()(['id sha256 lineCount receivedAt appliedAt']);

/** A movement of a statement. */
export interface StatementLineRow {
  statementID: string;
  number: number;
  place: BankFilePlace;
  entryID: string;
  account: string;
  reference: string | null;
  amountMinor: bigint;
  currency: string;
  direction: 'credit' | 'debit';
  /** A day of the calendar; null while the bank has not booked it. */
  bookedOn: string | null;
  counterAccount: string | null;
  returnReason: string | null;
  bankReference: string | null;
  /** What it meant for payouts; null until the statement is applied. */
  result: BankLineResult | null;
  expected: string | null;
  actual: string | null;
  payoutID: string | null;
}

const LINE_COLUMNS = columnsOf<StatementLineRow>()([
  'statementID number place entryID account reference amountMinor currency direction bookedOn counterAccount',
  'returnReason bankReference result expected actual payoutID',
]);

export const BANK_STATEMENT = selectList(STATEMENT_COLUMNS, 's');
export const STATEMENT_LINE = selectList(LINE_COLUMNS, 'l').replace('l.booked_on AS', 'l.booked_on::text AS');
