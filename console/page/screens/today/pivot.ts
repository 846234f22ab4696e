import type { Schemas } from '../../api/client';

type Counted = Pick<Schemas['AttemptCell'], 'attempts' | 'weekAgoAttempts'>;

export interface PivotCell extends Counted {
  /** Of the attempts of its column. */
  share: number;
}

export interface Pivot {
  connectors: string[];
  rows: { reason: string; cells: PivotCell[]; total: PivotCell }[];
  columnTotals: PivotCell[];
  total: PivotCell;
}

/** Arranges cells by reason and connector account, the largest first. */
export function buildPivot(cells: readonly Schemas['AttemptCell'][], shopID: string): Pivot {
  const shown = cells.filter((cell) => shopID === '' || cell.shopID === shopID);
  const sum = (reason?: string, connector?: string): Counted => {
    const parts = shown.filter(
      (cell) =>
        (reason === undefined || cell.reason === reason) && (connector === undefined || cell.connector === connector),
    );
    const count = (field: keyof Counted): number => parts.reduce((total, each) => total + each[field], 0);
    return { attempts: count('attempts'), weekAgoAttempts: count('weekAgoAttempts') };
  };
  const withShare = (counted: Counted, whole: Counted): PivotCell => ({
    ...counted,
    share: whole.attempts === 0 ? 0 : counted.attempts / whole.attempts,
  });
  const bySize = (names: Iterable<string>, size: (name: string) => number): string[] =>
    [...new Set(names)].sort((one, other) => size(other) - size(one));
  const connectors = bySize(
    shown.map(({ connector }) => connector),
    (name) => sum(undefined, name).attempts,
  );
  const reasons = bySize(
    shown.map(({ reason }) => reason),
    (name) => sum(name).attempts,
  );
  const whole = sum();
  return {
    connectors,
    rows: reasons.map((reason) => ({
      reason,
      cells: connectors.map((name) => withShare(sum(reason, name), sum(undefined, name))),
      total: withShare(sum(reason), whole),
    })),
    columnTotals: connectors.map((name) => withShare(sum(undefined, name), whole)),
    total: withShare(whole, whole),
  };
}
