import { workflowIDs } from '../../domain/workflow-ids';
import { workflowTypes } from '../../domain/workflow-messages';
import { auditWithin } from '../audit/audited';
import { statement, type Database } from '../database';
import { appendCommands } from '../outbox/outbox';
import type { StartCommand } from '../change-log';
import { recoverable } from '../recovery/recoverable-entity';
import type { Store } from '../store';
import { BEGINNING, isBeginning, reencryptPage, type ReencryptionPlace, type ReencryptionStep } from './reencryption';

/** The encryption of all that rests with one key. */
export interface KeyRotation {
  keyID: string;
  startedAt: Date;
  /** Null while it is under way, and where it was superseded. */
  finishedAt: Date | null;
  /** When another key took its place before its end; null otherwise. */
  supersededAt: Date | null;
  /** Texts that were under another key. */
  reencrypted: bigint;
}

const SUPERSEDE = statement(
  'key-rotation-supersede',
  `UPDATE key_rotations SET superseded_at = now()
   WHERE key_id <> $1 AND finished_at IS NULL AND superseded_at IS NULL`,
);

const BEGIN = statement(
  'key-rotation-begin',
  `INSERT INTO key_rotations AS r (key_id) VALUES ($1)
   ON CONFLICT (key_id) DO UPDATE SET finished_at = NULL, superseded_at = NULL, requested_at = clock_timestamp(),
     created_at = CASE WHEN r.finished_at IS NULL AND r.superseded_at IS NULL THEN r.created_at ELSE now() END,
     reencrypted_count = CASE WHEN r.finished_at IS NULL AND r.superseded_at IS NULL THEN r.reencrypted_count ELSE 0 END`,
);

/**
 * Begins to encrypt all that rests with the key in force, or goes on with it and looks at everything once more. One of another key
 * that is under way ends: it would wait for workers that have its key in force. @returns the id of its workflow
 */
export async function beginRotation(store: Store): Promise<{ keyID: string; workflowID: string }> {
  const { database, encryptionKeys, origin } = store;
  const keyID = encryptionKeys.first.id;
  const start = startOfRotation({ keyID });
  await database.transaction(async (tx) => {
    await database.run(SUPERSEDE, [keyID], tx);
    await database.run(BEGIN, [keyID], tx);
    await appendCommands(database, [start], tx);
    await auditWithin(database, origin, [{ type: 'encryptionKey', id: keyID }], tx);
  });
  store.wakeUp.send('outbox');
  return { keyID, workflowID: start.workflowID };
}

function startOfRotation({ keyID }: { keyID: string }): StartCommand {
  return {
    kind: 'start',
    workflowID: workflowIDs.encryption(keyID),
    workflowType: workflowTypes.reencryption,
    args: [{ keyID }],
    mayRunAgain: true,
    summary: 'Encrypts all that rests with the key in force',
  };
}

/** Raised where a worker has another key in force than the one that a rotation is to. */
export class OtherKeyInForce extends Error {
  constructor(inForce: string, asked: string) {
    super(`the key in force of this worker is ${inForce}, not ${asked}`);
    this.name = 'OtherKeyInForce';
  }
}

/** Where a rotation stands: the place, and for which of its askings the pass was begun. */
export interface RotationPlace extends ReencryptionPlace {
  requestedAt?: string;
}

/** A page of a rotation; without a next one everything was looked at since it was last asked for, and nothing was left. */
export interface RotationStep extends Omit<ReencryptionStep, 'next'> {
  requestedAt: string;
  next: RotationPlace | null;
}

const STATE = statement<{ requestedAt: string; isSuperseded: boolean }>(
  'key-rotation-state',
  `SELECT extract(epoch FROM requested_at)::text AS "requestedAt", superseded_at IS NOT NULL AS "isSuperseded"
   FROM key_rotations WHERE key_id = $1`,
);

/**
 * Encrypts the next page with the key in force. Harmless when repeated. @returns `superseded` where another key took its place
 * @throws OtherKeyInForce, DecryptionKeyMissing
 */
export async function rotatePage(
  store: Store,
  { keyID, place }: { keyID: string; place: RotationPlace },
): Promise<RotationStep | 'superseded'> {
  const [state] = await store.database.run(STATE, [keyID]);
  if (!state || state.isSuperseded) return 'superseded';
  const { first } = store.encryptionKeys;
  if (first.id !== keyID) throw new OtherKeyInForce(first.id, keyID);
  const requestedAt = isBeginning(place) ? state.requestedAt : place.requestedAt;
  const { next, ...step } = await reencryptPage(store, place);
  const anew = requestedAt === state.requestedAt ? null : BEGINNING;
  const following = next && { ...next, ...(requestedAt !== undefined && { requestedAt }) };
  return { ...step, requestedAt: state.requestedAt, next: following ?? anew };
}

const FINISH = statement(
  'key-rotation-finish',
  `UPDATE key_rotations SET finished_at = now(), reencrypted_count = $2
   WHERE key_id = $1 AND finished_at IS NULL AND superseded_at IS NULL
     AND extract(epoch FROM requested_at)::text = $3`,
);

/**
 * Records that all that rests is under a key. Harmless when repeated.
 * @param requestedAt as of the last page: nothing is recorded when the rotation was requested again since then
 */
export async function finishRotation(
  database: Database,
  { keyID, reencrypted, requestedAt }: { keyID: string; reencrypted: number; requestedAt: string },
): Promise<void> {
  await database.run(FINISH, [keyID, reencrypted, requestedAt]);
}

const LIST = statement<KeyRotation>(
  'key-rotation-list',
  `SELECT key_id AS "keyID", created_at AS "startedAt", finished_at AS "finishedAt", superseded_at AS "supersededAt",
     reencrypted_count AS reencrypted
   FROM key_rotations ORDER BY created_at DESC`,
);

/** All rotations, the newest first. */
export async function listRotations(database: Database): Promise<KeyRotation[]> {
  return database.run(LIST, []);
}

const PREFIX = 'encryption/';

/** One that was begun is carried to its end. */
export const rotationLifeline = recoverable<Parameters<typeof startOfRotation>[0]>({
  kind: 'encryption',
  from: 'key_rotations e',
  select: 'e.key_id AS "keyID"',
  isOpen: 'e.finished_at IS NULL AND e.superseded_at IS NULL',
  key: [['key_id', 'text']],
  keyOf: (workflowID) => (workflowID.startsWith(PREFIX) ? [workflowID.slice(PREFIX.length)] : undefined),
  start: startOfRotation,
});
