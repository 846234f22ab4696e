import { statement, type Database, type Transaction } from '../../postgres/database';
import { listByID } from '../../postgres/readers';

/** A sign-in of the console by the person or the key `owner`. */
export interface OwnedSession {
  id: string;
  /** Address of the browser at the sign-in. */
  address: string;
  /** Its `User-Agent`. */
  browser: string;
  startedAt: Date;
  /** The last request that a person caused, to the minute. */
  seenAt: Date;
}

export interface NewConsoleSession {
  id: string;
  owner: string;
  /** The operator's or the party's key; null for a person of the OpenID Connect provider. */
  keyID: string | null;
  address: string;
  browser: string;
}

/** A session ends after half an hour without a person's request, after a working day, and with its key. */
const IS_LIVE = `s.seen_at > now() - interval '30 minutes' AND s.started_at > now() - interval '12 hours'
  AND NOT EXISTS (SELECT FROM api_keys k WHERE k.id = s.key_id AND (k.revoked_at IS NOT NULL OR k.expires_at <= now()))
  AND NOT EXISTS (SELECT FROM operator_keys k WHERE k.id = s.key_id AND (k.revoked_at IS NOT NULL OR k.expires_at <= now()))`;

/** Further sign-ins of an owner end the oldest sessions. */
const MAX_SESSIONS = 100;

const INSERT = statement(
  'console-session-insert',
  `WITH ended AS (
     DELETE FROM console_sessions WHERE started_at < now() - interval '12 hours' OR id IN (
       SELECT id FROM console_sessions WHERE owner = $2 ORDER BY started_at DESC, id OFFSET ${MAX_SESSIONS - 1}))
   INSERT INTO console_sessions (id, owner, key_id, address, browser) VALUES ($1, $2, $3, $4, $5)`,
);

const LIST = statement<OwnedSession>(
  'console-session-list',
  `SELECT id, address, browser, started_at AS "startedAt", seen_at AS "seenAt"
   FROM console_sessions s WHERE owner = $1 AND ${IS_LIVE} ORDER BY started_at DESC, id`,
);

const SEE = statement<{ id: string }>(
  'console-session-see',
  `WITH live AS (SELECT id FROM console_sessions s WHERE id = $1 AND owner = $2 AND ${IS_LIVE}),
   seen AS (UPDATE console_sessions s SET seen_at = now() FROM live
     WHERE s.id = live.id AND $3 AND s.seen_at < now() - interval '1 minute')
   SELECT id FROM live`,
);

const END = statement<{ id: string }>(
  'console-session-end',
  'DELETE FROM console_sessions WHERE owner = $1 AND id = coalesce($2, id) RETURNING id',
);

/** Records a sign-in, and deletes the sessions that are past their limits. */
export async function createConsoleSession(database: Database, given: NewConsoleSession): Promise<void> {
  const { id, owner, keyID, address, browser } = given;
  await database.run(INSERT, [id, owner, keyID, address, browser]);
}

/** The live sessions of an owner, newest first. */
export const listConsoleSessions = listByID(LIST);

/** Whether the owner's session is live; a request by a person prolongs it. */
export async function seeConsoleSession(
  database: Database,
  { id, owner, isByPerson }: { id: string; owner: string; isByPerson: boolean },
): Promise<boolean> {
  return (await database.run(SEE, [id, owner, isByPerson])).length > 0;
}

/** Ends one session of an owner, or all of them, and counts them. Idempotent. */
export async function endConsoleSessions(
  database: Database,
  owner: string,
  id?: string,
  tx?: Transaction,
): Promise<number> {
  return (await database.run(END, [owner, id ?? null], tx)).length;
}
