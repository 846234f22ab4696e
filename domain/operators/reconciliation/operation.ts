import type { ReceiptState } from '../../payments/payment/receipt-state';

/** The kinds of operations that both sides store by id. */
export const OPERATION_KINDS = ['authorise', 'verify', 'capture', 'void', 'refund', 'payOut'] as const;
export type OperationKind = (typeof OPERATION_KINDS)[number];

/**
 * An operation's state at the connector: `held` holds money now, `voided` was released, `done` had any other effect,
 * `declined` had none.
 */
export type ListedState = 'held' | 'voided' | 'done' | 'declined';

/** An operation as its connector lists it. */
export interface ListedOperation {
  operationID: string;
  kind: OperationKind;
  state: ListedState;
  /** The amount moved or held, in minor units; null if the connector does not state it. */
  amountMinor: bigint | null;
  currency: string | null;
  /** How often it had its effect; more than once is an error. */
  effectCount: number;
  connectorReference?: string;
  /** The acquirer's own fee in minor units, if its list states it. */
  feeMinor?: bigint;
  /** What the online register has done with its receipt. */
  receipt?: ReceiptState;
  /** Whether the row is of test mode, and whose account it belongs to, if stated. */
  isTest?: boolean;
  account?: string;
  /** When its outcome was decided. */
  at: Date;
}

/** An unreadable row of a connector's list, reduced to what is known about it. */
export interface UnreadableRow {
  /** Our operation id if the row names one, else a stable id of the row. */
  name: string;
  kind?: OperationKind;
  connectorReference?: string;
  /** The violated rule, for operators. */
  reason: string;
  /** When its operation was decided, if stated. */
  at?: Date;
}

/** An operation's state in the database: it had its effect, had none, or is undecided. */
export type RecordedState = 'done' | 'undone' | 'open';

/** An operation as stored with its entity. */
export interface RecordedOperation {
  operationID: string;
  kind: OperationKind;
  state: RecordedState;
  /** The entity's status. */
  status: string;
  /** In minor units; null if it moves no money. */
  amountMinor: bigint | null;
  currency: string | null;
  connectorReference: string | null;
  /** The state of its receipt, if one is recorded. */
  receipt?: ReceiptState;
  /** The acquirer's own fee as its approval stated it. */
  feeMinor?: bigint;
  changedAt: Date;
  /** When the workflow of a pending operation decides automatically. */
  deadline: Date | null;
  /** For a payment by anything but a card: its money was sent, not held, so a void may not return it. */
  isSentMoney?: boolean;
  /** For an operation of a payment: its authorisation. */
  authorisation?: { operationID: string; connectorReference: string | null };
}

/** An effect recorded in the ledger. */
export interface RecordedEffect {
  operationID: string;
  kind: OperationKind;
  at: Date;
}
