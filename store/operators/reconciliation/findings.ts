import type { TimelineFinding } from '../../../domain/operators/timeline/timeline';
import type { AnswerDifference } from '../../../domain/operators/reconciliation/answer-fact';
import type { FindingFacts } from '../../../domain/operators/reconciliation/finding-facts';
import { REPORTED_KINDS, type Finding, type Repair } from '../../../domain/operators/reconciliation/finding';
import { findingMachine, type FindingAction } from '../../../domain/operators/reconciliation/finding.machine';
import { parseSubject } from '../../../domain/operators/reconciliation/operation-name';
import type { Pass, Window } from '../../../domain/operators/reconciliation/passes';
import { toColumn } from '../../postgres/columns';
import { statement, type BoundStatement, type Database } from '../../postgres/database';
import { newId } from '../../id';

/** A pass over the list of a connector, or its settlement reports. */
export type FoundBy = Pass | 'settlement';

export interface RecordedFinding extends TimelineFinding {
  operationKind: Finding['operationKind'];
  /** The entity, `payment/<invoice>.<payment>`. */
  subject: string;
  repair: Repair | null;
  connectorReference: string | null;
  differences: AnswerDifference[] | null;
  operationAt: Date;
  foundBy: FoundBy;
}

export const FINDING = `f.id, f.connector, f.kind, f.operation_id AS "operationID", f.operation_kind AS "operationKind", f.subject,
  f.status, f.status_changed_at AS "statusChangedAt", f.repair, f.facts, f.currency, f.connector_amount AS "connectorMinor",
  f.recorded_amount AS "recordedMinor", f.connector_reference AS "connectorReference", f.differences, f.operation_at AS "operationAt",
  f.found_at AS "foundAt", f.found_by AS "foundBy", f.resolution, f.resolved_by AS "resolvedBy"`;

/** A SQL condition: the statuses from which the machine allows an action. */
export function isFrom(action: FindingAction, column = 'status'): string {
  const from = findingMachine.transitions.filter(({ on }) => on === action).flatMap((transition) => transition.from);
  return `${column} IN (${from.map((status) => `'${status}'`).join(', ')})`;
}

const FOUND = `jsonb_to_recordset($1::jsonb) AS g (id text, kind text, operation_id text, operation_kind text, subject text,
  status text, repair text, facts jsonb, currency text, connector_amount bigint, recorded_amount bigint,
  connector_reference text, differences jsonb, operation_at timestamptz)`;

const WRITE = statement(
  'reconciliation-findings-write',
  `INSERT INTO reconciliation_findings AS f (id, connector, kind, operation_id, operation_kind, subject, status,
     status_changed_at, repair, facts, currency, connector_amount, recorded_amount, connector_reference, differences,
     operation_at, found_at, found_by)
   SELECT g.id, $2, g.kind, g.operation_id, g.operation_kind, g.subject, g.status, $3, g.repair, g.facts, g.currency,
     g.connector_amount, g.recorded_amount, g.connector_reference, g.differences, g.operation_at, $3, $4
   FROM ${FOUND} ORDER BY g.kind, g.operation_id
   ON CONFLICT ON CONSTRAINT reconciliation_findings_once DO UPDATE SET
     seen_count = f.seen_count + 1, facts = EXCLUDED.facts, differences = EXCLUDED.differences,
     connector_amount = EXCLUDED.connector_amount, recorded_amount = EXCLUDED.recorded_amount,
     status = CASE WHEN ${isFrom('reopen', 'f.status')} THEN 'open' ELSE f.status END,
     status_changed_at = CASE WHEN ${isFrom('reopen', 'f.status')} THEN $3 ELSE f.status_changed_at END`,
);

const REPORTED = REPORTED_KINDS.map((kind) => `'${kind}'`).join(', ');

const SETTLE = statement(
  'reconciliation-findings-settle',
  `UPDATE reconciliation_findings f SET status = 'settled', status_changed_at = $3
   WHERE f.connector = $2 AND ${isFrom('settle', 'f.status')} AND f.kind NOT IN (${REPORTED}) AND f.found_by <> 'settlement'
     AND f.operation_at >= $4 AND f.operation_at < $5
     AND NOT EXISTS (SELECT 1 FROM ${FOUND} WHERE g.kind = f.kind AND g.operation_id = f.operation_id)`,
);

interface WindowFindings {
  connector: string;
  pass: FoundBy;
  window: Window;
  findings: readonly Finding[];
  now: Date;
}

/** Updates known findings, reopens repaired ones that are found again, and settles those that the second pass does not find. */
export function findingsStatements({ connector, pass, window, findings, now }: WindowFindings): BoundStatement[] {
  const given = JSON.stringify(findings.map((finding) => toRow(finding, now)));
  const at = toColumn(now);
  const write = { ...WRITE, values: [given, connector, at, pass] };
  if (pass !== 'day') return [write];
  return [write, { ...SETTLE, values: [given, connector, at, toColumn(window.from), toColumn(window.to)] }];
}

function toRow(finding: Finding, now: Date): object {
  return {
    id: newId(now),
    kind: finding.kind,
    operation_id: finding.operationID,
    operation_kind: finding.operationKind,
    subject: finding.subject ?? parseSubject(finding.operationID),
    status: finding.repair === undefined ? 'open' : 'repairing',
    repair: finding.repair ?? null,
    facts: finding.facts,
    currency: finding.currency,
    connector_amount: finding.connectorMinor?.toString() ?? null,
    recorded_amount: finding.recordedMinor?.toString() ?? null,
    connector_reference: finding.connectorReference ?? null,
    differences: finding.differences ?? null,
    operation_at: toColumn(finding.at),
  };
}

const TO_REPAIR = statement<RecordedFinding>(
  'reconciliation-findings-to-repair',
  `SELECT ${FINDING} FROM reconciliation_findings f WHERE connector = $1 AND ${isFrom('repair')}
   ORDER BY operation_at, id LIMIT $2`,
);

/** Pending repairs of a connector, oldest first. */
export async function listRepairs(database: Database, connector: string, limit: number): Promise<RecordedFinding[]> {
  return database.run(TO_REPAIR, [connector, limit]);
}

const REPAIRED = statement(
  'reconciliation-finding-repaired',
  `UPDATE reconciliation_findings SET status = 'repaired', status_changed_at = now() WHERE id = $1 AND ${isFrom('repair')}`,
);

export async function recordRepair(database: Database, id: string): Promise<void> {
  await database.run(REPAIRED, [id]);
}

const LISTED = statement(
  'reconciliation-finding-listed',
  `UPDATE reconciliation_findings SET status = 'open', status_changed_at = now(), facts = facts || $2::jsonb
   WHERE id = $1 AND ${isFrom('list')}`,
);

/** Hands a finding that cannot be repaired to operators. */
export async function recordUnrepaired(database: Database, id: string, why: FindingFacts): Promise<void> {
  await database.run(LISTED, [id, JSON.stringify(why)]);
}
