import type { CardVault } from '../../../store/payments/card-vault/card-vault';
import { lazyVault } from '../vault';
import type { Withdrawal } from '../../../domain/wallets/withdrawal/withdrawal';
import { DEMO } from '../../../store/operators/demo/demo';
import { createDestination, type NewDestination } from '../../../store/wallets/destination/destination.create';
import { authoriseDestination } from '../../../store/wallets/destination/destination.transitions';
import { createIdentity } from '../../../store/wallets/identity/identity.create';
import type { Store } from '../../../store/store';
import { createWallet } from '../../../store/wallets/wallet/wallet.create';
import { createWithdrawal } from '../../../store/wallets/withdrawal/withdrawal.create';
import { fund } from './wallet';

const NOTHING_MORE = { metadata: null, externalID: null } as const;

const DIGITAL_WALLET = {
  type: 'DigitalWalletDestinationResource',
  id: 'webmoney-wallet-1',
  provider: 'webmoney',
} as const;

/** A stored withdrawal of 100 roubles, by default to a digital wallet, for workflow tests without an API. */
export async function aStoredWithdrawal(
  store: Store,
  resource: NewDestination['resource'] = DIGITAL_WALLET,
  vault: CardVault = lazyVault(),
): Promise<Withdrawal> {
  const { partyID } = DEMO;
  const identity = await createIdentity(store, { ...NOTHING_MORE, partyID, providerID: 'test', name: 'Ivan' });
  const owned = { ...NOTHING_MORE, partyID, identityID: identity.id, currency: 'RUB' };
  const wallet = await createWallet(store, { ...owned, name: 'Main' });
  await fund(store, wallet.id, 1_000_000);
  const people = { customer: null, billingAddress: null };
  const destination = await createDestination(
    store,
    { ...owned, ...people, name: 'Account', resource, additionalAuthData: null },
    { vault },
  );
  await authoriseDestination(store, destination.id);
  return createWithdrawal(store, {
    ...NOTHING_MORE,
    ...people,
    partyID,
    walletID: wallet.id,
    destinationID: destination.id,
    body: { amountMinor: 10_000n, currency: 'RUB' },
    contactInfo: null,
  });
}
