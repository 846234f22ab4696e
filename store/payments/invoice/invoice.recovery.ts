import { workflowIDs } from '../../../workflow-names/workflow-ids';
import { statement, type Database } from '../../postgres/database';
import type { RecoverableEntity, OpenEntity } from '../../operators/recovery/recoverable-entity';
import { WAITS_FOR_DUE_DATE, dueInvoicesStart } from './due-date-schedule';

const ANY_WAITS = statement('invoice-any-waits', `SELECT 1 FROM invoices WHERE ${WAITS_FOR_DUE_DATE} LIMIT 1`);

const KEY = ['all'];

/** One workflow for all due dates; it must run while any invoice waits. */
export const dueInvoicesRecovery: RecoverableEntity = {
  kind: 'dueInvoices',
  page: (database, after) => (after ? Promise.resolve([]) : listOpen(database)),
  openAt: (database, keys) => (keys.length > 0 ? listOpen(database) : Promise.resolve([])),
  parseKey: (workflowID) => (workflowID.startsWith(`${workflowIDs.dueInvoices()}/`) ? KEY : undefined),
};

async function listOpen(database: Database): Promise<OpenEntity[]> {
  const waiting = await database.run(ANY_WAITS, []);
  return waiting.length > 0 ? [{ key: KEY, start: dueInvoicesStart }] : [];
}
