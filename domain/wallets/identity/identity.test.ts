import { DESTINATION_REFUSALS, assertDestinationCreatable } from '../destination/destination';
import type { WalletProvider } from '../wallet-provider/wallet-provider';
import { WALLET_REFUSALS, assertWalletCreatable } from '../wallet/wallet';
import { IDENTITY_REFUSALS, assertIdentityCreatable } from './identity';

const party = { isBlocked: false, isSuspended: false };
const identity = { isBlocked: false, isPartyOperable: true };
const provider: WalletProvider = {
  id: 'test',
  name: 'Test',
  residences: [],
  realm: 'test',
  destinationAuthorisation: 'automatic',
  authorisationLifetimeSeconds: null,
  terms: {
    currencies: [{ currency: 'RUB', minAmountMinor: 1n, maxAmountMinor: 10n }],
    resourceTypes: ['BankTransferSEPA'],
    cardPaymentSystems: [],
    digitalWalletProviders: [],
    routes: [],
    rates: [],
  },
};
const unprocessable = (message: string) => expect.objectContaining({ code: 'invalidOperationParameters', message });

describe('an identity', () => {
  it.each([
    [IDENTITY_REFUSALS.partyMissing, { party: undefined, provider }],
    [IDENTITY_REFUSALS.partyInaccessible, { party: { ...party, isBlocked: true }, provider }],
    [IDENTITY_REFUSALS.partyInaccessible, { party: { ...party, isSuspended: true }, provider }],
    [IDENTITY_REFUSALS.providerUnknown, { party, provider: undefined }],
  ])('is refused: %s', (message, context) => {
    expect(() => assertIdentityCreatable({ party, provider })).not.toThrow();
    expect(() => assertIdentityCreatable(context)).toThrow(unprocessable(message));
  });
});

describe('a wallet', () => {
  const fit = { identity: identity as typeof identity | undefined, provider, currency: 'RUB' };

  it.each([
    [WALLET_REFUSALS.identityMissing, { identity: undefined }],
    [WALLET_REFUSALS.identityInaccessible, { identity: { ...identity, isBlocked: true } }],
    [WALLET_REFUSALS.identityInaccessible, { identity: { ...identity, isPartyOperable: false } }],
    [WALLET_REFUSALS.currencyUnsupported, { currency: 'USD' }],
  ])('is refused: %s', (message, change) => {
    expect(() => assertWalletCreatable(fit)).not.toThrow();
    expect(() => assertWalletCreatable({ ...fit, ...change })).toThrow(unprocessable(message));
  });
});

describe('a destination', () => {
  const fit = {
    identity: identity as typeof identity | undefined,
    provider,
    currency: 'RUB',
    resourceType: 'BankTransferSEPA',
  } as const;

  it.each([
    [DESTINATION_REFUSALS.identityMissing, { identity: undefined }],
    [DESTINATION_REFUSALS.identityInaccessible, { identity: { ...identity, isBlocked: true } }],
    [DESTINATION_REFUSALS.currencyUnsupported, { currency: 'USD' }],
    [DESTINATION_REFUSALS.resourceTypeForbidden, { resourceType: 'BankTransferPIX' as const }],
  ])('is refused: %s', (message, change) => {
    expect(() => assertDestinationCreatable(fit)).not.toThrow();
    expect(() => assertDestinationCreatable({ ...fit, ...change })).toThrow(unprocessable(message));
  });
});
