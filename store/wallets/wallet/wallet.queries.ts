import type { WalletListQuery } from '../wallet-list-query';
import type { Wallet, WalletBalance } from '../../../domain/wallets/wallet/wallet';
import { lookup, statement, type Database } from '../../postgres/database';
import { findByID, getBy } from '../../postgres/readers';
import { walletAccount } from '../../platform/ledger/accounts';
import { readBalance } from '../../platform/ledger/ledger';
import { where } from '../../platform/listing/condition';
import { listPage, listing, type Page } from '../../platform/listing/list-page';
import type { Store } from '../../store';
import { WALLET } from './wallet.table';

const FIND = statement<Wallet>('wallet-find', `SELECT ${WALLET} FROM wallets w WHERE id = $1 AND party_id = $2`);

/** A party's own wallet. @throws Refusal notFound */
export const getWallet = getBy(FIND, 'Wallet', 'walletID', 'partyID');

/** A wallet of any party, and whether its identity and party are operable. */
export type OwnedWallet = Wallet & { isOwnerOperable: boolean };

const FIND_ANY = lookup<OwnedWallet>(
  'wallet-find-any',
  `SELECT ${WALLET}, NOT (i.is_blocked OR p.is_blocked OR p.is_suspended) AS "isOwnerOperable"
   FROM wallets w JOIN identities i ON i.id = w.identity_id JOIN parties p ON p.id = w.party_id WHERE w.id = $1`,
);

/** A wallet of any party: for operations between parties, which check access themselves. */
export const findWallet = findByID(FIND_ANY);

const FIND_BY_EXTERNAL_ID = lookup<Wallet>(
  'wallet-find-external',
  `SELECT ${WALLET} FROM wallets w WHERE party_id = $1 AND external_id = $2`,
);

/** A party's wallet by external id. @throws Refusal notFound */
export const getWalletByExternalID = getBy(FIND_BY_EXTERNAL_ID, 'Wallet', 'partyID', 'externalID');

export async function readWalletBalance(database: Database, wallet: Wallet): Promise<WalletBalance> {
  const { own, available } = await readBalance(database, walletAccount(wallet).id);
  return { ownMinor: own, availableMinor: available };
}

const WALLETS = listing<Wallet>({
  name: 'wallet-list',
  select: `SELECT ${WALLET} FROM wallets w`,
  order: { createdAt: 'w.created_at', id: 'w.id' },
  owners: ['w.party_id = ?'],
});

/** A party's wallets, newest first. @throws Refusal badToken */
export async function listWallets(store: Store, filters: WalletListQuery): Promise<Page<Wallet>> {
  const { partyID, identityID, currencyID, limit, continuationToken } = filters;
  const conditions = [where('w.identity_id = ?', identityID), where('w.currency = ?', currencyID)];
  return listPage(store, WALLETS, { owner: partyID, conditions, limit, continuationToken });
}
