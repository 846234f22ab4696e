import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import {
  MAX_PENDING_OF_OPERATOR,
  MAX_PENDING_REPORTS,
  assertReportCapacity,
  getReportFormats,
  type Report,
} from '../../../domain/merchants/report/report';
import { reportMachine } from '../../../domain/merchants/report/report.machine';
import { workflowIDs } from '../../../workflow-names/workflow-ids';
import { workflowTypes } from '../../../workflow-names/workflow-messages';
import { auditWithin } from '../../platform/audit/audited';
import type { StartCommand } from '../../change-log';
import { appendCommands } from '../../platform/outbox/outbox';
import { toColumn } from '../../postgres/columns';
import { statement, type Database, type Transaction } from '../../postgres/database';
import type { Store } from '../../store';
import { REPORT, fromReportRow, type StoredReport } from './report.table';

export type ReportOrder = Omit<Report, 'id' | 'createdAt' | 'status' | 'files' | 'rowsDone'>;

const INSERT = statement<StoredReport>(
  'report-insert',
  `INSERT INTO reports AS r (party_id, identity_id, shop_id, scope_id, type, from_time, to_time, created_at, status,
     ordered_by, rows_total, expires_at, document_id)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) RETURNING ${REPORT}`,
);

/** Serialises the orders of a party or of an operator, so that they do not exceed the limit together. */
const LOCK_ORDERS = statement(
  'report-lock-orders',
  `SELECT pg_advisory_xact_lock(hashtextextended('reports/' || $1, 0))::text`,
);

const COUNT_PENDING = statement<{ count: number }>(
  'report-count-pending',
  `SELECT count(*)::integer AS count FROM (
     SELECT 1 FROM reports WHERE party_id = $1 AND status = 'pending' AND ordered_by IS NULL
     LIMIT ${MAX_PENDING_REPORTS}
   ) pending`,
);
const COUNT_PENDING_OF_OPERATOR = statement<{ count: number }>(
  'report-count-pending-of-operator',
  `SELECT count(*)::integer AS count FROM (
     SELECT 1 FROM reports WHERE ordered_by = $1 AND status = 'pending' LIMIT ${MAX_PENDING_OF_OPERATOR}
   ) pending`,
);

const FIND_PENDING = statement<StoredReport>(
  'report-find-pending',
  `SELECT ${REPORT} FROM reports r
   WHERE party_id = $1 AND status = 'pending' AND identity_id IS NULL AND type = $2 AND shop_id IS NOT DISTINCT FROM $3
     AND from_time = $4 AND to_time = $5 AND ordered_by IS NOT DISTINCT FROM $6
     AND document_id IS NOT DISTINCT FROM $7
   LIMIT 1`,
);

/** Stores an order and starts its workflow. A registry that is pending is not ordered twice. @throws Refusal temporarilyUnavailable */
export async function insertReport(store: Store, order: ReportOrder, now: Date): Promise<Report> {
  const { database, origin } = store;
  const report = await database.transaction(async (tx) => {
    await database.run(LOCK_ORDERS, [getOrderer(order)], tx);
    const same = await findPendingOrRefuse(database, order, tx);
    if (same) return same;
    const {
      partyID,
      identityID,
      shopID,
      scopeID,
      type,
      documentID,
      fromTime,
      toTime,
      orderedBy,
      rowsTotal,
      expiresAt,
    } = order;
    const place = [partyID, identityID, shopID, scopeID, type, fromTime, toTime, now, reportMachine.initial];
    const [row] = await database.run(INSERT, [...place, orderedBy, rowsTotal, expiresAt, documentID].map(toColumn), tx);
    if (!row) throw new Error('the report was not stored');
    const created = fromReportRow(row);
    await appendCommands(database, [reportWorkflow(created)], tx);
    if (orderedBy !== null) {
      const after = { type, partyID, shopID, fromTime: rfc3339Text(fromTime), toTime: rfc3339Text(toTime), rowsTotal };
      await auditWithin(database, origin, [{ type: 'registry', id: String(created.id), before: null, after }], tx);
    }
    return created;
  });
  store.wakeUp.send('outbox');
  return report;
}

type ReportRequest = Omit<ReportOrder, 'scopeID' | 'rowsTotal' | 'expiresAt'>;

/**
 * The same registry, if it is pending. It is also called before the rows are counted, which may cost a thousand times as much.
 * @throws Refusal temporarilyUnavailable
 */
export async function findPendingOrRefuse(
  database: Database,
  order: ReportRequest,
  tx?: Transaction,
): Promise<Report | undefined> {
  const { partyID, identityID, type, shopID, fromTime, toTime, orderedBy, documentID } = order;
  if (identityID === null) {
    const values = [partyID, type, shopID, fromTime, toTime, orderedBy, documentID].map(toColumn);
    const [same] = await database.run(FIND_PENDING, values, tx);
    if (same) return fromReportRow(same);
  }
  const count = orderedBy === null ? COUNT_PENDING : COUNT_PENDING_OF_OPERATOR;
  const [pending] = await database.run(count, [orderedBy ?? partyID], tx);
  assertReportCapacity(pending?.count ?? 0, orderedBy);
  return undefined;
}

function getOrderer({ partyID, orderedBy }: ReportRequest): string {
  return orderedBy === null ? partyID : `operator/${orderedBy}`;
}

export function reportWorkflow({
  id,
  scopeID,
  partyID,
  type,
  status,
  fromTime,
  toTime,
}: Pick<Report, 'id' | 'scopeID' | 'partyID' | 'type' | 'status' | 'fromTime' | 'toTime'>): StartCommand {
  const isRegistry = type !== 'withdrawalRegistry';
  const rows = isRegistry ? `Registry of ${type} of ${partyID}` : `Withdrawals of the identity ${scopeID}`;
  return {
    kind: 'start',
    workflowID: workflowIDs.report(scopeID ?? '', id),
    workflowType: isRegistry ? workflowTypes.registry : workflowTypes.report,
    args: [{ reportID: id, formats: getReportFormats(type) }],
    searchAttributes: { PartyID: partyID, EntityStatus: status },
    summary: `${rows}, ${rfc3339Text(fromTime)} to ${rfc3339Text(toTime)}`,
  };
}
