import { rfc3339Text } from '../rfc3339/rfc3339';
import type { Finding } from './finding';
import { OPERATION_KINDS, type ListedOperation, type OperationKind, type RecordedOperation } from './operation';
import { movesMoney } from './operation-name';
import type { Window } from './passes';

/** What one side has of one currency and one kind of operation. */
export interface Side {
  count: number;
  sumMinor: bigint;
}

/** What both sides have. */
export interface Sum {
  currency: string;
  kind: OperationKind;
  connector: Side;
  recorded: Side;
}

/**
 * Sums of a window over the operations that were compared in it: what the connector lists of the window with what the record
 * has by the same names, and what the record alone has. So no operation counts on one side only because it was a moment later there.
 */
export class Sums {
  private readonly sums = new Map<string, Sum>();

  /** A listed operation that had its effect, as both sides have it. */
  addListed(listed: ListedOperation, recorded: RecordedOperation | undefined): void {
    if (!movesMoney(listed.kind)) return;
    const isDone = listed.state !== 'declined' && !(recorded?.state === 'undone' && listed.state === 'voided');
    if (isDone && listed.currency !== null && listed.amountMinor !== null) {
      this.add('connector', { ...listed, currency: listed.currency, amountMinor: listed.amountMinor });
    }
    if (recorded?.state === 'done') this.addRecorded(recorded);
  }

  /** An operation of the record that its connector does not have. */
  addRecorded(recorded: RecordedOperation): void {
    const { currency, amountMinor, kind } = recorded;
    if (!movesMoney(kind) || currency === null || amountMinor === null) return;
    this.add('recorded', { kind, currency, amountMinor });
  }

  /** In the order of currencies and kinds. */
  list(): Sum[] {
    const place = ({ kind }: Sum) => OPERATION_KINDS.indexOf(kind);
    return [...this.sums.values()].sort(
      (one, other) => one.currency.localeCompare(other.currency) || place(one) - place(other),
    );
  }

  private add(
    side: 'connector' | 'recorded',
    { kind, currency, amountMinor }: { kind: OperationKind; currency: string; amountMinor: bigint },
  ): void {
    const key = `${currency}/${kind}`;
    const sum = this.sums.get(key) ?? {
      currency,
      kind,
      connector: { count: 0, sumMinor: 0n },
      recorded: { count: 0, sumMinor: 0n },
    };
    sum[side] = { count: sum[side].count + 1, sumMinor: sum[side].sumMinor + amountMinor };
    this.sums.set(key, sum);
  }
}

/** Sums that differ, with how much of it the differences of single operations explain. */
export function differentSums(sums: readonly Sum[], window: Window, findings: readonly Finding[]): Finding[] {
  return sums.flatMap(({ currency, kind, connector, recorded }) => {
    const difference = connector.sumMinor - recorded.sumMinor;
    if (difference === 0n) return [];
    const of = findings.filter((finding) => finding.currency === currency && finding.operationKind === kind);
    const finding: Finding = {
      kind: 'differentSums',
      operationID: `sums/${rfc3339Text(window.from)}/${currency}/${kind}`,
      operationKind: kind,
      reason: `the connector has ${difference > 0n ? 'more' : 'less'}; ${of.length} operations of these differ`,
      currency,
      connectorMinor: connector.sumMinor,
      recordedMinor: recorded.sumMinor,
      at: window.from,
    };
    return [finding];
  });
}
