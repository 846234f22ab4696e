import type { WalletProvider } from '../wallet-provider/wallet-provider';
import { TRANSFER_REFUSALS, assertTransferable } from './w2w-transfer';

const sender = { id: 'w1', currency: 'RUB', isAccessible: true };
const receiver = { id: 'w2', currency: 'RUB', isAccessible: true };
const currencies = ['RUB', 'USD'].map((currency) => ({ currency, minAmountMinor: 1n, maxAmountMinor: 1000n }));
const senderProvider: WalletProvider = {
  id: 'test',
  name: 'Test',
  residences: [],
  realm: 'test',
  destinationAuthorisation: 'automatic',
  authorisationLifetimeSeconds: null,
  terms: { currencies, resourceTypes: [], cardPaymentSystems: [], digitalWalletProviders: [], routes: [], rates: [] },
};
const receiverProvider = senderProvider;
const transfer = { sender, receiver, senderProvider, receiverProvider, body: { amountMinor: 1n, currency: 'RUB' } };

describe('a transfer between wallets', () => {
  it('is allowed between two wallets of one currency', () => {
    expect(() => assertTransferable(transfer)).not.toThrow();
  });

  it.each([
    [TRANSFER_REFUSALS.senderMissing, { sender: undefined }],
    [TRANSFER_REFUSALS.receiverMissing, { receiver: undefined }],
    [TRANSFER_REFUSALS.sameWallet, { receiver: sender }],
    [TRANSFER_REFUSALS.senderInaccessible, { sender: { ...sender, isAccessible: false } }],
    [TRANSFER_REFUSALS.receiverInaccessible, { receiver: { ...receiver, isAccessible: false } }],
    [TRANSFER_REFUSALS.currencyForbidden, { body: { amountMinor: 1n, currency: 'EUR' } }],
    [TRANSFER_REFUSALS.currenciesDiffer, { body: { amountMinor: 1n, currency: 'USD' } }],
    [TRANSFER_REFUSALS.currenciesDiffer, { receiver: { ...receiver, currency: 'USD' } }],
    [TRANSFER_REFUSALS.realmsDiffer, { receiverProvider: { ...senderProvider, realm: 'live' as const } }],
    [TRANSFER_REFUSALS.amount, { body: { amountMinor: 0n, currency: 'RUB' } }],
    [TRANSFER_REFUSALS.amount, { body: { amountMinor: -1n, currency: 'RUB' } }],
  ])('is refused: %s', (message, change) => {
    expect(() => assertTransferable({ ...transfer, ...change })).toThrow(
      expect.objectContaining({ code: 'invalidOperationParameters', message }),
    );
  });
});
