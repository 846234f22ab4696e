import type { Finding } from './finding';
import type { ListedOperation, RecordedOperation } from './operation';

/** What is younger may still be on its way into the record, or its workflow is about to decide. */
export const GRACE_MS = 15 * 60_000;

interface Compared {
  listed: ListedOperation;
  /** Undefined where no entity of ours goes by that name. */
  recorded: RecordedOperation | undefined;
  /** Now, by the engine's clock. */
  asOf: Date;
  /** Whether the connector has just reported it: then nothing of it is on its way any more. */
  isReported?: boolean;
}

/** What an operation that a connector lists says against the record; undefined where both agree, or where it is too early to tell. */
export function compareListed(compared: Compared): Finding | undefined {
  const { listed, recorded } = compared;
  if (listed.state === 'declined') return compareDeclined(compared);
  if (!recorded) return found(compared, 'unknownOperation', 'the record has no entity of this name');
  const isDoubled = listed.effectCount > 1 || isAnother(listed, recorded);
  if (isDoubled) return found(compared, 'doubledEffect', doubled(listed, recorded));
  switch (recorded.state) {
    case 'open':
      return compareOpen(compared, recorded);
    case 'undone':
      return compareUndone(compared, recorded);
    case 'done':
      return compareDone(compared, recorded);
  }
}

/** The connector has another object of that name than the one whose reference it gave us. */
function isAnother(
  { connectorReference: theirs }: ListedOperation,
  { connectorReference: ours }: RecordedOperation,
): boolean {
  return theirs !== undefined && ours !== null && theirs !== ours;
}

function doubled({ effectCount, connectorReference }: ListedOperation, recorded: RecordedOperation): string {
  if (effectCount > 1) return `it had its effect ${effectCount} times`;
  return `the connector has ${connectorReference} for it, and had answered ${recorded.connectorReference}`;
}

function compareDeclined(compared: Compared): Finding | undefined {
  const { recorded } = compared;
  if (recorded?.state !== 'done') return undefined;
  return found(compared, 'missingEffect', `the connector has declined it, here it is ${recorded.status}`);
}

function compareOpen(compared: Compared, recorded: RecordedOperation): Finding | undefined {
  const { listed, asOf } = compared;
  if (listed.kind === 'void' || isDeciding(recorded, asOf)) return undefined;
  if (listed.state === 'voided') {
    return found(
      compared,
      'differentState',
      `here it is still ${recorded.status}, the connector has given the hold back`,
    );
  }
  const reason = `the connector has done it, here it is still ${recorded.status}`;
  const finding = found(compared, 'unrecordedOutcome', reason);
  return isOverdue(recorded, asOf) ? finding : { ...finding, repair: 'lookUp' };
}

/** Its workflow asks the connector by itself as its deadline comes; and what has just changed may change again. */
export function isDeciding({ changedAt, deadline }: RecordedOperation, asOf: Date): boolean {
  const isNear = (moment: Date) => Math.abs(asOf.getTime() - moment.getTime()) < GRACE_MS;
  return isNear(changedAt) || (deadline !== null && isNear(deadline));
}

/** Its workflow should have decided long ago, and may at any moment: nobody decides beside it. */
export function isOverdue({ deadline }: RecordedOperation, asOf: Date): boolean {
  return deadline !== null && deadline < asOf;
}

function compareUndone(compared: Compared, recorded: RecordedOperation): Finding | undefined {
  const { listed, asOf, isReported } = compared;
  if (listed.kind === 'verify' || listed.kind === 'void' || listed.state === 'voided') return undefined;
  if (!isReported && asOf.getTime() - recorded.changedAt.getTime() < GRACE_MS) return undefined;
  const reason = `here it is ${recorded.status}, the connector `;
  if (listed.state === 'held') {
    if (recorded.isSentMoney) return found(compared, 'lateSuccess', `${reason}has the payer's money`);
    return { ...found(compared, 'orphanHold', `${reason}still holds the money`), repair: 'void' };
  }
  // What was done with the hold since is an operation of its own.
  if (listed.kind === 'authorise') return undefined;
  if (listed.kind === 'capture' && !UNDECIDED.has(recorded.status)) {
    return found(compared, 'lateSuccess', `${reason}has taken the payer's money`);
  }
  return found(compared, 'differentState', `${reason}has done it`);
}

/** Statuses of payments that may still end as captured. */
const UNDECIDED: ReadonlySet<string> = new Set(['pending', 'processed']);

function compareDone(compared: Compared, recorded: RecordedOperation): Finding | undefined {
  const { listed } = compared;
  if (listed.kind === 'verify' || listed.kind === 'void') return undefined;
  if (listed.state === 'voided') {
    return found(compared, 'differentState', `here it is ${recorded.status}, the connector has given the hold back`);
  }
  const { amountMinor, currency } = listed;
  if (currency !== null && recorded.currency !== null && currency !== recorded.currency) {
    return found(compared, 'differentCurrency', `the connector has ${currency}, the record ${recorded.currency}`);
  }
  if (amountMinor !== null && recorded.amountMinor !== null && amountMinor !== recorded.amountMinor) {
    return found(compared, 'differentAmount', `the connector has ${amountMinor}, the record ${recorded.amountMinor}`);
  }
  return undefined;
}

function found({ listed, recorded }: Compared, kind: Finding['kind'], reason: string): Finding {
  return {
    kind,
    operationID: listed.operationID,
    operationKind: listed.kind,
    reason,
    currency: listed.currency ?? recorded?.currency ?? null,
    connectorMinor: listed.state === 'declined' ? 0n : listed.amountMinor,
    recordedMinor: recorded?.state === 'done' ? recorded.amountMinor : 0n,
    ...(listed.connectorReference !== undefined && { connectorReference: listed.connectorReference }),
    at: listed.at,
  };
}

/** What a connector says of an operation by its name alone. */
export type LookedUp = 'approved' | 'declined' | 'interactionRequired' | 'notFound';

/**
 * What it says against the record that the ledger has an effect which the connector does not list: asked by name it may know it
 * all the same, of another time. A release that it does not know leaves a hold, which is voided; nothing else may be done again.
 */
export function compareMissing(
  recorded: RecordedOperation,
  { lookedUp, at }: { lookedUp: LookedUp; at: Date },
): Finding | undefined {
  if (lookedUp === 'approved') return undefined;
  // A hold that both sides have given back may be all that the connector remembers.
  if (recorded.kind === 'authorise' && recorded.state === 'undone') return undefined;
  const said = { declined: 'has declined it', notFound: 'does not know it', interactionRequired: 'awaits somebody' };
  const finding: Finding = {
    kind: 'missingEffect',
    operationID: recorded.operationID,
    operationKind: recorded.kind,
    reason: `here it is ${recorded.status}, the connector ${said[lookedUp]}`,
    currency: recorded.currency,
    connectorMinor: 0n,
    recordedMinor: recorded.amountMinor,
    at,
  };
  return recorded.kind === 'void' ? { ...finding, repair: 'void' } : finding;
}
