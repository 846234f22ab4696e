import { isLater } from '../rfc3339/rfc3339';
import { Refusal } from '../errors/refusal';
import type { ReportStatus } from './report.machine';

/** The content of a report: withdrawals, one row each. */
export type ReportType = 'withdrawalRegistry';

/** The formats of each report, in the order of building. */
export const REPORT_FORMATS = ['csv', 'xlsx'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

/** A report of an identity's operations in the half-open period from `fromTime` to `toTime`. */
export interface Report {
  id: number;
  partyID: string;
  identityID: string;
  type: ReportType;
  fromTime: Date;
  toTime: Date;
  createdAt: Date;
  status: ReportStatus;
  fileIDs: readonly string[];
}

/** The row limit of a report: an XLSX sheet less its header. */
export const MAX_REPORT_ROWS = 1_048_575;

/** The lifetime of a file link. */
export const FILE_LINK_LIFETIME_MS = 60_000;

/** Columns of the withdrawal registry. */
export const WITHDRAWAL_REGISTRY_COLUMNS = [
  'id',
  'createdAt',
  'wallet',
  'destination',
  'amount',
  'currency',
  'fee',
  'externalID',
  'status',
  'failureCode',
] as const;

/** @throws Refusal badFilter for an empty period */
export function assertPeriod({ fromTime, toTime }: { fromTime: Date; toTime: Date }): void {
  if (!isLater(toTime, fromTime)) throw new Refusal('badFilter', 'fromTime must be before toTime', { place: 'toTime' });
}

/** Pending reports per party. */
export const MAX_PENDING_REPORTS = 100;

const RETRY_AFTER_SECONDS = 30;

/** @throws Refusal temporarilyUnavailable if the party has too many pending reports */
export function assertReportCapacity(pendingCount: number): void {
  if (pendingCount < MAX_PENDING_REPORTS) return;
  const message = `${MAX_PENDING_REPORTS} reports of the party are pending: order more when some are done`;
  throw new Refusal('temporarilyUnavailable', message, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}

/** The limit of one list: the contract has no pages for it. */
export const MAX_LISTED_REPORTS = 1_000;

/** @throws Refusal reportTooLarge if a period has more reports than one list holds */
export function assertListSize(reportCount: number): void {
  if (reportCount <= MAX_LISTED_REPORTS) return;
  const message = `the period has more than ${MAX_LISTED_REPORTS} reports: ask for shorter ones`;
  throw new Refusal('reportTooLarge', message, { place: 'fromTime' });
}

/** @throws Refusal reportTooLarge if a report would have too many rows */
export function assertReportSize(rowCount: number): void {
  if (rowCount > MAX_REPORT_ROWS) {
    throw new Refusal('reportTooLarge', `report has ${rowCount} rows, at most ${MAX_REPORT_ROWS} fit`);
  }
}
