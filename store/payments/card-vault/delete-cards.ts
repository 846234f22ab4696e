import { statement, type Database } from '../../postgres/database';
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

// The vault deletes it then, and the next request finds that it has.
const POSTPONE = statement(
  'card-reference-postpone',
  'UPDATE vault_cards SET delete_after = $2 WHERE token = $1 AND deleting_at IS NOT NULL',
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
    const deleted = await Promise.all(
      part.map(async ({ token, cardID, partyID }) => {
        const later = cardID === null ? undefined : await vault.deleteCard({ cardID, partyID });
        if (!later) return [token];
        await database.run(POSTPONE, [token, later.deleteAt]);
        return [];
      }),
    );
    await database.run(FORGET, [deleted.flat()]);
  }
  return { count: cards.length, hasMore: cards.length === BATCH_SIZE };
}
