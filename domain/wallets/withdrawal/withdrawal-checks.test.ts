import type { Destination } from '../destination/destination';
import type { WalletProvider } from '../wallet-provider/wallet-provider';
import type { Wallet } from '../wallet/wallet';
import {
  WITHDRAWAL_REFUSALS,
  assertBodyInTerms,
  assertFeeAgreed,
  assertFitContext,
  cashInTerms,
  type OwnedDestination,
} from './withdrawal-checks';
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

const rub = (amountMinor: bigint) => ({ amountMinor, currency: 'RUB' });
const withFee = (withdrawalFeeBasisPoints: bigint): WalletProvider => {
  const currencies = [{ currency: 'RUB', minAmountMinor: 1n, maxAmountMinor: 10_000n, withdrawalFeeBasisPoints }];
  return { ...provider, terms: { ...provider.terms, currencies } };
};

describe('the fee of a withdrawal', () => {
  it('is kept of the body, and nothing without a fee in the terms', () => {
    expect(cashInTerms(rub(1_000n), withFee(100n))).toEqual({ cashFrom: rub(1_000n), cashTo: rub(990n) });
    expect(cashInTerms(rub(1_000n), provider)).toEqual({ cashFrom: rub(1_000n), cashTo: rub(1_000n) });
    expect(cashInTerms(rub(1n), withFee(100n))).toEqual({ cashFrom: rub(1n), cashTo: rub(1n) });
  });

  it('may not leave nothing', () => {
    expect(() => cashInTerms(rub(1_000n), withFee(10_000n))).toThrow(WITHDRAWAL_REFUSALS.amountOutOfTerms);
  });

  it('is the one that the caller expects, if it says one; no fee is zero', () => {
    const cash = { cashFrom: rub(1_000n), cashTo: rub(990n) };
    for (const expected of [undefined, rub(10n)]) expect(() => assertFeeAgreed(expected, cash)).not.toThrow();
    for (const expected of [rub(9n), rub(0n), { amountMinor: 10n, currency: 'USD' }])
      expect(() => assertFeeAgreed(expected, cash)).toThrow(WITHDRAWAL_REFUSALS.feeDiffers);
    const free = { cashFrom: rub(5n), cashTo: rub(5n) };
    expect(() => assertFeeAgreed(rub(0n), free)).not.toThrow();
    expect(() => assertFeeAgreed(rub(1n), free)).toThrow(WITHDRAWAL_REFUSALS.feeDiffers);
  });
});
