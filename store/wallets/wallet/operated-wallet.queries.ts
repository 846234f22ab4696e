import type { TimelineTransfer } from '../../../domain/operators/timeline/timeline';
import type { Wallet } from '../../../domain/wallets/wallet/wallet';
import { listPage, listing, type Page } from '../../platform/listing/list-page';
import { lookup, statement, type Database } from '../../postgres/database';
import { getByID } from '../../postgres/readers';
import { walletAccount } from '../../platform/ledger/accounts';
import type { Store } from '../../store';
import { WALLET } from './wallet.table';

/** A wallet of any party with its owner and balance. */
export interface WalletWithBalance extends Wallet {
  identityName: string;
  ownMinor: bigint;
  heldMinor: bigint;
}

const SELECT = `SELECT ${WALLET}, i.name AS "identityName",
    coalesce(a.credits_posted - a.debits_posted, 0)::int8 AS "ownMinor", coalesce(a.debits_pending, 0)::int8 AS "heldMinor"
  FROM wallets w JOIN identities i ON i.id = w.identity_id LEFT JOIN ledger_accounts a ON a.id = 'wallet/' || w.id`;

const FIND = lookup<WalletWithBalance>('operated-wallet-find', `${SELECT} WHERE w.id = $1`);

/** @throws Refusal notFound */
export const getOperatedWallet = getByID(FIND, 'Wallet');

const WALLETS = listing<WalletWithBalance>({
  name: 'operated-wallet-list',
  select: SELECT,
  order: { createdAt: 'w.created_at', id: 'w.id' },
  owners: ['w.party_id = ?'],
});

/** A party's wallets, newest first. @throws Refusal badToken */
export async function listOperatedWallets(
  store: Store,
  { partyID, ...page }: { partyID: string; limit: number; continuationToken?: string | undefined },
): Promise<Page<WalletWithBalance>> {
  return listPage(store, WALLETS, { owner: partyID, conditions: [], ...page });
}

const MAX_MOVEMENTS = 50;

const side = (account: 'debit_account_id' | 'credit_account_id'): string => `(
  SELECT * FROM ledger_transfers WHERE ${account} = $1 ORDER BY created_at DESC LIMIT ${MAX_MOVEMENTS})`;

const MOVEMENTS = statement<TimelineTransfer>(
  'operated-wallet-movements',
  `SELECT t.id, t.kind, t.debit_account_id AS "debitAccountID", t.credit_account_id AS "creditAccountID",
     t.amount AS "amountMinor", t.currency, t.reason, t.created_at AS "createdAt"
   FROM (${side('debit_account_id')} UNION ALL ${side('credit_account_id')}) t
   ORDER BY t.created_at DESC, t.id DESC LIMIT ${MAX_MOVEMENTS}`,
);

/** The last transfers of a wallet's account, newest first. */
export async function listWalletMovements(database: Database, wallet: Wallet): Promise<TimelineTransfer[]> {
  return database.run(MOVEMENTS, [walletAccount(wallet).id]);
}
