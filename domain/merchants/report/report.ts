import { isLater } from '../../platform/rfc3339/rfc3339';
import { Refusal } from '../../platform/errors/refusal';
import type { ReportStatus } from './report.machine';

/** What a registry lists, one row each: payments and refunds of a shop, withdrawals that a party requested. */
export const REGISTRY_KINDS = ['payments', 'refunds', 'withdrawals'] as const;
export type RegistryKind = (typeof REGISTRY_KINDS)[number];

/** Documents of settlement: statements of a batch and of a month, and of a contract the act and the invoice of a month. */
export const DOCUMENT_KINDS = ['settlementStatement', 'settlementMonth', 'serviceAcceptanceAct', 'feeInvoice'] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

/** The content of a report: the withdrawals of an identity, as the Wallet API publishes them, a registry or a document. */
export type ReportType = 'withdrawalRegistry' | RegistryKind | DocumentKind;

export const REPORT_FORMATS = ['csv', 'xlsx', 'pdf'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

/** The formats of registries, in the order of building. */
export const REGISTRY_FORMATS: readonly ReportFormat[] = ['csv', 'xlsx'];

/** The formats of a report, in the order of building. */
export function getReportFormats(type: ReportType): readonly ReportFormat[] {
  if (type === 'settlementStatement' || type === 'settlementMonth') return REPORT_FORMATS;
  return isDocumentKind(type) ? ['pdf'] : REGISTRY_FORMATS;
}

export function isDocumentKind(type: string): type is DocumentKind {
  return (DOCUMENT_KINDS as readonly string[]).includes(type);
}

export interface ReportFile {
  id: string;
  format: ReportFormat;
}

/** A report of operations in the half-open period from `fromTime` to `toTime`: of an identity, of a shop or of a party. */
export interface Report {
  id: number;
  partyID: string;
  identityID: string | null;
  shopID: string | null;
  /** What its workflow id contains: the identity, or a random id of a registry. */
  scopeID: string | null;
  type: ReportType;
  /** The document of settlement whose files it has; null for registries. */
  documentID: string | null;
  fromTime: Date;
  toTime: Date;
  createdAt: Date;
  status: ReportStatus;
  /** The operator who ordered it; null if its party did. */
  orderedBy: string | null;
  /** The rows at the time of the order; null for reports of earlier versions. */
  rowsTotal: number | null;
  /** The rows written so far to all of its files. */
  rowsDone: number;
  /** When it is deleted; null if it is kept. */
  expiresAt: Date | null;
  files: readonly ReportFile[];
}

/** How many percent of all files are written. */
export function getReportProgress({
  type,
  status,
  rowsTotal,
  rowsDone,
}: Pick<Report, 'type' | 'status' | 'rowsTotal' | 'rowsDone'>): number {
  if (status !== 'pending') return status === 'created' ? 100 : 0;
  const total = (rowsTotal ?? 0) * getReportFormats(type).length;
  // The workflow still stores the last file when all rows are written.
  return total === 0 ? 0 : Math.min(99, Math.floor((rowsDone / total) * 100));
}

/** The storage key of a file, which a repeated attempt replaces. */
export function getReportFileKey({ id, format }: { id: number; format: ReportFormat }): string {
  return `reports/${id}.${format}`;
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

/** Pending reports that a party ordered. */
export const MAX_PENDING_REPORTS = 100;
/** Pending registries that an operator ordered, of all parties. */
export const MAX_PENDING_OF_OPERATOR = 20;

const RETRY_AFTER_SECONDS = 30;

/** @throws Refusal temporarilyUnavailable if the party, or the operator who orders, has too many pending reports */
export function assertReportCapacity(pendingCount: number, orderedBy: string | null): void {
  const max = orderedBy === null ? MAX_PENDING_REPORTS : MAX_PENDING_OF_OPERATOR;
  if (pendingCount < max) return;
  const owner = orderedBy === null ? 'the party' : 'the operator';
  const message = `${max} reports of ${owner} are pending: order more when some are done`;
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
