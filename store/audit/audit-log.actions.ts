import { Refusal } from '../../domain/errors/refusal';
import { statement, type Database } from '../database';

/** What an operator did, or a party with its key that is no work of its payers: an entry of the chain. */
export interface AdministrativeAction {
  number: bigint;
  occurredAt: Date;
  /** `operator/NAME` from a shell, `operatorKey/ID` over HTTP, `operator` for a workflow that was started by hand, `apiKey/ID`. */
  caller: string;
  operation: string;
  subjectType: string;
  subjectID: string;
  reason: string | null;
  requestID: string;
}

/** As the chain has it: migration `chain-audit`. */
type Entry = Omit<AdministrativeAction, 'number' | 'occurredAt'> & { at: string };

const LIST = statement<{ number: bigint; entry: Entry }>(
  'audit-list-actions',
  `SELECT number, entry FROM audit_chain
   WHERE number < $2 AND ($3::text IS NULL OR entry ->> 'subjectType' = $3)
     AND ($4::text IS NULL OR entry ->> 'subjectID' = $4) AND ($5::text IS NULL OR entry ->> 'caller' = $5)
   ORDER BY number DESC LIMIT $1`,
);

/** Which actions: all, or those about one thing, or one actor's; from a place on. */
export interface ActionsRequest {
  subjectType?: string | undefined;
  subjectID?: string | undefined;
  caller?: string | undefined;
  limit: number;
  /** The number of the last action of the page before. */
  after?: string | undefined;
}

/** The largest number that the record can hold. */
const NEWEST = '9223372036854775807';

const isNumber = (after: string): boolean => /^\d{1,19}$/.test(after) && BigInt(after) <= BigInt(NEWEST);

/** What operators and keys did, the newest first. @throws Refusal badToken */
export async function listAdministrativeActions(
  database: Database,
  request: ActionsRequest,
): Promise<AdministrativeAction[]> {
  const { subjectType, subjectID, caller, limit, after = NEWEST } = request;
  if (!isNumber(after)) {
    throw new Refusal('badToken', 'continuationToken is not one of this listing', { place: 'continuationToken' });
  }
  const rows = await database.run(LIST, [limit, after, subjectType ?? null, subjectID ?? null, caller ?? null]);
  return rows.map(({ number, entry }) => ({
    number,
    occurredAt: new Date(entry.at),
    caller: entry.caller,
    operation: entry.operation,
    subjectType: entry.subjectType,
    subjectID: entry.subjectID,
    reason: entry.reason,
    requestID: entry.requestID,
  }));
}
