import type { PayoutAccount } from './payout-account';
import type { DocumentKind } from '../report/report';
import type { StatementGroup } from './statement-groups';

/** Who signs an act, in the published form of contracts. */
export interface ActSigner {
  position: string;
  fullName: string;
  document: { representativeDocumentType: string; id?: string; signedAt?: string };
}

/** What a contract says of its acts, in the published form. */
export interface ReportingPreferences {
  serviceAcceptanceActPreferences?: { scheduleID: number; signer: ActSigner };
}

/** What a statement says besides its lines; amounts are texts in minor units. */
export interface StatementContent {
  currency: string;
  batch: { id: string; number: number } | null;
  opening: string;
  closing: string;
  lineCount: number;
  groups: Record<StatementGroup, string>;
  /** Of all fees. */
  vat: string;
}

/** The services of a month to a shop in a currency; amounts are texts in minor units. */
export interface BilledService {
  shopName: string;
  currency: string;
  /** What payers paid. */
  turnover: string;
  fee: string;
  /** Part of the fee. */
  vat: string;
}

/** What a document says for ever, whatever becomes of the contract and the terms after its period. */
export interface DocumentContent {
  kind: DocumentKind;
  /** The period, RFC 3339; the end does not belong to it. */
  from: string;
  to: string;
  timeZone: string;
  /** `2026-11` for documents of a month. */
  month: string | null;
  shopID: string;
  shopName: string;
  provider: string;
  /** The provider's bank accounts; absent from documents that were ordered before they were named. */
  providerAccounts?: readonly PayoutAccount[];
  contractor: object;
  contractID: string;
  agreement: { id: string; signedAt: string } | null;
  signer: ActSigner | null;
  statement: StatementContent | null;
  services: BilledService[];
}

/** A schedule of acts is the day of the month on which that of the month before is made. Other schedules make none. */
export function isActDue(scheduleID: number, day: string): boolean {
  return scheduleID >= 1 && scheduleID <= 28 && Number(day.slice(8)) >= scheduleID;
}

const MONTH = /^\d{4}-(?:0[1-9]|1[0-2])$/;

/** The first days of a month (`2026-11`) and of the next one; undefined for another text. */
export function getMonthDays(month: string): [first: string, next: string] | undefined {
  if (!MONTH.test(month)) return undefined;
  const [year = 0, number = 0] = month.split('-').map(Number);
  const next = number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`;
  return [`${month}-01`, `${next.padStart(7, '0')}-01`];
}
