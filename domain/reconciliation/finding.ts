import type { OperationKind } from './operation';

/** What can be found to differ. The list is closed: metrics, reports and operators' commands name it. */
export const FINDING_KINDS = [
  'unknownOperation',
  'orphanHold',
  'lateSuccess',
  'unrecordedOutcome',
  'missingEffect',
  'doubledEffect',
  'differentAmount',
  'differentCurrency',
  'differentState',
  'differentSums',
  'unreadableRow',
] as const;
export type FindingKind = (typeof FINDING_KINDS)[number];

/** How a finding is repaired where it is certain what is right: the hold is voided, or the outcome is looked up and recorded. */
export type Repair = 'void' | 'lookUp';

/** One difference between a connector and the record. */
export interface Finding {
  kind: FindingKind;
  /** The operation; of sums the window, the currency and the kind that they are of; of a row that names none the row. */
  operationID: string;
  /** What was asked for; `unknown` where a row does not say it. */
  operationKind: OperationKind | 'unknown';
  /** Missing where nobody but an operator can say what is right. */
  repair?: Repair;
  /** Why, in words for operators. */
  reason: string;
  currency: string | null;
  connectorMinor: bigint | null;
  recordedMinor: bigint | null;
  /** The connector's own name for it, where it gives one. */
  connectorReference?: string;
  /** When the operation was decided, by whichever side knows it. */
  at: Date;
}
