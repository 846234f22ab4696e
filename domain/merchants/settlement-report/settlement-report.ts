/** Kinds of rows; `fee` is not of a single payment, `payout` is the transfer to the provider's bank. */
export const SETTLED_KINDS = [
  'payment',
  'refund',
  'chargeback',
  'chargebackReversal',
  'fee',
  'payout',
  'other',
] as const;
export type SettledKind = (typeof SETTLED_KINDS)[number];

/** A row of an acquirer's settlement report. Amounts are in minor units, below zero for what the acquirer takes; net is gross less fee. */
export interface SettledRow {
  /** In the file, from 1. */
  line: number;
  kind: SettledKind;
  /** Our operation, if the row names it. */
  operationID?: string;
  /** The acquirer's id of the operation. */
  connectorReference?: string;
  currency: string;
  grossMinor: bigint;
  feeMinor: bigint;
  /** The acquirer's name of what it transfers to the bank together. */
  batch: string;
  /** A day of the calendar. */
  bookedOn: string;
  /** When the operation was done. */
  at: Date;
}

/** What an acquirer takes for a payment by its agreement. */
export interface AcquirerFeeTerms {
  basisPoints?: number | undefined;
  fixedMinor?: number | undefined;
}

/** The fee of a payment by the terms, rounded half up; undefined without terms. */
export function expectedFee(grossMinor: bigint, { basisPoints, fixedMinor }: AcquirerFeeTerms): bigint | undefined {
  if (basisPoints === undefined && fixedMinor === undefined) return undefined;
  return (grossMinor * BigInt(basisPoints ?? 0) + 5_000n) / 10_000n + BigInt(fixedMinor ?? 0);
}
