import { auditWithin } from '../../platform/audit/audited';
import { statement } from '../../postgres/database';
import type { KeyChange } from './api-key.create';

const LIVE_PARTIES = statement<{ partyID: string }>(
  'api-key-live-parties',
  `SELECT DISTINCT c.party_id AS "partyID" FROM contracts c JOIN payment_institutions i ON i.id = c.payment_institution_id
   WHERE i.realm = 'live'`,
);
const LOCK_PARTIES = statement(
  'api-key-lock-parties',
  'SELECT FROM parties WHERE id = ANY ($1::text[]) ORDER BY id FOR NO KEY UPDATE',
);
const END = statement<{ id: string }>(
  'api-key-end-test-keys',
  'UPDATE api_keys SET revoked_at = now() WHERE party_id = ANY ($1::text[]) AND revoked_at IS NULL RETURNING id',
);

/** Serialises the changes to keys of parties. */
export async function lockParties({ database, tx }: KeyChange, partyIDs: readonly string[]): Promise<void> {
  await database.run(LOCK_PARTIES, [partyIDs], tx);
}

/**
 * Runs a change of contracts or institutions and ends the keys of parties that it gives their first live contract: one operator alone
 * may have made them.
 */
export async function endingTestKeys<Result>(keyChange: KeyChange, change: () => Promise<Result>): Promise<Result> {
  const { database, origin, tx } = keyChange;
  const readLive = async () => (await database.run(LIVE_PARTIES, [], tx)).map(({ partyID }) => partyID);
  const before = new Set(await readLive());
  const result = await change();
  const begun = (await readLive()).filter((partyID) => !before.has(partyID));
  if (begun.length === 0) return result;
  await lockParties(keyChange, begun);
  const ended = await database.run(END, [begun], tx);
  const subjects = ended.map(({ id }) => ({ type: 'apiKey', id, after: { endedBy: 'firstLiveContract' } }) as const);
  await auditWithin(database, origin, subjects, tx);
  return result;
}
