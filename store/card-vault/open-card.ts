import { statement } from '../database';
import { open } from '../secrets/seal';
import type { Store } from '../store';
import { VAULT_CARD, type VaultCard } from './keep-card';

const OPEN = statement('vault-open', 'SELECT card_sealed AS "sealed" FROM vault_cards WHERE token = $1');

/**
 * Takes a card out of the vault, for the one call that pays out to it. Nothing but the payout activity may import this
 * file: a test holds that.
 */
export async function openCard(store: Store, token: string): Promise<VaultCard> {
  const [row] = await store.database.run<{ sealed: string }>(OPEN, [token]);
  if (!row) throw new Error('the vault has no such card');
  return JSON.parse(await open(row.sealed, VAULT_CARD, store.encryptionKey)) as VaultCard;
}
