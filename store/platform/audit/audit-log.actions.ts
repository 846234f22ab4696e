import type { AuditedType } from '../../../domain/operators/audit/audited-type';
import { Refusal } from '../../../domain/platform/errors/refusal';
import { statement, type Database, type Transaction } from '../../postgres/database';

/** An entry of the audit chain: an action of an operator, or of a party's API key. */
export interface AdministrativeAction {
  number: bigint;
  occurredAt: Date;
  /** `operator/ID`, `operator/NAME` (shell of the host), `operator` (workflow started by hand) or `apiKey/ID`. */
  caller: string;
  operation: string;
  subjectType: AuditedType;
  subjectID: string;
  reason: string | null;
  requestID: string;
  /** The changed fields with their values, or facts of the action; null without them and before a creation. */
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

type Changes = Pick<AdministrativeAction, 'before' | 'after'>;
type Entry = Omit<AdministrativeAction, 'number' | 'occurredAt' | keyof Changes> & Partial<Changes> & { at: string };

const LIST = statement<{ number: bigint; entry: Entry }>(
  'audit-list-actions',
  `SELECT number, entry FROM audit_chain
   WHERE number < $2 AND ($3::text IS NULL OR entry ->> 'subjectType' = $3)
     AND ($4::text IS NULL OR entry ->> 'subjectID' = $4) AND ($5::text IS NULL OR entry ->> 'caller' = $5)
   ORDER BY number DESC LIMIT $1`,
);

export interface ActionsRequest {
  subjectType?: string | undefined;
  subjectID?: string | undefined;
  caller?: string | undefined;
  limit: number;
  after?: string | undefined;
}

/** The maximum of bigint in PostgreSQL. */
const MAX_NUMBER = '9223372036854775807';

const isNumber = (after: string): boolean => /^\d{1,19}$/.test(after) && BigInt(after) <= BigInt(MAX_NUMBER);

/** Lists actions, newest first. @throws Refusal badToken */
export async function listAdministrativeActions(
  database: Database,
  request: ActionsRequest,
): Promise<AdministrativeAction[]> {
  const { subjectType, subjectID, caller, limit, after = MAX_NUMBER } = request;
  if (!isNumber(after)) {
    throw new Refusal('badToken', 'continuationToken is not one of this listing', { place: 'continuationToken' });
  }
  const rows = await database.run(LIST, [limit, after, subjectType ?? null, subjectID ?? null, caller ?? null]);
  return rows.map(toAction);
}

function toAction({ number, entry }: { number: bigint; entry: Entry }): AdministrativeAction {
  return {
    number,
    occurredAt: new Date(entry.at),
    caller: entry.caller,
    operation: entry.operation,
    subjectType: entry.subjectType,
    subjectID: entry.subjectID,
    reason: entry.reason,
    requestID: entry.requestID,
    before: entry.before ?? null,
    after: entry.after ?? null,
  };
}

const SINCE = statement<{ number: bigint; entry: Entry }>(
  'audit-list-changes-since',
  `SELECT number, entry FROM audit_chain
   WHERE entry ->> 'subjectType' = $1 AND entry ->> 'subjectID' = $2 AND (entry -> 'after' ->> 'version')::integer > $3
   ORDER BY number DESC LIMIT 20`,
);

/** Lists the changes of a configured entity after a version, newest first. */
export async function listChangesSince(
  database: Database,
  { type, id, version }: { type: string; id: string; version: number },
  tx?: Transaction,
): Promise<AdministrativeAction[]> {
  return (await database.run(SINCE, [type, id, version], tx)).map(toAction);
}
