import fc from 'fast-check';
import { convert } from './conversion';
import { QUOTE_REFUSALS, quoteTokenPayload, redeemQuote } from './quote';

const createdAt = new Date('2026-11-21T12:00:00Z');
const expiresOn = new Date('2026-11-21T12:15:00Z');
const terms = {
  cashFrom: { amountMinor: 9_007_199_254_740_993n, currency: 'RUB' },
  cashTo: { amountMinor: 100n, currency: 'USD' },
  createdAt,
  expiresOn,
};
const binding = { partyID: 'p1', walletID: 'w1', destinationID: 'd1' };
const withdrawal = { ...binding, identityID: 'i1', cardToken: 'c1', body: terms.cashFrom, now: createdAt };

describe('a quote', () => {
  it('survives a JSON round trip exactly', () => {
    const payload = JSON.parse(JSON.stringify(quoteTokenPayload(binding, terms)));
    expect(redeemQuote(payload, withdrawal)).toEqual(terms);
  });

  it('accepts a withdrawal of either side', () => {
    expect(redeemQuote(quoteTokenPayload(binding, terms), { ...withdrawal, body: terms.cashTo })).toEqual(terms);
  });

  it('without a destination accepts any', () => {
    const payload = quoteTokenPayload({ partyID: 'p1', walletID: 'w1' }, terms);
    expect(redeemQuote(payload, { ...withdrawal, destinationID: 'd2' })).toEqual(terms);
  });

  it.each([
    ['another party', { partyID: 'p2' }, QUOTE_REFUSALS.owner],
    ['another wallet', { walletID: 'w2' }, QUOTE_REFUSALS.wallet],
    ['another destination', { destinationID: 'd2' }, QUOTE_REFUSALS.destination],
    ['another amount', { body: { amountMinor: 1n, currency: 'RUB' } }, QUOTE_REFUSALS.body],
    ['another currency', { body: { amountMinor: 100n, currency: 'EUR' } }, QUOTE_REFUSALS.body],
  ])('rejects %s', (_, change, message) => {
    expect(() => redeemQuote(quoteTokenPayload(binding, terms), { ...withdrawal, ...change })).toThrow(message);
  });

  it.each([
    ['a wallet of another identity', { identityID: 'i2' }, QUOTE_REFUSALS.identity],
    ['another card', { cardToken: 'c2' }, QUOTE_REFUSALS.receiver],
    ['a destination that is no card', { cardToken: undefined }, QUOTE_REFUSALS.receiver],
  ])('for a card accepts any wallet of its identity and rejects %s', (_, change, message) => {
    const payload = quoteTokenPayload({ partyID: 'p1', identityID: 'i1', receiverToken: 'c1' }, terms);
    const elsewhere = { ...withdrawal, walletID: 'w2', destinationID: 'd2' };
    expect(redeemQuote(payload, elsewhere)).toEqual(terms);
    expect(() => redeemQuote(payload, { ...elsewhere, ...change })).toThrow(message);
  });

  it('expires exactly at its expiry time', () => {
    const payload = quoteTokenPayload(binding, terms);
    const justBefore = new Date(expiresOn.getTime() - 1);
    expect(() => redeemQuote(payload, { ...withdrawal, now: justBefore })).not.toThrow();
    expect(() => redeemQuote(payload, { ...withdrawal, now: expiresOn })).toThrow(
      expect.objectContaining({ code: 'badToken' }),
    );
  });
});

describe('a conversion', () => {
  it('never creates money from either side', () => {
    const positive = fc.bigInt({ min: 1n, max: 10n ** 15n });
    fc.assert(
      fc.property(positive, positive, positive, (amountMinor, numerator, denominator) => {
        const rate = { from: 'RUB', to: 'USD', numerator, denominator };
        for (const currency of ['RUB', 'USD']) {
          const { cashFrom, cashTo } = convert({ amountMinor, currency }, rate);
          expect(cashTo.amountMinor * denominator).toBeLessThanOrEqual(cashFrom.amountMinor * numerator);
        }
      }),
    );
  });

  it('rounds the source side up and the target side down', () => {
    const rate = { from: 'RUB', to: 'USD', numerator: 1n, denominator: 90n };
    expect(convert({ amountMinor: 100n, currency: 'USD' }, rate).cashFrom.amountMinor).toBe(9000n);
    expect(convert({ amountMinor: 8999n, currency: 'RUB' }, rate).cashTo.amountMinor).toBe(99n);
  });

  it('rejects a third currency', () => {
    const rate = { from: 'RUB', to: 'USD', numerator: 1n, denominator: 90n };
    expect(() => convert({ amountMinor: 1n, currency: 'EUR' }, rate)).toThrow(RangeError);
  });
});
