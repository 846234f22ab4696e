import {
  assertBindable,
  assertPayableBy,
  assertPayableByToken,
  assertRecurrentPermitted,
  assertWithinTerms,
  getDisputeLevyMinor,
  getOpenPriceCurrency,
  holdLifetimeMs,
  type ShopTerms,
} from './shop-terms';

const rub = (amountMinor: bigint) => ({ amountMinor, currency: 'RUB' });
const shop = (terms: ShopTerms) => ({ id: 'S', currency: 'RUB', terms });

test('a hold lasts a week by default, or the shop’s time', () => {
  expect(holdLifetimeMs({})).toBe(7 * 86_400_000);
  expect(holdLifetimeMs({ holdLifetimeSeconds: 60 })).toBe(60_000);
});

test('a dispute costs the levy of its currency, by default what the acquirer states, or nothing', () => {
  const disputeLevies = [
    { currency: 'EUR', amount: 0 },
    { currency: 'RUB', amount: 500 },
  ];
  const stated = (currency: string, statedMinor: bigint | null) => ({ currency, statedMinor });
  expect(getDisputeLevyMinor({ disputeLevies }, stated('RUB', 1n))).toBe(500n);
  expect(getDisputeLevyMinor({ disputeLevies }, stated('EUR', 1n))).toBe(0n);
  expect(getDisputeLevyMinor({ disputeLevies }, stated('USD', 1n))).toBe(1n);
  expect(getDisputeLevyMinor({}, stated('RUB', null))).toBe(0n);
});

test('an invoice is in a currency of the shop', () => {
  expect(() => assertWithinTerms(shop({}), rub(1n))).not.toThrow();
  expect(() => assertWithinTerms(shop({ currencies: ['EUR', 'USD'] }), rub(1n))).toThrow(
    'shop takes EUR, USD, not RUB',
  );
});

test('an invoice’s amount is within the limits of its currency, both ends included', () => {
  const amountLimits = [
    { currency: 'EUR', min: 9_000, max: 9_001 },
    { currency: 'RUB', min: 100, max: 1_000 },
  ];
  for (const amount of [100n, 1_000n])
    expect(() => assertWithinTerms(shop({ amountLimits }), rub(amount))).not.toThrow();
  for (const amount of [99n, 1_001n])
    expect(() => assertWithinTerms(shop({ amountLimits }), rub(amount))).toThrow(
      'shop takes from 1.00 RUB to 10.00 RUB',
    );
  const max = [{ currency: 'RUB', max: 1_000 }];
  expect(() => assertWithinTerms(shop({ amountLimits: max }), rub(1n))).not.toThrow();
  expect(() => assertWithinTerms(shop({ amountLimits: max }), rub(1_001n))).toThrow('from 0.01 RUB to 10.00 RUB');
});

test('an open price is in the shop’s currency if its terms allow it, else in the first that they name', () => {
  expect(getOpenPriceCurrency(shop({}))).toBe('RUB');
  expect(getOpenPriceCurrency(shop({ currencies: ['EUR', 'RUB'] }))).toBe('RUB');
  expect(getOpenPriceCurrency(shop({ currencies: ['EUR', 'USD'] }))).toBe('EUR');
  expect(getOpenPriceCurrency(shop({ currencies: [] }))).toBe('RUB');
});

const card = { type: 'bankCard', bin: '424242', lastDigits: '4242', paymentSystem: 'visa' } as const;

test('a shop takes the tools of its payment methods only', () => {
  const methods = (paymentSystems: string[]) =>
    ({ paymentMethods: [{ method: 'BankCard', paymentSystems }] }) as unknown as ShopTerms;
  for (const assert of [assertPayableBy, assertBindable]) {
    expect(() => assert(shop(methods(['visa'])), card)).not.toThrow();
    expect(() => assert(shop(methods(['mastercard'])), card)).toThrow(
      'the payment tool is none of the payment methods',
    );
  }
});

test('recurrent payments are permitted unless the terms refuse them', () => {
  for (const terms of [{}, { recurrent: true }]) expect(() => assertRecurrentPermitted(shop(terms))).not.toThrow();
  expect(() => assertRecurrentPermitted(shop({ recurrent: false }))).toThrow(
    'the terms of shop S do not allow recurrent payments',
  );
});

test('the holder of an access token charges a saved card only where the terms say so', () => {
  expect(() => assertPayableByToken('S', { customersPayByToken: true })).not.toThrow();
  for (const terms of [undefined, {}, { customersPayByToken: false }])
    expect(() => assertPayableByToken('S', terms)).toThrow('the terms of shop S do not allow CustomerPayer');
});
