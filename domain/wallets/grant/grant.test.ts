import {
  GRANT_REFUSALS,
  assertDestinationGrantCovers,
  assertGrantAsset,
  assertGrantLifetime,
  assertWalletGrantCovers,
  assertWalletGrantServes,
  type WalletGrantPayload,
} from './grant';

const now = new Date('2026-11-21T12:00:00Z');
const validUntil = '2026-11-21T13:00:00.000Z';
const rubles = (amountMinor: bigint) => ({ amountMinor, currency: 'RUB' });
const grant: WalletGrantPayload = {
  version: 1,
  kind: 'wallet',
  grantID: 'g1',
  ownerPartyID: 'p1',
  walletID: 'w1',
  asset: { amount: '1000', currency: 'RUB' },
  validUntil,
};
const use = { walletID: 'w1', cash: rubles(1000n), now };

/** Checks in the order of a withdrawal: before the look-ups, and once the amount is known. */
function checkWalletGrant({ cash, ...rest }: typeof use): void {
  assertWalletGrantServes(grant, rest);
  assertWalletGrantCovers(grant, cash);
}

describe('a wallet grant', () => {
  it('covers its whole asset until it expires', () => {
    expect(() => checkWalletGrant(use)).not.toThrow();
  });

  it.each([
    ['another wallet', { walletID: 'w2' }, GRANT_REFUSALS.otherThing],
    ['one unit more', { cash: rubles(1001n) }, GRANT_REFUSALS.tooMuch],
    ['another currency', { cash: { amountMinor: 1n, currency: 'USD' } }, GRANT_REFUSALS.otherCurrency],
    ['a moment that is its end', { now: new Date(validUntil) }, GRANT_REFUSALS.expired],
  ])('does not cover %s', (_, change, message) => {
    expect(() => checkWalletGrant({ ...use, ...change })).toThrow(
      expect.objectContaining({ code: 'badToken', place: 'walletGrant', message }),
    );
  });

  it('requires the wallet’s currency and a positive amount', () => {
    expect(() => assertGrantAsset(rubles(1n), 'RUB')).not.toThrow();
    expect(() => assertGrantAsset(rubles(0n), 'RUB')).toThrow(GRANT_REFUSALS.assetAmount);
    expect(() => assertGrantAsset(rubles(1n), 'USD')).toThrow(GRANT_REFUSALS.assetCurrency);
  });

  it('cannot expire in the past', () => {
    expect(() => assertGrantLifetime(new Date(validUntil), now)).not.toThrow();
    expect(() => assertGrantLifetime(now, now)).toThrow(GRANT_REFUSALS.alreadyPast);
  });
});

describe('a destination grant', () => {
  const destinationGrant = {
    version: 1,
    kind: 'destination',
    grantID: 'g',
    ownerPartyID: 'p1',
    destinationID: 'd1',
    validUntil,
  } as const;

  it('covers only its destination and only until it expires', () => {
    expect(() => assertDestinationGrantCovers(destinationGrant, { destinationID: 'd1', now })).not.toThrow();
    expect(() => assertDestinationGrantCovers(destinationGrant, { destinationID: 'd2', now })).toThrow(
      GRANT_REFUSALS.otherThing,
    );
    expect(() =>
      assertDestinationGrantCovers(destinationGrant, { destinationID: 'd1', now: new Date(validUntil) }),
    ).toThrow(GRANT_REFUSALS.expired);
  });
});
