import { Refusal } from '../../../domain/platform/errors/refusal';
import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import { listChangesSince, type AdministrativeAction } from '../../platform/audit/audit-log.actions';
import type { CommandChange } from '../../../domain/operators/operator-command/operator-command';
import { statement, type Database, type Transaction } from '../../postgres/database';
import { TABLES } from './configuration.tables';

/** A change of a configured entity that its second editor has not seen. */
interface UnseenChange {
  version: number;
  fields: string[];
  caller: string;
  at: string;
  reason?: string;
}

/** Refuses a change of a version that is no longer the current one, and names the changes since. */
export class VersionConflict extends Refusal {
  constructor(
    message: string,
    readonly changes: readonly UnseenChange[],
  ) {
    super('versionConflict', message, { place: 'If-Match' });
  }
}

/** The version that an editor has read; 0 for a new entity. */
export interface ExpectedVersion {
  type: string;
  id: string;
  version: number;
}

/** @throws VersionConflict */
export async function assertVersion(
  database: Database,
  { expected, current }: { expected: ExpectedVersion; current: number },
  tx: Transaction,
): Promise<void> {
  const { type, id, version } = expected;
  if (version === current) return;
  if (version === 0) throw new VersionConflict(`${type} ${id} exists: change it with its version in If-Match`, []);
  const changes = (await listChangesSince(database, expected, tx)).map(toUnseenChange);
  const [last] = changes;
  const who = last ? `: ${last.fields.join(', ')} by ${last.caller} at ${last.at}` : '';
  throw new VersionConflict(`${type} ${id} has version ${current}, not ${version}${who}`, changes);
}

/** The entities whose changes name a version. */
const VERSIONED: ReadonlySet<string> = new Set([
  ...Object.values(TABLES).map(({ subject }) => subject),
  'connectorAccount',
]);

const VERSION = statement<{ version: number }>(
  'configuration-version',
  [...Object.values(TABLES), { subject: 'connectorAccount', table: 'connector_accounts' }]
    .map(({ subject, table }) => `SELECT version FROM ${table} WHERE $1::text = '${subject}' AND id::text = $2`)
    .join(' UNION ALL '),
);

/** Refuses changes of versions that are no longer the current ones. @throws VersionConflict */
export async function assertChangesCurrent(
  database: Database,
  changes: readonly CommandChange[],
  tx: Transaction,
): Promise<void> {
  for (const expected of changes) {
    if (!VERSIONED.has(expected.type)) continue;
    const [found] = await database.run(VERSION, [expected.type, expected.id], tx);
    await assertVersion(database, { expected, current: found?.version ?? 0 }, tx);
  }
}

function toUnseenChange({ after, caller, occurredAt, reason }: AdministrativeAction): UnseenChange {
  return {
    version: Number(after?.['version'] ?? 0),
    fields: Object.keys(after ?? {}).filter((field) => field !== 'version'),
    caller,
    at: rfc3339Text(occurredAt),
    ...(reason === null ? {} : { reason }),
  };
}
