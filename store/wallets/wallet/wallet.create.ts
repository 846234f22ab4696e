import { assertWalletCreatable, WALLET_REFUSALS, type Wallet } from '../../../domain/wallets/wallet/wallet';
import { Refusal } from '../../../domain/platform/errors/refusal';
import { insertText, toValues } from '../../postgres/columns';
import { lookup, statement } from '../../postgres/database';
import { newId } from '../../id';
import { createOnce, type Existing } from '../../idempotency';
import { findIdentity } from '../identity/identity.queries';
import { walletAccount } from '../../platform/ledger/accounts';
import { openAccounts } from '../../platform/ledger/ledger';
import { getWalletProvider } from '../wallet-provider/wallet-provider.queries';
import type { Store } from '../../store';
import { WALLET, WALLET_COLUMNS } from './wallet.table';

export type NewWallet = Omit<Wallet, 'id' | 'createdAt' | 'isBlocked' | 'providerID'>;

const INSERT = statement('wallet-insert', insertText('wallets', WALLET_COLUMNS, ['parameters_hash']));

const FIND_EXISTING = lookup<Wallet & Existing>(
  'wallet-find-existing',
  `SELECT ${WALLET}, parameters_hash AS "parametersHash" FROM wallets w WHERE party_id = $1 AND external_id = $2`,
);

/** Creates a wallet, idempotent by external id. @throws Refusal invalidOperationParameters, externalIDConflict */
export async function createWallet(store: Store, given: NewWallet, now = new Date()): Promise<Wallet> {
  const { database } = store;
  const { name, identityID, currency, metadata } = given;
  const request = { ...given, compared: { name, identityID, currency, metadata }, index: 'wallets_external_id' };
  return createOnce(database, { ...request, findExisting: FIND_EXISTING }, async (hash) => {
    const identity = await findIdentity(database, given);
    if (!identity) throw new Refusal('invalidOperationParameters', WALLET_REFUSALS.identityMissing);
    assertWalletCreatable({ identity, provider: await getWalletProvider(database, identity), currency });
    const { providerID } = identity;
    const wallet: Wallet = { ...given, providerID, id: newId(now), createdAt: now, isBlocked: false };
    await database.transaction(async (tx) => {
      await openAccounts(database, [walletAccount(wallet)], tx);
      await database.run(INSERT, [...toValues(wallet, WALLET_COLUMNS), hash], tx);
    });
    return wallet;
  });
}
