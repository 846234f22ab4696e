import { isLater } from '../rfc3339/rfc3339';
import { Refusal } from '../errors/refusal';
import type { ReportStatus } from './report.machine';

/** What a report lists: withdrawals, one row each. */
export type ReportType = 'withdrawalRegistry';

/** The formats that each report is given in, in the order in which they are built. */
export const REPORT_FORMATS = ['csv', 'xlsx'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

/** A report of an identity's operations within a period; `fromTime` belongs to it and `toTime` does not. */
export interface Report {
  /** Counts from 1 across all reports. */
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

/** The most rows that one report may have: what a sheet of XLSX holds, less its header. */
export const MAX_REPORT_ROWS = 1_048_575;

/** How long a link to a file works. */
export const FILE_LINK_LIFETIME_MS = 60_000;

/** The columns of the withdrawal registry, in their order. */
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

/** @throws Refusal badFilter where a period has no length. */
export function assertPeriod({ fromTime, toTime }: { fromTime: Date; toTime: Date }): void {
  if (!isLater(toTime, fromTime)) throw new Refusal('badFilter', 'fromTime must be before toTime', { place: 'toTime' });
}

/** How many reports of one party may be pending at once. */
export const MAX_PENDING_REPORTS = 100;

const RETRY_AFTER_SECONDS = 30;

/** @throws Refusal temporarilyUnavailable where a party has as many reports pending as it may. */
export function assertRoomForReport(pendingCount: number): void {
  if (pendingCount < MAX_PENDING_REPORTS) return;
  const message = `${MAX_PENDING_REPORTS} reports of the party are pending: order more when some are done`;
  throw new Refusal('temporarilyUnavailable', message, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}

/** How many reports one answer lists: the contract gives the list no pages. */
export const MAX_LISTED_REPORTS = 1_000;

/** @throws Refusal reportTooLarge where a period has more reports than one answer lists. */
export function assertListSize(reportCount: number): void {
  if (reportCount <= MAX_LISTED_REPORTS) return;
  const message = `the period has more than ${MAX_LISTED_REPORTS} reports: ask for shorter ones`;
  throw new Refusal('reportTooLarge', message, { place: 'fromTime' });
}

/** @throws Refusal reportTooLarge where a report would have more rows than a file holds. */
export function assertReportSize(rowCount: number): void {
  if (rowCount > MAX_REPORT_ROWS) {
    throw new Refusal('reportTooLarge', `report has ${rowCount} rows, at most ${MAX_REPORT_ROWS} fit`);
  }
}
