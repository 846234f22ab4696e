import type { Money } from '../../platform/money/money';
import { parseRfc3339 } from '../../platform/rfc3339/rfc3339';

/** Where something is: a line and an entry of a bank's file, or a field, such as `payouts.2.creditor.name`. All count from 1. */
export interface BankFilePlace {
  line?: number;
  entry?: number;
  field?: string;
}

/** Faults of a whole file, which is refused. */
export type RefusedFileKind =
  'documentType' | 'malformed' | 'tooLarge' | 'truncated' | 'unknownFormat' | 'wrongEncoding';

export type BankFileFaultKind =
  | RefusedFileKind
  | 'balanceDiffers'
  | 'doubledReference'
  | 'foreignAccount'
  | 'invalid'
  | 'missing'
  | 'sumDiffers'
  | 'tooLong'
  | 'wrongCharacters';

/** A fault of a bank's file, of one entry in it, or of a payout that cannot be written: facts without a text. */
export interface BankFileFault {
  kind: BankFileFaultKind;
  place: BankFilePlace;
  parameters: Readonly<Record<string, string | number>>;
}

/** A file that is refused as a whole, or payouts that no file can hold. */
export class BankFileRefused extends Error {
  constructor(readonly faults: readonly BankFileFault[]) {
    super(faults.map(({ kind, place }) => `${kind} at ${JSON.stringify(place)}`).join(', '));
    this.name = 'BankFileRefused';
  }
}

/** Payer or payee. */
export interface BankParty {
  name: string;
  /** An IBAN, or a number as the bank has it: 20 digits in Russia. */
  account: { iban: string } | { number: string };
  /** BIC of ISO 9362; in the text exchange format the nine digits of the Bank of Russia. */
  bic?: string;
  /** The next four are only in the text exchange format. */
  bankName?: string;
  correspondentAccount?: string;
  inn?: string;
  kpp?: string;
  /** Of the fast payment system at the bank, for payouts by a connector. */
  phoneNumber?: string;
}

/** A payout as it is ordered from the bank. */
export interface BankPayout extends Money {
  /** The bank returns it: `EndToEndId`, or of the text exchange format `orderReference`. */
  reference: string;
  creditor: BankParty;
  remittance: string;
}

export interface PayoutBatch {
  messageID: string;
  createdAt: Date;
  /** A day of the calendar: `2026-11-28`. */
  executionDate: string;
  debtor: BankParty;
  payouts: readonly BankPayout[];
}

/** A movement of the account; the amount is never negative. */
export interface StatementEntry extends Money {
  /** Is the same whenever a bank sends the same entry. */
  id: string;
  reference: string | null;
  direction: 'credit' | 'debit';
  status: 'booked' | 'notBooked';
  /** A day of the calendar. */
  bookedOn: string | null;
  /** Reason of a returned payout, such as `AC04` of ISO 20022; `''` if a return gives none. */
  returnReason: string | null;
  servicerReference: string | null;
  counterAccount: string | null;
  place: BankFilePlace;
}

export interface AccountStatement {
  account: string;
  /** Null if the bank gives none; below zero if the account is overdrawn. */
  opening: Money | null;
  closing: Money | null;
  entries: StatementEntry[];
}

/** All that a file says: what could not be read is among the faults. */
export interface StatementFile {
  statements: AccountStatement[];
  faults: BankFileFault[];
}

/** The reference of a Russian payment order, which has a number and a date: `2026-11-28/17`. */
export function orderReference(date: string, number: string): string {
  return `${date}/${number.replace(/^0+(?=\d)/, '')}`;
}

/** Whether a text is a day of the calendar: `2026-11-28`. */
export function isCalendarDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && parseRfc3339(`${text}T00:00:00Z`) !== undefined;
}
