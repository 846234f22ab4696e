import { createHash } from 'node:crypto';
import { statement, type Database } from '../../postgres/database';
import { RETENTION_DAYS } from '../retention/retention';

/** The end of the chain. A head stored elsewhere proves later that nothing before it was changed. */
export interface AuditHead {
  number: bigint;
  hash: string;
}

/** Что не так с записью цепочки; `cutOff` — цепочка уже была длиннее, `unchained` — строки журнала в цепочке нет. */
export type AuditFaultKind =
  | 'missing'
  | 'unlinked'
  | 'changed'
  | 'mislabelled'
  | 'rewritten'
  | 'cutOff'
  | 'beyondHead'
  | 'rowGone'
  | 'rowDiffers'
  | 'unchained';

export interface AuditFault {
  number: bigint;
  kind: AuditFaultKind;
}

interface ChainRow {
  number: bigint;
  auditID: bigint;
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

/** Keeps one comparison below the statement timeout of half a minute. */
const COMPARISON_PAGE = 2_000n;

// Builds the entry independently of the database function that wrote it.
const COPIES = statement<AuditFault>(
  'audit-chain-copies',
  `SELECT c.number, CASE WHEN a.id IS NULL THEN 'rowGone' ELSE 'rowDiffers' END AS kind
   FROM audit_chain c LEFT JOIN audit_log a ON a.id = c.audit_id
   WHERE c.number > $2 AND c.number <= $3
     AND CASE WHEN a.id IS NULL THEN (c.entry ->> 'at')::timestamptz > now() - make_interval(days => $1)
     ELSE c.entry - 'number' <> jsonb_build_object('id', a.id,
       'at', to_char(a.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
       'caller', a.caller, 'operation', a.operation, 'subjectType', a.subject_type, 'subjectID', a.subject_id,
       'paymentID', a.payment_id, 'eventNumber', a.event_number, 'partyID', a.party_id, 'requestID', a.request_id,
       'status', a.status, 'refusal', a.refusal, 'reason', a.reason)
       || CASE WHEN coalesce(a.before, a.after) IS NULL THEN '{}'::jsonb
          ELSE jsonb_build_object('before', a.before, 'after', a.after) END END
   ORDER BY c.number LIMIT 1`,
);

/** The last row of a page, and its first row without an entry. */
interface UnchainedRows {
  last: bigint | null;
  unchained: bigint | null;
}

const UNCHAINED_ROWS = statement<UnchainedRows>(
  'audit-chain-unchained',
  `WITH page AS MATERIALIZED (
     SELECT a.id FROM audit_log a WHERE a.caller LIKE 'operator%' AND a.id > $1 ORDER BY a.id LIMIT ${COMPARISON_PAGE}
   )
   SELECT max(p.id) AS last, min(p.id) FILTER (WHERE c.audit_id IS NULL) AS unchained
   FROM page p LEFT JOIN audit_chain c ON c.audit_id = p.id`,
);

const EMPTY_CHAIN: AuditHead = { number: 0n, hash: '0'.repeat(64) };

/** Verifies the chain from its beginning, concurrently with writers. @param kept an earlier head that was stored elsewhere */
export async function verifyAudit(
  database: Database,
  kept?: AuditHead,
): Promise<{ head: AuditHead; fault?: AuditFault }> {
  let last = EMPTY_CHAIN;
  for (;;) {
    const head = await readHead(database);
    const known = kept ? [head, kept] : [head];
    const followed = await follow(database, last, known);
    if (followed.fault) return { head, fault: followed.fault };
    last = followed.last;
    const cut = known.find(({ number }) => number > last.number);
    if (cut) return { head, fault: { number: last.number + 1n, kind: 'cutOff' } };
    const now = await readHead(database);
    if (now.number < last.number) return { head: now, fault: { number: now.number + 1n, kind: 'beyondHead' } };
    if (now.number > last.number) continue;
    const fault = (await findDifferingRow(database, now)) ?? (await findUnchainedRow(database));
    return fault ? { head: now, fault } : { head: now };
  }
}

async function readHead(database: Database): Promise<AuditHead> {
  const [head] = await database.run(HEAD, []);
  return head ? { number: head.number, hash: head.hash.toString('hex') } : EMPTY_CHAIN;
}

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
      const kind = checkEntry(row, last) ?? checkKnownHeads(next, known);
      if (kind !== undefined) return { last, fault: { number: last.number + 1n, kind } };
      last = next;
    }
  }
}

function checkEntry(row: ChainRow, last: AuditHead): AuditFaultKind | undefined {
  if (row.number !== last.number + 1n) return 'missing';
  if (row.previousHash.toString('hex') !== last.hash) return 'unlinked';
  const hash = createHash('sha256').update(row.previousHash).update(row.text).digest();
  if (!hash.equals(row.hash)) return 'changed';
  const isItself = row.entryNumber === String(row.number) && row.entryID === String(row.auditID);
  return isItself ? undefined : 'mislabelled';
}

function checkKnownHeads(row: AuditHead, known: readonly AuditHead[]): AuditFaultKind | undefined {
  const isOther = known.some(({ number, hash }) => number === row.number && hash !== row.hash);
  return isOther ? 'rewritten' : undefined;
}

/** Compares the chain with the rows of audit_log, which timelines read. */
async function findDifferingRow(database: Database, { number: last }: AuditHead): Promise<AuditFault | undefined> {
  for (let after = 0n; after < last; after += COMPARISON_PAGE) {
    const bounds = [RETENTION_DAYS.audit_log, after, after + COMPARISON_PAGE];
    const [copy] = await database.run(COPIES, bounds);
    if (copy) return copy;
  }
  return undefined;
}

async function findUnchainedRow(database: Database): Promise<AuditFault | undefined> {
  for (let after: bigint | null = -1n; after !== null;) {
    const [page]: UnchainedRows[] = await database.run(UNCHAINED_ROWS, [after]);
    if (page && page.unchained !== null) {
      return { number: page.unchained, kind: 'unchained' };
    }
    after = page?.last ?? null;
  }
  return undefined;
}
