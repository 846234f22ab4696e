import { createHash } from 'node:crypto';
import { statement, type Database } from '../database';
import { RETENTION_DAYS } from '../retention/retention';

/** The end of the chain: whoever keeps one elsewhere can tell later whether anything up to it was changed. */
export interface AuditHead {
  number: bigint;
  /** SHA-256, hexadecimal. */
  hash: string;
}

/** The first entry that is not as it was written. */
export interface AuditFault {
  number: bigint;
  found: string;
}

interface ChainRow {
  number: bigint;
  auditID: bigint;
  /** As it was hashed. */
  text: string;
  entryNumber: string | null;
  entryID: string | null;
  previousHash: Buffer;
  hash: Buffer;
}

const PAGE = statement<ChainRow>(
  'audit-chain-page',
  `SELECT number, audit_id AS "auditID", entry::text AS text, entry ->> 'number' AS "entryNumber",
     entry ->> 'id' AS "entryID", previous_hash AS "previousHash", hash
   FROM audit_chain WHERE number > $1 ORDER BY number LIMIT 2000`,
);

const HEAD = statement<{ number: bigint; hash: Buffer }>(
  'audit-chain-head',
  'SELECT number, hash FROM audit_chain_head',
);

/** So many rows are compared by one statement: the chain is kept for ever, and a statement has half a minute. */
const COMPARED_AT_ONCE = 2_000n;

// The entry is put together here once more, not by the function of the database that wrote it.
const COPIES = statement<AuditFault>(
  'audit-chain-copies',
  `SELECT c.number, CASE WHEN a.id IS NULL THEN 'its row in audit_log is gone before its time'
       ELSE 'its row in audit_log says something else' END AS found
   FROM audit_chain c LEFT JOIN audit_log a ON a.id = c.audit_id
   WHERE c.number > $2 AND c.number <= $3
     AND CASE WHEN a.id IS NULL THEN (c.entry ->> 'at')::timestamptz > now() - make_interval(days => $1)
     ELSE c.entry - 'number' <> jsonb_build_object('id', a.id,
       'at', to_char(a.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
       'caller', a.caller, 'operation', a.operation, 'subjectType', a.subject_type, 'subjectID', a.subject_id,
       'paymentID', a.payment_id, 'eventNumber', a.event_number, 'partyID', a.party_id, 'requestID', a.request_id,
       'status', a.status, 'refusal', a.refusal, 'reason', a.reason) END
   ORDER BY c.number LIMIT 1`,
);

/** The last row of a page, and the first of it that is in no entry. */
interface Strangers {
  last: bigint | null;
  stranger: bigint | null;
}

const STRANGERS = statement<Strangers>(
  'audit-chain-strangers',
  `WITH page AS MATERIALIZED (
     SELECT a.id FROM audit_log a WHERE a.caller LIKE 'operator%' AND a.id > $1 ORDER BY a.id LIMIT ${COMPARED_AT_ONCE}
   )
   SELECT max(p.id) AS last, min(p.id) FILTER (WHERE c.audit_id IS NULL) AS stranger
   FROM page p LEFT JOIN audit_chain c ON c.audit_id = p.id`,
);

/** Before the first entry. */
const NOTHING: AuditHead = { number: 0n, hash: '0'.repeat(64) };

/**
 * Follows the chain from its beginning, while others go on adding to it. @param kept a head of an earlier time that was kept elsewhere
 * @returns the head, or the first entry that is not as it was written
 */
export async function verifyAudit(
  database: Database,
  kept?: AuditHead,
): Promise<{ head: AuditHead; fault?: AuditFault }> {
  let last = NOTHING;
  for (;;) {
    const head = await readHead(database);
    const known = kept ? [head, kept] : [head];
    const followed = await follow(database, last, known);
    if (followed.fault) return { head, fault: followed.fault };
    last = followed.last;
    const cut = known.find(({ number }) => number > last.number);
    if (cut)
      return { head, fault: { number: last.number + 1n, found: `is missing: the chain once reached ${cut.number}` } };
    const now = await readHead(database);
    if (now.number < last.number) {
      return { head: now, fault: { number: now.number + 1n, found: 'stands beyond the head of the chain' } };
    }
    // Somebody has added to it meanwhile: what he added is looked at, too.
    if (now.number > last.number) continue;
    const fault = (await faultOfCopies(database, now)) ?? (await faultOfStrangers(database));
    return fault ? { head: now, fault } : { head: now };
  }
}

async function readHead(database: Database): Promise<AuditHead> {
  const [head] = await database.run(HEAD, []);
  return head ? { number: head.number, hash: head.hash.toString('hex') } : NOTHING;
}

/** @param known heads that must be passed on the way */
async function follow(
  database: Database,
  from: AuditHead,
  known: readonly AuditHead[],
): Promise<{ last: AuditHead; fault?: AuditFault }> {
  let last = from;
  for (;;) {
    const rows = await database.run(PAGE, [last.number]);
    if (rows.length === 0) return { last };
    for (const row of rows) {
      const next = { number: row.number, hash: row.hash.toString('hex') };
      const found = faultOfRow(row, last) ?? faultOfHeads(next, known);
      if (found !== undefined) return { last, fault: { number: last.number + 1n, found } };
      last = next;
    }
  }
}

function faultOfRow(row: ChainRow, last: AuditHead): string | undefined {
  if (row.number !== last.number + 1n) return 'is missing';
  if (row.previousHash.toString('hex') !== last.hash) return 'does not follow from the one before';
  const hash = createHash('sha256').update(row.previousHash).update(row.text).digest();
  if (!hash.equals(row.hash)) return 'was changed: its hash is another';
  const isItself = row.entryNumber === String(row.number) && row.entryID === String(row.auditID);
  return isItself ? undefined : 'stands in the place of another';
}

function faultOfHeads(row: AuditHead, known: readonly AuditHead[]): string | undefined {
  const isOther = known.some(({ number, hash }) => number === row.number && hash !== row.hash);
  return isOther ? 'was written anew, with all before it: the head that was kept has another hash' : undefined;
}

/** The rows beside the chain, which timelines are made of. */
async function faultOfCopies(database: Database, { number: last }: AuditHead): Promise<AuditFault | undefined> {
  for (let after = 0n; after < last; after += COMPARED_AT_ONCE) {
    const bounds = [RETENTION_DAYS.audit_log, after, after + COMPARED_AT_ONCE];
    const [copy] = await database.run(COPIES, bounds);
    if (copy) return copy;
  }
  return undefined;
}

async function faultOfStrangers(database: Database): Promise<AuditFault | undefined> {
  for (let after: bigint | null = -1n; after !== null;) {
    const [page]: Strangers[] = await database.run(STRANGERS, [after]);
    if (page && page.stranger !== null) {
      return { number: 0n, found: `the row ${page.stranger} of audit_log is in no entry of the chain` };
    }
    after = page?.last ?? null;
  }
  return undefined;
}
