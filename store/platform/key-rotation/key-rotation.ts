import { workflowIDs } from '../../../workflow-names/workflow-ids';
import { workflowTypes } from '../../../workflow-names/workflow-messages';
import { auditWithin } from '../audit/audited';
import { statement, type Database } from '../../postgres/database';
import { findByID, listAll } from '../../postgres/readers';
import { appendCommands } from '../outbox/outbox';
import type { StartCommand } from '../../change-log';
import { recoverable } from '../../operators/recovery/recoverable-entity';
import type { Store } from '../../store';

export interface KeyRotation {
  keyID: string;
  startedAt: Date;
  /** Null while running, and if superseded. */
  finishedAt: Date | null;
  supersededAt: Date | null;
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
     place = NULL, is_passed = false,
     created_at = CASE WHEN r.finished_at IS NULL AND r.superseded_at IS NULL THEN r.created_at ELSE now() END,
     reencrypted_count = CASE WHEN r.finished_at IS NULL AND r.superseded_at IS NULL THEN r.reencrypted_count ELSE 0 END`,
);

/** Starts a rotation, or requests another pass, and supersedes rotations to other keys, which would wait for workers with these keys. */
export async function beginRotation(store: Store): Promise<{ keyID: string; workflowID: string }> {
  const { database, encryptionKeys, origin } = store;
  const keyID = encryptionKeys.first.id;
  const start = buildRotationStart({ keyID });
  await database.transaction(async (tx) => {
    await database.run(SUPERSEDE, [keyID], tx);
    await database.run(BEGIN, [keyID], tx);
    await appendCommands(database, [start], tx);
    await auditWithin(database, origin, [{ type: 'encryptionKey', id: keyID }], tx);
  });
  store.wakeUp.send('outbox');
  return { keyID, workflowID: start.workflowID };
}

function buildRotationStart({ keyID }: { keyID: string }): StartCommand {
  return {
    kind: 'start',
    workflowID: workflowIDs.encryption(keyID),
    workflowType: workflowTypes.reencryption,
    args: [{ keyID }],
    mayRunAgain: true,
    summary: 'Reencrypts all stored data with the current key',
  };
}

/** How far the pass of a rotation has come, which no client of the engine decides. */
export interface RotationState {
  requestedAt: string;
  isSuperseded: boolean;
  /** Null before the first page of a pass. */
  place: RotationPlace | null;
  /** Whether a full pass since the last request changed nothing. */
  isPassed: boolean;
}

export interface RotationPlace {
  column: number;
  after: string;
  hasChanged?: boolean;
}

const STATE = statement<RotationState>(
  'key-rotation-state',
  `SELECT extract(epoch FROM requested_at)::text AS "requestedAt", superseded_at IS NOT NULL AS "isSuperseded", place,
     is_passed AS "isPassed"
   FROM key_rotations WHERE key_id = $1`,
);

/** The request that a rotation serves; undefined if there is no rotation. */
export const readRotationState = findByID(STATE);

const KEEP_PLACE = statement<{ keyID: string }>(
  'key-rotation-keep-place',
  `UPDATE key_rotations SET place = $3::jsonb, is_passed = $3::jsonb IS NULL, reencrypted_count = reencrypted_count + $4
   WHERE key_id = $1 AND extract(epoch FROM requested_at)::text = $2 RETURNING key_id AS "keyID"`,
);

/** Records a page; without a next place the pass has ended. @returns false if the rotation was requested again since */
export async function keepPlace(
  database: Database,
  {
    keyID,
    requestedAt,
    next,
    reencrypted,
  }: { keyID: string; requestedAt: string; next: RotationPlace | null; reencrypted: number },
): Promise<boolean> {
  const place = next && JSON.stringify(next);
  return (await database.run(KEEP_PLACE, [keyID, requestedAt, place, reencrypted])).length > 0;
}

const FINISH = statement(
  'key-rotation-finish',
  `UPDATE key_rotations SET finished_at = now()
   WHERE key_id = $1 AND finished_at IS NULL AND superseded_at IS NULL AND is_passed
     AND extract(epoch FROM requested_at)::text = $2`,
);

/** Records the end of a rotation whose pass has ended, unless it was requested again since `requestedAt`. Idempotent. */
export async function finishRotation(
  database: Database,
  { keyID, requestedAt }: { keyID: string; requestedAt: string },
): Promise<void> {
  await database.run(FINISH, [keyID, requestedAt]);
}

const LIST = statement<KeyRotation>(
  'key-rotation-list',
  `SELECT key_id AS "keyID", created_at AS "startedAt", finished_at AS "finishedAt", superseded_at AS "supersededAt",
     reencrypted_count AS reencrypted
   FROM key_rotations ORDER BY created_at DESC`,
);

export const listRotations = listAll(LIST);

const PREFIX = 'encryption/';

export const rotationRecovery = recoverable<Parameters<typeof buildRotationStart>[0]>({
  kind: 'encryption',
  from: 'key_rotations e',
  select: 'e.key_id AS "keyID"',
  isOpen: 'e.finished_at IS NULL AND e.superseded_at IS NULL',
  key: [['key_id', 'text']],
  parseKey: (workflowID) => (workflowID.startsWith(PREFIX) ? [workflowID.slice(PREFIX.length)] : undefined),
  start: buildRotationStart,
});
