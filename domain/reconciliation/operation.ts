/** What connectors do, and both sides remember by name. */
export const OPERATION_KINDS = ['authorise', 'verify', 'capture', 'void', 'refund', 'payOut'] as const;
export type OperationKind = (typeof OPERATION_KINDS)[number];

/**
 * What a connector says of one of its operations. `held` is an authorisation that holds money now, `voided` one that was given
 * back, `done` anything else that had its effect, `declined` what had none.
 */
export type ListedState = 'held' | 'voided' | 'done' | 'declined';

/** An operation as its connector lists it. */
export interface ListedOperation {
  operationID: string;
  kind: OperationKind;
  state: ListedState;
  /** What was really moved or held, in minor units; null where the connector does not say. */
  amountMinor: bigint | null;
  currency: string | null;
  /** How often it had its effect: once, unless something is wrong. */
  effectCount: number;
  connectorReference?: string;
  /** When its outcome was decided. */
  at: Date;
}

/** A row of a connector's list that cannot be read: what is known of it, and nothing of what it holds beyond that. */
export interface UnreadableRow {
  /** The operation of ours that it names; else the row itself, by a name that it has whenever it is listed. */
  name: string;
  kind?: OperationKind;
  connectorReference?: string;
  /** Which rule it breaks where, in words for operators. */
  reason: string;
  /** When its operation was decided, where it says so. */
  at?: Date;
}

/** What the record says became of an operation: had its effect, had none, or is not decided yet. */
export type RecordedState = 'done' | 'undone' | 'open';

/** An operation as the record knows it, from the entity that it is of. */
export interface RecordedOperation {
  operationID: string;
  kind: OperationKind;
  state: RecordedState;
  /** The status of its entity, in the words of its machine. */
  status: string;
  /** In minor units; null where no money belongs to it. */
  amountMinor: bigint | null;
  currency: string | null;
  connectorReference: string | null;
  /** When its entity changed last. */
  changedAt: Date;
  /** When the workflow of an open one decides by itself. */
  deadline: Date | null;
  /** Of a payment by anything but a card: its money is sent and not held, so that no void brings it back for certain. */
  isSentMoney?: boolean;
  /** Of a payment's operation: the amount that was authorised and whether it was captured. */
  authorisation?: { operationID: string; connectorReference: string | null };
}

/** An effect that the ledger says has happened. */
export interface RecordedEffect {
  operationID: string;
  kind: OperationKind;
  at: Date;
}
