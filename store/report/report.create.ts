import { rfc3339Text } from '../../domain/rfc3339/rfc3339';
import {
  MAX_REPORT_ROWS,
  MAX_PENDING_REPORTS,
  assertPeriod,
  assertReportSize,
  assertReportCapacity,
  type Report,
  type ReportType,
} from '../../domain/report/report';
import { reportMachine } from '../../domain/report/report.machine';
import { workflowIDs } from '../../workflows/names/workflow-ids';
import { workflowTypes } from '../../workflows/names/workflow-messages';
import { statement } from '../postgres/database';
import { requireIdentity } from '../identity/identity.queries';
import { appendCommands } from '../outbox/outbox';
import type { StartCommand } from '../change-log';
import type { Store } from '../store';
import { REPORT, fromReportRow, type StoredReport } from './report.table';

/** Input of a new report: `fromTime` is inclusive, `toTime` exclusive. */
export interface NewReport {
  partyID: string;
  identityID: string;
  type: ReportType;
  fromTime: Date;
  toTime: Date;
}

const INSERT = statement<StoredReport>(
  'report-insert',
  `INSERT INTO reports AS r (party_id, identity_id, type, from_time, to_time, created_at, status)
   VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING ${REPORT}`,
);

const COUNT = statement<{ count: number }>(
  'report-count',
  `SELECT count(*)::integer AS count FROM (
     SELECT 1 FROM withdrawals WHERE identity_id = $1 AND created_at >= $2 AND created_at < $3 LIMIT $4
   ) rows`,
);

/** Serialises the orders of a party, so that they do not exceed the limit together. */
const LOCK_ORDERS = statement(
  'report-lock-orders',
  `SELECT pg_advisory_xact_lock(hashtextextended('reports/' || $1, 0))::text`,
);

const COUNT_PENDING = statement<{ count: number }>(
  'report-count-pending',
  `SELECT count(*)::integer AS count FROM (
     SELECT 1 FROM reports WHERE party_id = $1 AND status = 'pending' LIMIT ${MAX_PENDING_REPORTS}
   ) pending`,
);

/** Orders a report, whose files its workflow builds. @throws Refusal badIdentity, badFilter, reportTooLarge, temporarilyUnavailable */
export async function createReport(store: Store, given: NewReport, now = new Date()): Promise<Report> {
  const { database } = store;
  const { partyID, identityID, type, fromTime, toTime } = given;
  store.admission.admit('background', partyID);
  assertPeriod(given);
  await requireIdentity(database, given);
  const period = [rfc3339Text(fromTime), rfc3339Text(toTime)];
  const [size] = await database.run(COUNT, [identityID, ...period, MAX_REPORT_ROWS + 1]);
  assertReportSize(size?.count ?? 0);
  const report = await database.transaction(async (tx) => {
    await database.run(LOCK_ORDERS, [partyID], tx);
    const [pending] = await database.run(COUNT_PENDING, [partyID], tx);
    assertReportCapacity(pending?.count ?? 0);
    const values = [partyID, identityID, type, ...period, rfc3339Text(now), reportMachine.initial];
    const [row] = await database.run(INSERT, values, tx);
    if (!row) throw new Error('the report was not stored');
    const created = fromReportRow(row);
    await appendCommands(database, [reportWorkflow(created)], tx);
    return created;
  });
  store.wakeUp.send('outbox');
  return report;
}

export function reportWorkflow({
  id,
  identityID,
  partyID,
  status,
  fromTime,
  toTime,
}: Pick<Report, 'id' | 'identityID' | 'partyID' | 'status' | 'fromTime' | 'toTime'>): StartCommand {
  return {
    kind: 'start',
    workflowID: workflowIDs.report(identityID, id),
    workflowType: workflowTypes.report,
    args: [{ reportID: id }],
    searchAttributes: { PartyID: partyID, EntityStatus: status },
    summary: `Withdrawals of the identity ${identityID}, ${rfc3339Text(fromTime)} to ${rfc3339Text(toTime)}`,
  };
}
