import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import { MAX_REPORT_ROWS, assertPeriod, assertReportSize, type Report } from '../../../domain/merchants/report/report';
import { statement } from '../../postgres/database';
import { requireIdentity } from '../../wallets/identity/identity.queries';
import type { Store } from '../../store';
import { findPendingOrRefuse, insertReport } from './report.insert';

/** Input of a new report: `fromTime` is inclusive, `toTime` exclusive. */
export interface NewReport {
  partyID: string;
  identityID: string;
  type: 'withdrawalRegistry';
  fromTime: Date;
  toTime: Date;
}

const COUNT = statement<{ count: number }>(
  'report-count',
  `SELECT count(*)::integer AS count FROM (
     SELECT 1 FROM withdrawals WHERE identity_id = $1 AND created_at >= $2 AND created_at < $3 LIMIT $4
   ) rows`,
);

/** Orders a report of an identity, whose files its workflow builds. @throws Refusal badIdentity, badFilter, reportTooLarge, temporarilyUnavailable */
export async function createReport(store: Store, given: NewReport, now = new Date()): Promise<Report> {
  const { database } = store;
  const { identityID, fromTime, toTime } = given;
  store.admission.admit('background', given.partyID);
  assertPeriod(given);
  await requireIdentity(database, given);
  const request = { ...given, shopID: null, documentID: null, orderedBy: null };
  await findPendingOrRefuse(database, request);
  const period = [rfc3339Text(fromTime), rfc3339Text(toTime)];
  const [size] = await database.run(COUNT, [identityID, ...period, MAX_REPORT_ROWS + 1]);
  assertReportSize(size?.count ?? 0);
  const rowsTotal = size?.count ?? 0;
  return insertReport(store, { ...request, rowsTotal, scopeID: null, expiresAt: null }, now);
}
