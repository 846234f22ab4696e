import { TOKEN_LIFETIME_MS } from '../../store/payment-tool/payment-tool-token';
import { listRotations, type KeyRotation } from '../../store/secrets/rotation';
import type { Store } from '../../store/store';
import { formatDuration, failure, ok, warning, type CheckResult } from './finding';

/** Tokens of payment tools, which payers have, are good for so long: what was encrypted before the rotation outlives it by that. */
const TOKENS_SECONDS = TOKEN_LIFETIME_MS / 1_000;
const ANEW = 'run `npm run holdfast -- rotate encryption-key`, docs/runbooks/encryption-keys.md';

/** Which keys something is still encrypted with, and from when on one may be dropped. */
export async function rotationOfKeys({ database, encryptionKeys: { first, all } }: Store): Promise<CheckResult> {
  const rotations = await listRotations(database);
  const open = rotations.find(({ finishedAt, supersededAt }) => !finishedAt && !supersededAt);
  const older = all.slice(1).map(({ id }) => id);
  if (open) return ofOpen(open, first.id, older);
  if (older.length === 0) return ok(`the one key is ${first.id}`);
  const named = older.join(', ');
  const finishedAt = rotations.find(({ keyID }) => keyID === first.id)?.finishedAt;
  if (!finishedAt) return warning(`${first.id} encrypts, and much may be under ${named} still`, ANEW);
  const left = TOKENS_SECONDS - (Date.now() - finishedAt.getTime()) / 1_000;
  if (left > 0) return ok(`payers may have tokens under ${named} for ${formatDuration(left)} more`);
  return warning(
    `nothing needs ${named} any more`,
    'take it out of ENCRYPTION_KEY, and destroy it once no backup needs it',
  );
}

/** While it is under way all keys that something may be under must be given, and its own must be in force. */
function ofOpen({ keyID, startedAt }: KeyRotation, first: string, older: readonly string[]): CheckResult {
  const since = formatDuration((Date.now() - startedAt.getTime()) / 1_000);
  if (keyID === first && older.length === 0) {
    return failure(
      `all that rests is being encrypted with ${keyID}, since ${since}, and no other key is given: what is under an older one cannot be read`,
      `give every process \`NEW,OLD\` in ENCRYPTION_KEY again until \`npm run holdfast -- rotate status\` says that ${keyID} has finished`,
    );
  }
  if (keyID === first) {
    return ok(
      `all that rests is being encrypted with ${first}, since ${since}; ${older.join(', ')} is needed until then`,
    );
  }
  if (older.includes(keyID)) {
    return warning(
      `${first} is in force, but the rotation to ${keyID}, open since ${since}, waits for it to be the first`,
      `put ${keyID} first in ENCRYPTION_KEY again, or let ${first} take its place: \`npm run holdfast -- rotate encryption-key\``,
    );
  }
  return failure(
    `the rotation to ${keyID} is open since ${since}, and that key is not given: what it has encrypted cannot be read`,
    `give ${keyID} in ENCRYPTION_KEY again, behind ${first}, and then \`npm run holdfast -- rotate encryption-key\``,
  );
}
