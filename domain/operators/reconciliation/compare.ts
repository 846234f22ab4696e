import type { Finding } from './finding';
import type { ConnectorStatement, FindingFacts } from './finding-facts';
import type { ListedOperation, RecordedOperation } from './operation';
import type { Pass } from './passes';
import type { ReceiptState } from '../../payments/payment/receipt-state';

/** Younger operations may not be stored yet, or their workflow is about to decide. */
export const GRACE_MS = 15 * 60_000;

interface Compared {
  listed: ListedOperation;
  /** Undefined if no entity has that operation id. */
  recorded: RecordedOperation | undefined;
  /** Temporal's current time. */
  asOf: Date;
  /** Whether the connector has just reported it, so no grace period applies. */
  isReported?: boolean;
}

/** Returns the mismatch of a listed operation with the database; undefined if both agree, or if it is too early to decide. */
export function compareListed(compared: Compared): Finding | undefined {
  const { listed, recorded } = compared;
  if (listed.state === 'declined') return compareDeclined(compared);
  if (!recorded) return found(compared, 'unknownOperation');
  if (isDoubled(listed, recorded)) return found(compared, 'doubledEffect', toDoubled(listed, recorded));
  switch (recorded.state) {
    case 'open':
      return compareOpen(compared, recorded);
    case 'undone':
      return compareUndone(compared, recorded);
    case 'done':
      return compareDone(compared, recorded);
  }
}

/** The money is right, and the seller owes a receipt that the acquirer could not register, or has not by the second pass. */
export function compareReceipt(
  listed: ListedOperation,
  recorded: RecordedOperation | undefined,
  pass: Pass,
): Finding | undefined {
  const compared = { listed, recorded, asOf: listed.at };
  if (listed.receipt === 'refused') return found(compared, 'refusedReceipt');
  const isLate = listed.receipt === 'pending' && pass === 'day' && owesReceipt(listed);
  return isLate ? found(compared, 'refusedReceipt', { statement: 'pending' }) : undefined;
}

/** The state of a receipt to record. A decision of the register stays when the connector says later that it waits. */
export function findNewReceipt(
  listed: ListedOperation,
  recorded: RecordedOperation | undefined,
): ReceiptState | undefined {
  const { receipt } = listed;
  if (recorded?.state !== 'done' || !owesReceipt(listed) || isDoubled(listed, recorded)) return undefined;
  return receipt === recorded.receipt || (receipt === 'pending' && recorded.receipt) ? undefined : receipt;
}

/** Until its capture a hold has a receipt that waits. */
function owesReceipt({ kind, state }: ListedOperation): boolean {
  return state === 'done' && (kind === 'capture' || kind === 'refund');
}

function isDoubled(listed: ListedOperation, recorded: RecordedOperation): boolean {
  return listed.effectCount > 1 || isDifferentObject(listed, recorded);
}

/** Whether the connector has another object than the one it returned to us. */
function isDifferentObject(
  { connectorReference: theirs }: ListedOperation,
  { connectorReference: ours }: RecordedOperation,
): boolean {
  return theirs !== undefined && ours !== null && theirs !== ours;
}

function toDoubled({ effectCount }: ListedOperation, { connectorReference }: RecordedOperation): FindingFacts {
  if (effectCount > 1 || connectorReference === null) return { effectCount };
  return { recordedReference: connectorReference };
}

function compareDeclined(compared: Compared): Finding | undefined {
  const { recorded } = compared;
  if (recorded?.state !== 'done') return undefined;
  return found(compared, 'missingEffect', { statement: 'declined', recordedStatus: recorded.status });
}

function compareOpen(compared: Compared, recorded: RecordedOperation): Finding | undefined {
  const { listed, asOf } = compared;
  if (listed.kind === 'void' || isDeciding(recorded, asOf)) return undefined;
  if (listed.state === 'voided') {
    return found(compared, 'differentState', { statement: 'released', recordedStatus: recorded.status });
  }
  const finding = found(compared, 'unrecordedOutcome', { statement: 'done', recordedStatus: recorded.status });
  return isOverdue(recorded, asOf) ? finding : { ...finding, repair: 'lookUp' };
}

