import { statement, type Database } from '../postgres/database';
import type { CardVault } from './card-vault';

const BATCH_SIZE = 200;
const MAX_CONCURRENT_DELETIONS = 8;

// A card that is being deleted can no longer be used, so the vault is called outside of the transaction. One whose deletion was
// interrupted is taken again.
const TAKE = statement<{ token: string; cardID: string | null; partyID: string }>(
  'card-reference-take',
  `WITH due AS (
     SELECT token FROM vault_cards WHERE delete_after < now() ORDER BY delete_after LIMIT ${BATCH_SIZE}
     FOR UPDATE SKIP LOCKED
   )
   UPDATE vault_cards c SET deleting_at = now() FROM due WHERE c.token = due.token
   RETURNING c.token, c.card_id AS "cardID", c.party_id AS "partyID"`,
);

const FORGET = statement('card-reference-forget', 'DELETE FROM vault_cards WHERE token = ANY($1)');

/** Deletes a batch of the cards that nothing can use any more, in the vault and then here. Idempotent. @throws if the vault is down */
export async function deleteUnusedCards({
  database,
  vault,
}: {
  database: Database;
  vault: CardVault;
}): Promise<{ count: number; hasMore: boolean }> {
  const cards = await database.run(TAKE, []);
  for (let at = 0; at < cards.length; at += MAX_CONCURRENT_DELETIONS) {
    const part = cards.slice(at, at + MAX_CONCURRENT_DELETIONS);
    await Promise.all(
      part.map(async ({ cardID, partyID }) => (cardID === null ? undefined : vault.deleteCard({ cardID, partyID }))),
    );
    await database.run(FORGET, [part.map(({ token }) => token)]);
  }
  return { count: cards.length, hasMore: cards.length === BATCH_SIZE };
}
