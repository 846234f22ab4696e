import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import { decimalText } from '../../../domain/platform/money/amount-text';
import type { Report } from '../../../domain/merchants/report/report';
import type { Statement } from '../../postgres/database';

/** The cells of a row; amounts are decimals with a point. */
export type RegistryRow = (string | null)[];

/** What a kind of registry reads. */
export interface RegistrySource<Row extends { createdAt: Date }> {
  /** Values: the owner, the end of the period, the size of the batch, the time and the ids of the last row. */
  batch: Statement<Row>;
  ownerOf: (report: Report) => string | null;
  /** The ids of a row in the order of reading, after its time. */
  idsOf: (row: Row) => string[];
  idCount: number;
  toRow: (row: Row) => RegistryRow;
}

/** A time as spreadsheets read it, in UTC, without fractions of a second. */
export function sheetTime(moment: Date): string {
  return rfc3339Text(moment).slice(0, 19).replace('T', ' ');
}

export function amountOrNull(amountMinor: bigint | null, currency: string): string | null {
  return amountMinor === null ? null : decimalText({ amountMinor, currency });
}
