import { workflowIDs } from '../../domain/workflow-ids';
import { workflowTypes } from '../../domain/workflow-messages';
import { auditWithin } from '../audit/audited';
import { statement, type Database } from '../database';
import { appendCommands } from '../outbox/outbox';
import type { StartCommand } from '../record';
import { lifeline } from '../revival/lifeline';
import type { Store } from '../store';

/** The encryption of all that rests with one key. */
export interface KeyRotation {
  keyID: string;
  startedAt: Date;
  /** Null while it is under way. */
  finishedAt: Date | null;
  /** Texts that were under another key. */
  reencrypted: bigint;
}

const BEGIN = statement(
  'key-rotation-begin',
  `INSERT INTO key_rotations (key_id) VALUES ($1)
   ON CONFLICT (key_id) DO UPDATE SET finished_at = NULL,
     created_at = CASE WHEN key_rotations.finished_at IS NULL THEN key_rotations.created_at ELSE now() END,
     reencrypted_count = CASE WHEN key_rotations.finished_at IS NULL THEN key_rotations.reencrypted_count ELSE 0 END`,
);

/** Begins to encrypt all that rests with the key in force, or goes on with it. @returns the id of its workflow */
export async function beginRotation(store: Store): Promise<{ keyID: string; workflowID: string }> {
  const { database, encryptionKeys, origin } = store;
  const keyID = encryptionKeys.first.id;
  const start = startOfRotation({ keyID });
  await database.transaction(async (tx) => {
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

const FINISH = statement(
  'key-rotation-finish',
  'UPDATE key_rotations SET finished_at = now(), reencrypted_count = $2 WHERE key_id = $1 AND finished_at IS NULL',
);

/** Records that all that rests is under a key. Harmless when repeated. */
export async function finishRotation(
  database: Database,
  { keyID, reencrypted }: { keyID: string; reencrypted: number },
): Promise<void> {
  await database.run(FINISH, [keyID, reencrypted]);
}

const LIST = statement<KeyRotation>(
  'key-rotation-list',
  `SELECT key_id AS "keyID", created_at AS "startedAt", finished_at AS "finishedAt", reencrypted_count AS reencrypted
   FROM key_rotations ORDER BY created_at DESC`,
);

/** All rotations, the newest first. */
export async function listRotations(database: Database): Promise<KeyRotation[]> {
  return database.run(LIST, []);
}

const PREFIX = 'encryption/';

/** One that was begun is carried to its end. */
export const rotationLifeline = lifeline<Parameters<typeof startOfRotation>[0]>({
  kind: 'encryption',
  from: 'key_rotations e',
  select: 'e.key_id AS "keyID"',
  isOpen: 'e.finished_at IS NULL',
  key: [['key_id', 'text']],
  keyOf: (workflowID) => (workflowID.startsWith(PREFIX) ? [workflowID.slice(PREFIX.length)] : undefined),
  start: startOfRotation,
});
