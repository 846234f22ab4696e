import { grantExpiry, grantScopes } from '../../../domain/merchants/api-key/grant';
import type { KeyScope } from '../../../domain/merchants/api-key/scopes';
import { Refusal, notFound } from '../../../domain/platform/errors/refusal';
import { statement } from '../../postgres/database';
import { listByID } from '../../postgres/readers';
import type { Store } from '../../store';
import {
  insertApiKey,
  replaceApiKey,
  type ApiKeyRotation,
  type KeyChange,
  type NewlyCreatedApiKey,
  type RotatedKeys,
} from './api-key.create';
import { API_KEY, type ApiKeyRow } from './api-key.table';
import { endApiKey } from './api-key.transitions';

/** Valid keys of a party, from which on it creates no further ones itself. Operators are not limited. */
export const MAX_VALID_KEYS = 100;
/** Bounds the rows that a client leaves which creates and revokes keys in a loop. */
export const MAX_NEW_KEYS_A_DAY = 1_000;
/** Keys in the list of a party. */
export const MAX_LISTED_KEYS = 500;

/** The key that changes other keys of its party. */
export interface KeyManager {
  partyID: string;
  keyID: string;
}

const IS_VALID = 'revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())';

const LIST = statement<ApiKeyRow>(
  'api-key-list-own',
  `SELECT ${API_KEY} FROM api_keys WHERE party_id = $1
   ORDER BY (${IS_VALID}) DESC, created_at DESC, id DESC LIMIT ${MAX_LISTED_KEYS}`,
);

/** The keys of a party: valid ones first, then the latest of the others. */
export const listOwnApiKeys = listByID(LIST);

/** Serialises the changes to the keys of a party, so that its limits hold. */
const LOCK_PARTY = statement<{ isBlocked: boolean }>(
  'api-key-lock-party',
  'SELECT is_blocked AS "isBlocked" FROM parties WHERE id = $1 FOR NO KEY UPDATE',
);

const LOCK_KEY = statement<ApiKeyRow & { isValid: boolean }>(
  'api-key-lock',
  `SELECT ${API_KEY}, coalesce(${IS_VALID}, false) AS "isValid" FROM api_keys WHERE id = $1 AND party_id = $2 FOR NO KEY UPDATE`,
);

const COUNT = statement<{ valid: number; today: number }>(
  'api-key-count',
  `SELECT count(*) FILTER (WHERE ${IS_VALID})::integer AS valid,
     count(*) FILTER (WHERE created_at > now() - interval '1 day')::integer AS today
   FROM api_keys WHERE party_id = $1`,
);

export interface NewOwnApiKey {
  name: string;
  scopes: readonly KeyScope[];
  expiresAt?: Date | undefined;
}

/**
 * Creates a key with at most the scopes and the lifetime of the manager.
 * @throws Refusal insufficientScope, invalidRequest, invalidPartyStatus, limitExceeded
 */
export async function createOwnApiKey(
  store: Store,
  by: KeyManager,
  { name, scopes, expiresAt }: NewOwnApiKey,
): Promise<NewlyCreatedApiKey> {
  return changeKeys(store, by, async (change, { manager, isBlocked }) => {
    if (isBlocked) throw new Refusal('invalidPartyStatus', 'the party is blocked');
    const granted = { scopes: grantScopes(manager, scopes, 'body.scopes'), expiresAt: grantExpiry(manager, expiresAt) };
    const created = await insertApiKey(change, { partyID: by.partyID, name, ...granted });
    await assertWithinLimits(change, by.partyID);
    return created;
  });
}

/**
 * Rotates a key whose scopes the manager has itself, also for a blocked party: a leaked key must be replaceable.
 * @throws Refusal notFound, insufficientScope, invalidRequest, limitExceeded
 */
export async function rotateOwnApiKey(store: Store, by: KeyManager, given: ApiKeyRotation): Promise<RotatedKeys> {
  return changeKeys(store, by, async (change, { manager }) => {
    const old = await lockKey(change, { partyID: by.partyID, keyID: given.id });
    if (!old?.isValid) throw notFound('Valid key');
    grantScopes(manager, old.scopes, 'keyID');
    const rotated = await replaceApiKey(change, { ...given, expiresAt: grantExpiry(manager, given.expiresAt) });
    if (!rotated) throw notFound('Valid key');
    await assertWithinLimits(change, by.partyID);
    return rotated;
  });
}

/**
 * Idempotent. Any manager revokes any key of its party, whatever its scopes: a revocation grants nothing, and a leaked
 * key must not wait for a manager with the same scopes.
 * @throws Refusal notFound
 */
export async function revokeOwnApiKey(
  store: Store,
  by: KeyManager,
  { keyID, reason }: { keyID: string; reason: string | undefined },
): Promise<ApiKeyRow> {
  return changeKeys(store, by, async (change) => {
    const found = await lockKey(change, { partyID: by.partyID, keyID });
    const revoked = found && (await endApiKey(change, { id: keyID, reason }));
    if (!revoked) throw notFound('Key');
    return revoked;
  });
}

/**
 * Reads the manager again under a lock: authentication is cached for seconds, in which a revoked key must not create its
 * successor.
 */
async function changeKeys<Result>(
  { database, origin }: Store,
  by: KeyManager,
  run: (change: KeyChange, found: { manager: ApiKeyRow; isBlocked: boolean }) => Promise<Result>,
): Promise<Result> {
  return database.transaction(async (tx) => {
    const change = { database, origin, tx };
    const [party] = await database.run(LOCK_PARTY, [by.partyID], tx);
    const manager = party && (await lockKey(change, by));
    if (!manager?.isValid) throw new Refusal('unauthorized', 'the calling key is no longer valid');
    return run(change, { manager, isBlocked: party?.isBlocked ?? false });
  });
}

async function lockKey({ database, tx }: KeyChange, { keyID, partyID }: KeyManager) {
  const [key] = await database.run(LOCK_KEY, [keyID, partyID], tx);
  return key;
}

async function assertWithinLimits({ database, tx }: KeyChange, partyID: string): Promise<void> {
  const [count] = await database.run(COUNT, [partyID], tx);
  if (count && count.valid > MAX_VALID_KEYS) {
    const message = `at most ${MAX_VALID_KEYS} keys of a party are valid at once: revoke one that is not used`;
    throw new Refusal('limitExceeded', message);
  }
  if (count && count.today > MAX_NEW_KEYS_A_DAY) {
    const message = `a party creates at most ${MAX_NEW_KEYS_A_DAY} keys in 24 hours: use a key for longer`;
    throw new Refusal('limitExceeded', message);
  }
}
