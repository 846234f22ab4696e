import type { Destination } from '../destination/destination';
import type { WalletProvider } from '../wallet-provider/wallet-provider';
import type { Wallet } from '../wallet/wallet';
import { WITHDRAWAL_REFUSALS, assertBodyInTerms, assertFitContext, type OwnedDestination } from './withdrawal-checks';
import { listWithdrawalMethods } from './withdrawal-methods';

const now = new Date('2026-11-21T12:00:00Z');
const origin = {
  partyID: 'p1',
  identityID: 'i1',
  providerID: 'test',
  createdAt: now,
  metadata: null,
  externalID: null,
};

const provider: WalletProvider = {
  id: 'test',
  name: 'Test',
  residences: ['RUS'],
  realm: 'test',
  destinationAuthorisation: 'automatic',
  authorisationLifetimeSeconds: null,
  terms: {
    currencies: [
      { currency: 'RUB', minAmountMinor: 100n, maxAmountMinor: 1000n },
      { currency: 'USD', minAmountMinor: -5n, maxAmountMinor: 1000n },
    ],
    resourceTypes: ['BankCardDestinationResource', 'BankTransferSEPA'],
    cardPaymentSystems: ['visa'],
    digitalWalletProviders: ['webmoney'],
    routes: [{ connector: 'sandbox' }],
    rates: [],
  },
};

const wallet = { ...origin, id: 'w1', name: 'W', currency: 'RUB', isBlocked: false, isOwnerOperable: true };

function aDestination(changes: Partial<OwnedDestination> = {}): OwnedDestination {
  const resource = { type: 'BankCardDestinationResource', token: 't', paymentSystem: 'visa' } as const;
  const people = { additionalAuthData: null, customer: null, billingAddress: null };
  const snapshot = { status: 'Authorized', isBlocked: false, isOwnerOperable: true, validUntil: null } as const;
  return { ...origin, ...people, ...snapshot, id: 'd1', name: 'D', currency: 'RUB', resource, ...changes };
}

const context = {
  wallet: wallet as typeof wallet | undefined,
  destination: aDestination() as OwnedDestination | undefined,
  walletProvider: provider,
  destinationProvider: provider as WalletProvider | undefined,
  now,
};

describe('the context of a withdrawal', () => {
  it('is accepted if it is valid', () => {
    expect(assertFitContext(context)).toMatchObject({
      wallet: { id: 'w1' },
      destination: { id: 'd1' },
      provider,
    });
  });

  it.each<[string, Partial<typeof context>]>([
    [WITHDRAWAL_REFUSALS.walletMissing, { wallet: undefined }],
    [WITHDRAWAL_REFUSALS.walletInaccessible, { wallet: { ...wallet, isBlocked: true } }],
    [WITHDRAWAL_REFUSALS.walletInaccessible, { wallet: { ...wallet, isOwnerOperable: false } }],
    [WITHDRAWAL_REFUSALS.destinationMissing, { destination: undefined }],
    [WITHDRAWAL_REFUSALS.destinationInaccessible, { destination: aDestination({ isBlocked: true }) }],
    [WITHDRAWAL_REFUSALS.destinationInaccessible, { destination: aDestination({ isOwnerOperable: false }) }],
    [WITHDRAWAL_REFUSALS.destinationUnauthorized, { destination: aDestination({ status: 'Unauthorized' }) }],
    [WITHDRAWAL_REFUSALS.destinationUnauthorized, { destination: aDestination({ validUntil: now }) }],
    [
      WITHDRAWAL_REFUSALS.resourceTypeForbidden,
      { destination: aDestination({ resource: { type: 'BankTransferTRY', accountName: 'A', iban: 'TR' } }) },
    ],
    [WITHDRAWAL_REFUSALS.realmsDiffer, { destinationProvider: { ...provider, id: 'dpl', realm: 'live' } }],
    [
      WITHDRAWAL_REFUSALS.issuerUnknown,
      { destination: aDestination({ resource: { type: 'BankCardDestinationResource', token: 't' } }) },
    ],
  ])('is refused: %s', (message, change) => {
    expect(() => assertFitContext({ ...context, ...change })).toThrow(
      expect.objectContaining({ code: 'invalidOperationParameters', message }),
    );
  });
});

describe('the body of a withdrawal', () => {
  const fit: { wallet: Wallet; destination: Destination; provider: WalletProvider } = {
    wallet,
    destination: aDestination(),
    provider,
  };

  it('may be any amount within the inclusive bounds of the terms', () => {
    expect(() => assertBodyInTerms({ amountMinor: 100n, currency: 'RUB' }, fit)).not.toThrow();
    expect(() => assertBodyInTerms({ amountMinor: 1000n, currency: 'RUB' }, fit)).not.toThrow();
  });

  it.each([
    [WITHDRAWAL_REFUSALS.amountOutOfTerms, { amountMinor: 99n, currency: 'RUB' }],
    [WITHDRAWAL_REFUSALS.amountOutOfTerms, { amountMinor: 1001n, currency: 'RUB' }],
    [WITHDRAWAL_REFUSALS.currencyForbidden, { amountMinor: 100n, currency: 'EUR' }],
    [WITHDRAWAL_REFUSALS.currenciesDiffer, { amountMinor: 100n, currency: 'USD' }],
  ])('is refused: %s', (message, body) => {
    expect(() => assertBodyInTerms(body, fit)).toThrow(message);
  });

  it('must be positive regardless of the terms', () => {
    const inDollars = {
      ...fit,
      wallet: { ...wallet, currency: 'USD' },
      destination: aDestination({ currency: 'USD' }),
    };
    const zero = { amountMinor: 0n, currency: 'USD' };
    expect(() => assertBodyInTerms(zero, inDollars)).toThrow(WITHDRAWAL_REFUSALS.amountOutOfTerms);
  });
});

describe('the withdrawal methods', () => {
  it('omit methods without systems or providers', () => {
    expect(listWithdrawalMethods(provider.terms)).toEqual([
      { method: 'WithdrawalMethodBankCard', paymentSystems: ['visa'] },
      { method: 'WithdrawalMethodGeneric', providers: ['BankTransferSEPA'] },
    ]);
  });
});
