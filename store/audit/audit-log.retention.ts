import { statement, type Database } from '../database';

/** For how long it is known who asked for what: as long as disputes are common. */
export const AUDIT_RETENTION_DAYS = 180;

const PAGE_SIZE = 5_000;

/** The oldest are looked at in their order, so that it costs the same however many are kept. */
const DELETE_OLD = statement(
  'audit-delete-old',
  `WITH oldest AS (SELECT id, occurred_at FROM audit_log ORDER BY id LIMIT ${PAGE_SIZE})
   DELETE FROM audit_log a USING oldest o
   WHERE a.id = o.id AND o.occurred_at < now() - make_interval(days => $1) RETURNING a.id`,
);

/** Deletes entries that are past their time. @returns how many */
export async function deleteOldAuditEntries(database: Database, days = AUDIT_RETENTION_DAYS): Promise<number> {
  let count = 0;
  for (;;) {
    const deleted = await database.run(DELETE_OLD, [days]);
    count += deleted.length;
    if (deleted.length < PAGE_SIZE) return count;
  }
}
