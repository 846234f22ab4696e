import { rfc3339Text } from '../../platform/rfc3339/rfc3339';
import type { Finding } from './finding';
import { OPERATION_KINDS, type ListedOperation, type OperationKind, type RecordedOperation } from './operation';
import { movesMoney } from './operation-name';
import type { Window } from './passes';

/** One side's total of one currency and kind. */
export interface Side {
  count: number;
  sumMinor: bigint;
  /** The acquirer's own fees, where stated. */
  feeMinor?: bigint;
}

export interface Sum {
  currency: string;
  kind: OperationKind;
  connector: Side;
  recorded: Side;
}

interface SummedOperation {
  kind: OperationKind;
  currency: string;
  amountMinor: bigint;
  feeMinor?: bigint;
}

/**
 * Sums over the operations compared in a window, paired by operation id, so that an operation near its border does not
 * count on one side only.
 */
export class Sums {
  private readonly sums = new Map<string, Sum>();

  /** Adds both sides of a listed operation. */
  addListed(listed: ListedOperation, recorded: RecordedOperation | undefined): void {
    if (!movesMoney(listed.kind)) return;
    const isDone = listed.state !== 'declined' && !(recorded?.state === 'undone' && listed.state === 'voided');
    if (isDone && listed.currency !== null && listed.amountMinor !== null) {
      this.add('connector', { ...listed, currency: listed.currency, amountMinor: listed.amountMinor });
    }
    if (recorded?.state === 'done') this.addRecorded(recorded);
  }

  /** Adds an operation that only the database has. */
  addRecorded(recorded: RecordedOperation): void {
    const { currency, amountMinor, kind, feeMinor } = recorded;
    if (!movesMoney(kind) || currency === null || amountMinor === null) return;
    this.add('recorded', { kind, currency, amountMinor, ...(feeMinor !== undefined && { feeMinor }) });
  }

  /** Sorted by currency and kind. */
  list(): Sum[] {
    const getIndex = ({ kind }: Sum) => OPERATION_KINDS.indexOf(kind);
    return [...this.sums.values()].sort(
      (one, other) => one.currency.localeCompare(other.currency) || getIndex(one) - getIndex(other),
    );
  }

  private add(side: 'connector' | 'recorded', { kind, currency, amountMinor, feeMinor }: SummedOperation): void {
    const key = `${currency}/${kind}`;
    const sum = this.sums.get(key) ?? {
      currency,
      kind,
      connector: { count: 0, sumMinor: 0n },
      recorded: { count: 0, sumMinor: 0n },
    };
    const before = sum[side];
    const fee = feeMinor === undefined ? before.feeMinor : (before.feeMinor ?? 0n) + feeMinor;
    const { count, sumMinor } = before;
    sum[side] = { count: count + 1, sumMinor: sumMinor + amountMinor, ...(fee !== undefined && { feeMinor: fee }) };
    this.sums.set(key, sum);
  }
}

/** Reports differing sums, with the number of differing operations behind each. */
export function differentSums(sums: readonly Sum[], window: Window, findings: readonly Finding[]): Finding[] {
  return sums.flatMap(({ currency, kind, connector, recorded }) => {
    if (connector.sumMinor === recorded.sumMinor) return [];
    const related = findings.filter((finding) => finding.currency === currency && finding.operationKind === kind);
    const finding: Finding = {
      kind: 'differentSums',
      operationID: `sums/${rfc3339Text(window.from)}/${currency}/${kind}`,
      operationKind: kind,
      facts: { operationCount: related.length },
      currency,
      connectorMinor: connector.sumMinor,
      recordedMinor: recorded.sumMinor,
      at: window.from,
    };
    return [finding];
  });
}