/** Near its deadline the workflow looks the operation up itself, and a recent change may be followed by another. */
export function isDeciding({ changedAt, deadline }: RecordedOperation, asOf: Date): boolean {
  const isNear = (moment: Date) => Math.abs(asOf.getTime() - moment.getTime()) < GRACE_MS;
  return isNear(changedAt) || (deadline !== null && isNear(deadline));
}

/** Its workflow is overdue and may decide at any time, so nothing else may. */
export function isOverdue({ deadline }: RecordedOperation, asOf: Date): boolean {
  return deadline !== null && deadline < asOf;
}

function compareUndone(compared: Compared, recorded: RecordedOperation): Finding | undefined {
  const { listed, asOf, isReported } = compared;
  if (listed.kind === 'verify' || listed.kind === 'void' || listed.state === 'voided') return undefined;
  if (!isReported && asOf.getTime() - recorded.changedAt.getTime() < GRACE_MS) return undefined;
  const facts = (statement: ConnectorStatement) => ({ statement, recordedStatus: recorded.status });
  if (listed.state === 'held') {
    if (recorded.isSentMoney) return found(compared, 'lateSuccess', facts('held'));
    return { ...found(compared, 'orphanHold', facts('held')), repair: 'void' };
  }
  // A later capture or void is an operation of its own.
  if (listed.kind === 'authorise') return undefined;
  if (listed.kind === 'capture' && !UNDECIDED.has(recorded.status)) {
    return found(compared, 'lateSuccess', facts('taken'));
  }
  return found(compared, 'differentState', facts('done'));
}

const UNDECIDED: ReadonlySet<string> = new Set(['pending', 'processed']);

function compareDone(compared: Compared, recorded: RecordedOperation): Finding | undefined {
  const { listed } = compared;
  if (listed.kind === 'verify' || listed.kind === 'void') return undefined;
  if (listed.state === 'voided') {
    return found(compared, 'differentState', { statement: 'released', recordedStatus: recorded.status });
  }
  const { amountMinor, currency } = listed;
  if (currency !== null && recorded.currency !== null && currency !== recorded.currency) {
    return found(compared, 'differentCurrency', { recordedCurrency: recorded.currency });
  }
  if (amountMinor !== null && recorded.amountMinor !== null && amountMinor !== recorded.amountMinor) {
    return found(compared, 'differentAmount');
  }
  return undefined;
}

function found({ listed, recorded }: Compared, kind: Finding['kind'], facts: FindingFacts = {}): Finding {
  return {
    kind,
    operationID: listed.operationID,
    operationKind: listed.kind,
    facts,
    currency: listed.currency ?? recorded?.currency ?? null,
    connectorMinor: listed.state === 'declined' ? 0n : listed.amountMinor,
    recordedMinor: recorded?.state === 'done' ? recorded.amountMinor : 0n,
    ...(listed.connectorReference !== undefined && { connectorReference: listed.connectorReference }),
    at: listed.at,
  };
}

/** The connector's answer to a look-up by operation id. */
export type LookedUp =
  'approved' | 'returned' | 'declined' | 'interactionRequired' | 'pending' | 'notFound' | 'contradicted';

/**
 * Compares an effect of the ledger that the connector does not list with its look-up by operation id. An unknown void
 * leaves a hold, which is voided again; nothing else is repeated.
 */
export function compareMissing(
  recorded: RecordedOperation,
  { lookedUp, at }: { lookedUp: LookedUp; at: Date },
): Finding | undefined {
  // A returned payout had its effect; the return has an entry of its own.
  if (lookedUp === 'approved' || lookedUp === 'returned') return undefined;
  // After a released hold the connector may keep nothing.
  if (recorded.kind === 'authorise' && recorded.state === 'undone') return undefined;
  const finding: Finding = {
    kind: 'missingEffect',
    operationID: recorded.operationID,
    operationKind: recorded.kind,
    facts: { statement: lookedUp, recordedStatus: recorded.status },
    currency: recorded.currency,
    connectorMinor: 0n,
    recordedMinor: recorded.amountMinor,
    at,
  };
  return recorded.kind === 'void' ? { ...finding, repair: 'void' } : finding;
}
