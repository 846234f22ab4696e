import { statement, type Database } from '../../postgres/database';

/** Subjects of the audit log that decide what operators may do. */
const ACCESS_SUBJECTS = [
  'operator',
  'operatorKey',
  'operatorInvitation',
  'operatorLimit',
  'replayLimit',
  'approvalRule',
] as const;

const COUNT = statement<{ subject: string; count: number }>(
  'operator-access-changes',
  `SELECT s.subject, (SELECT count(*) FROM audit_log a WHERE a.subject_type = s.subject
     AND a.occurred_at > now() - interval '1 hour')::int AS count
   FROM unnest($1::text[]) AS s (subject)`,
);

/** Changes of access in the last hour, also those made on the database, by subject. */
export async function countAccessChanges(database: Database): Promise<{ subject: string; count: number }[]> {
  return database.run(COUNT, [ACCESS_SUBJECTS]);
}
