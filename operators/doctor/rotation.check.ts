import { TOKEN_LIFETIME_MS } from '../../store/payments/payment-tool/payment-tool-token';
import { listRotations, type KeyRotation } from '../../store/platform/key-rotation/key-rotation';
import type { Store } from '../../store/store';
import { failure, ok, warning, type CheckResult } from './finding';

/** Payment tool tokens issued before the rotation stay valid for this long. */
const TOKENS_SECONDS = TOKEN_LIFETIME_MS / 1_000;

/** Reports the keys that are still needed, and when an old one can be removed. */
export async function rotationOfKeys({ database, encryptionKeys: { first, all } }: Store): Promise<CheckResult> {
  const rotations = await listRotations(database);
  const open = rotations.find(({ finishedAt, supersededAt }) => !finishedAt && !supersededAt);
  const older = all.slice(1).map(({ id }) => id);
  if (open) return checkOpenRotation(open, first.id, older);
  if (older.length === 0) return ok({ kind: 'keyAlone', name: first.id });
  const finishedAt = rotations.find(({ keyID }) => keyID === first.id)?.finishedAt;
  if (!finishedAt) return warning({ kind: 'keyNotRotated', name: first.id, names: older });
  const seconds = TOKENS_SECONDS - (Date.now() - finishedAt.getTime()) / 1_000;
  if (seconds > 0) return ok({ kind: 'keyStillNeeded', names: older, seconds });
  return warning({ kind: 'keyNotNeeded', names: older });
}

/** During a rotation its own key must be active and all older keys must be configured. */
function checkOpenRotation({ keyID, startedAt }: KeyRotation, name: string, older: readonly string[]): CheckResult {
  const seconds = (Date.now() - startedAt.getTime()) / 1_000;
  if (keyID === name) {
    if (older.length === 0) return failure({ kind: 'keyRotatesAlone', name, seconds });
    return ok({ kind: 'keyRotates', name, names: older, seconds });
  }
  if (older.includes(keyID)) return warning({ kind: 'keyRotationWaits', name, key: keyID, seconds });
  return failure({ kind: 'keyRotationKeyMissing', name, key: keyID, seconds });
}
