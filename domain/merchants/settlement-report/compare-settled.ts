import { compareListed } from '../../operators/reconciliation/compare';
import type { Finding } from '../../operators/reconciliation/finding';
import type { RecordedEffect, RecordedOperation } from '../../operators/reconciliation/operation';
import { parseSubject } from '../../operators/reconciliation/operation-name';
import { expectedFee, type AcquirerFeeTerms, type SettledRow } from './settlement-report';

/** Acquirers round in their own ways. */
const ROUNDING_MINOR = 1n;

/** The id of a finding about a settlement report: the list of the connector may have a finding of the same operation. */
export function settledFindingID(name: string): string {
  return `settlement/${name}`;
}

export interface SettledOperation {
  /** The rows of the report about one operation. */
  rows: readonly [SettledRow, ...SettledRow[]];
  /** How many rows of all reports of the account are about it. */
  rowCount: number;
  recorded: RecordedOperation | undefined;
  terms: AcquirerFeeTerms;
  now: Date;
}

/** Compares what a report says of one payment or refund with the database. */
export function compareSettled({ rows, rowCount, recorded, terms, now }: SettledOperation): Finding[] {
  const [row] = rows;
  const { kind, operationID, currency, grossMinor, at } = row;
  if (operationID === undefined || !recorded) return [unknownRow(row)];
  const listed = {
    ...{ operationID, currency, at, effectCount: rowCount, state: 'done' as const },
    kind: kind === 'refund' ? ('refund' as const) : ('capture' as const),
    amountMinor: kind === 'refund' ? -grossMinor : grossMinor,
  };
  const found = compareListed({ listed, recorded, asOf: now, isReported: true });
  const fee = currency === recorded.currency ? compareFees(rows, recorded, terms) : undefined;
  return [found, fee].flatMap((finding) => (finding ? [ofReport(finding, row)] : []));
}

/** Payments only: other operations have no terms. */
function compareFees(
  rows: readonly SettledRow[],
  recorded: RecordedOperation,
  terms: AcquirerFeeTerms,
): Finding | undefined {
  for (const { kind, operationID = '', currency, grossMinor, feeMinor, at } of rows) {
    const expected = kind === 'payment' ? (expectedFee(grossMinor, terms) ?? recorded.feeMinor) : undefined;
    if (expected === undefined) continue;
    const difference = feeMinor - expected;
    if (difference <= ROUNDING_MINOR && difference >= -ROUNDING_MINOR) continue;
    return {
      ...{ kind: 'differentFee', operationID, operationKind: recorded.kind, currency, at },
      facts: {},
      connectorMinor: feeMinor,
      recordedMinor: expected,
    };
  }
  return undefined;
}

/** A repair is left to the comparison with the connector's own list. */
function ofReport({ repair: _, ...finding }: Finding, { connectorReference }: SettledRow): Finding {
  const { operationID } = finding;
  return {
    ...finding,
    operationID: settledFindingID(operationID),
    subject: parseSubject(operationID),
    ...(connectorReference !== undefined && { connectorReference }),
  };
}

/** A row about nothing that the database has. */
export function unknownRow(row: SettledRow): Finding {
  const { kind, batch, currency, grossMinor, at, line } = row;
  const name = row.operationID ?? row.connectorReference ?? `${batch}/${line}`;
  const finding: Finding = {
    ...{ kind: 'unknownOperation', operationID: name, operationKind: 'unknown', currency, at },
    facts: { batch, line, rowKind: kind },
    connectorMinor: grossMinor,
    recordedMinor: 0n,
  };
  return ofReport(finding, row);
}

/** An effect of the ledger that no settlement report has. */
export function missingRow({ kind, at }: RecordedEffect, recorded: RecordedOperation): Finding {
  const { operationID, currency, amountMinor, status, connectorReference } = recorded;
  return {
    ...{ kind: 'missingEffect', operationKind: kind, currency, at },
    operationID: settledFindingID(operationID),
    subject: parseSubject(operationID),
    facts: { statement: 'notReported', recordedStatus: status },
    connectorMinor: 0n,
    recordedMinor: amountMinor,
    ...(connectorReference !== null && { connectorReference }),
  };
}
