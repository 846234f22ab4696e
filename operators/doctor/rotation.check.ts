import { TOKEN_LIFETIME_MS } from '../../store/payments/payment-tool/payment-tool-token';
import { listRotations, type KeyRotation } from '../../store/platform/key-rotation/key-rotation';
import type { Store } from '../../store/store';
import { formatDuration, failure, ok, warning, type CheckResult } from './finding';

/** Payment tool tokens issued before the rotation stay valid for this long. */
const TOKENS_SECONDS = TOKEN_LIFETIME_MS / 1_000;
const ROTATE = 'encrypt again: `npm run holdfast -- rotate encryption-key`, docs/runbooks/encryption-keys.md';

/** Reports the keys that are still needed, and when an old one can be removed. */
export async function rotationOfKeys({ database, encryptionKeys: { first, all } }: Store): Promise<CheckResult> {
  const rotations = await listRotations(database);
  const open = rotations.find(({ finishedAt, supersededAt }) => !finishedAt && !supersededAt);
  const older = all.slice(1).map(({ id }) => id);
  if (open) return checkOpenRotation(open, first.id, older);
  if (older.length === 0) return ok(`the only key is ${first.id}`);
  const named = older.join(', ');
  const finishedAt = rotations.find(({ keyID }) => keyID === first.id)?.finishedAt;
  if (!finishedAt) return warning(`${first.id} is active, and data may be encrypted with ${named} still`, ROTATE);
  const left = TOKENS_SECONDS - (Date.now() - finishedAt.getTime()) / 1_000;
  if (left > 0) return ok(`payers may have tokens encrypted with ${named} for ${formatDuration(left)} more`);
  return warning(
    `${named} is no longer needed`,
    'remove it from ENCRYPTION_KEY, and destroy it once no backup needs it',
  );
}

/** During a rotation its own key must be active and all older keys must be configured. */
function checkOpenRotation({ keyID, startedAt }: KeyRotation, first: string, older: readonly string[]): CheckResult {
  const since = formatDuration((Date.now() - startedAt.getTime()) / 1_000);
  if (keyID === first && older.length === 0) {
    return failure(
      `stored data is being encrypted with ${keyID} since ${since}, and no older key is configured: data encrypted with an older key cannot be read`,
      `give every process \`NEW,OLD\` in ENCRYPTION_KEY again until \`npm run holdfast -- rotate status\` says that ${keyID} has finished`,
    );
  }
  if (keyID === first) {
    return ok(`stored data is being encrypted with ${first} since ${since}; ${older.join(', ')} is needed until then`);
  }
  if (older.includes(keyID)) {
    return warning(
      `${first} is active, but the rotation to ${keyID}, open since ${since}, waits for it to be the first`,
      `put ${keyID} first in ENCRYPTION_KEY again, or replace it with ${first}: \`npm run holdfast -- rotate encryption-key\``,
    );
  }
  return failure(
    `the rotation to ${keyID} is open since ${since}, and that key is missing: data encrypted with it cannot be read`,
    `add ${keyID} to ENCRYPTION_KEY again, after ${first}, and then \`npm run holdfast -- rotate encryption-key\``,
  );
}
