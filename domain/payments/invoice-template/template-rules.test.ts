import fc from 'fast-check';
import type { TemplateDetails, TemplatePrice } from './invoice-template';
import {
  assertSoundTemplate,
  computeDueDate,
  templateCart,
  templateCurrency,
  templatePrice,
  templateProduct,
} from './template-rules';

const single = (price: TemplatePrice): TemplateDetails => ({ type: 'singleLine', product: 'Чай', price });
const fixed = single({ type: 'fixed', currency: 'RUB', amount: 500 });
const range = single({ type: 'range', currency: 'RUB', lowerBound: 100, upperBound: 200 });
const unlimited = single({ type: 'unlimited' });
const cart: TemplateDetails = {
  type: 'multiLine',
  currency: 'RUB',
  cart: [
    { product: 'Чай', quantity: 2, price: 100 },
    { product: 'Мёд', quantity: 1, price: 50 },
  ],
};
const rub = (amountMinor: bigint) => ({ amountMinor, currency: 'RUB' });

test.each([
  ['a fixed price needs no amount', fixed, {}, rub(500n)],
  ['a fixed price accepts the same amount', fixed, rub(500n), rub(500n)],
  ['a range accepts its lower bound', range, rub(100n), rub(100n)],
  ['a range accepts its upper bound', range, rub(200n), rub(200n)],
  [
    'an open price accepts any amount',
    unlimited,
    { amountMinor: 7n, currency: 'USD' },
    { amountMinor: 7n, currency: 'USD' },
  ],
  ['a cart determines its price', cart, {}, rub(250n)],
  ['a cart accepts its own price', cart, rub(250n), rub(250n)],
])('%s', (_, details, asked, price) => {
  expect(templatePrice(details, asked)).toEqual(price);
});

test.each<[string, TemplateDetails, Parameters<typeof templatePrice>[1], string, string]>([
  ['an amount without currency', unlimited, { amountMinor: 500n }, 'currency', 'is required where amount is given'],
  ['a currency without amount', unlimited, { currency: 'RUB' }, 'amount', 'is required where currency is given'],
  ['another amount than the fixed one', fixed, rub(501n), 'amount', 'must be 500 (minor units: 5.00 RUB)'],
  ['another currency than the fixed one', fixed, { amountMinor: 500n, currency: 'USD' }, 'currency', 'must be RUB'],
  ['no amount in a range', range, {}, 'amount', 'is required: the template does not name the price'],
  ['less than the range', range, rub(99n), 'amount', 'must be from 100 to 200'],
  ['more than the range', range, rub(201n), 'amount', 'must be from 100 to 200'],
  ['another currency than the range’s', range, { amountMinor: 150n, currency: 'USD' }, 'currency', 'must be RUB'],
  ['no amount for an open price', unlimited, {}, 'amount', 'is required: the template does not name the price'],
  ['another amount than the cart’s', cart, rub(251n), 'amount', 'must be 250 (minor units: 2.50 RUB)'],
  ['another currency than the cart’s', cart, { amountMinor: 250n, currency: 'USD' }, 'currency', 'must be RUB'],
])('%s is refused', (_, details, asked, field, rule) => {
  const place = `body.${field}`;
  const refusal = { code: 'invalidRequest', message: `${place}: ${rule}`, place };
  expect(() => templatePrice(details, asked)).toThrow(expect.objectContaining(refusal));
});

test('a template has the currency of its price or cart, an open price none', () => {
  expect([fixed, range, unlimited, cart].map(templateCurrency)).toEqual(['RUB', 'RUB', undefined, 'RUB']);
});

test.each([
  ['a day', { days: 1, months: 0, years: 0 }, '2024-02-01'],
  ['a month that is shorter', { days: 0, months: 1, years: 0 }, '2024-02-29'],
  ['a month of another year', { days: 0, months: 13, years: 0 }, '2025-02-28'],
  ['everything at once', { days: 2, months: 1, years: 1 }, '2025-03-02'],
])('an invoice with a lifetime of %s is due by the calendar', (_, lifetime, date) => {
  expect(computeDueDate(lifetime, new Date('2024-01-31T10:20:30.456Z'))).toEqual(new Date(`${date}T10:20:30.456Z`));
});

test('any non-zero lifetime gives a due date in the future', () => {
  const lifetimes = fc.record({
    days: fc.integer({ min: 0, max: 36_500 }),
    months: fc.integer({ min: 0, max: 1_200 }),
    years: fc.integer({ min: 0, max: 100 }),
  });
  const moments = fc.date({ min: new Date('2020-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(lifetimes, moments, (lifetime, now) => {
      fc.pre(lifetime.days + lifetime.months + lifetime.years > 0);
      expect(computeDueDate(lifetime, now).getTime()).toBeGreaterThan(now.getTime());
    }),
  );
});

const lifetime = { days: 1, months: 0, years: 0 };
const randomizeAmount = { deviation: 5 };

const swapped = single({ type: 'range', currency: 'RUB', lowerBound: 2, upperBound: 1 });

test.each<[string, Parameters<typeof assertSoundTemplate>[0], string]>([
  [
    'no lifetime',
    { lifetime: { days: 0, months: 0, years: 0 }, details: fixed, randomizeAmount: null },
    'body.lifetime: must be longer than nothing',
  ],
  [
    'a lifetime of more than a hundred years',
    { lifetime: { days: 1, months: 0, years: 100 }, details: fixed, randomizeAmount: null },
    'body.lifetime: must not be longer than a hundred years',
  ],
  [
    'bounds the wrong way round',
    { lifetime, details: swapped, randomizeAmount: null },
    'body.details.price.range: lowerBound must not be above upperBound',
  ],
])('a template with %s is refused', (_, draft, message) => {
  expect(() => assertSoundTemplate(draft, new Date())).toThrow(
    expect.objectContaining({ code: 'invalidRequest', message }),
  );
});

test('a template whose cart would be randomised is refused', () => {
  expect(() => assertSoundTemplate({ lifetime, details: cart, randomizeAmount }, new Date())).toThrow(
    expect.objectContaining({ code: 'invalidRequest' }),
  );
});

test.each<[string, TemplateDetails]>([
  ['a fixed price', fixed],
  ['a range of one amount', single({ type: 'range', currency: 'RUB', lowerBound: 1, upperBound: 1 })],
  ['an open price', unlimited],
  ['a cart', cart],
])('a template with %s is sound, with any part of a lifetime', (_, details) => {
  const spans = [
    lifetime,
    { days: 0, months: 1, years: 0 },
    { days: 0, months: 0, years: 100 },
    { days: 1, months: 1, years: 2 },
  ];
  for (const span of spans)
    expect(() => assertSoundTemplate({ lifetime: span, details, randomizeAmount: null }, new Date())).not.toThrow();
});

test('an invoice has the template’s product, cut to a hundred characters', () => {
  expect(templateProduct(fixed)).toBe('Чай');
  const whole = 'x'.repeat(100);
  expect(templateProduct({ type: 'singleLine', product: whole, price: { type: 'unlimited' } })).toBe(whole);
  expect(templateProduct(cart)).toBe('Чай и др.');
  const long = {
    type: 'multiLine',
    currency: 'RUB',
    cart: [{ product: 'x'.repeat(1_000), quantity: 1, price: 1 }],
  } as const;
  expect(templateProduct({ ...long, cart: [...long.cart] })).toBe(`${'x'.repeat(99)}…`);
  expect(templateProduct({ ...long, cart: [...long.cart, ...long.cart] })).toBe(`${'x'.repeat(93)}… и др.`);
});

test('a single product makes a cart of one piece at the invoice’s price', () => {
  expect(templateCart(range, rub(150n))).toEqual([{ product: 'Чай', quantity: 1, price: 150 }]);
  expect(templateCart(cart, rub(250n))).toBe(cart.cart);
  const taxRate = '22%' as never;
  const taxed = { type: 'singleLine', product: 'Чай', price: { type: 'unlimited' }, taxRate } as TemplateDetails;
  expect(templateCart(taxed, rub(1n))).toEqual([{ product: 'Чай', quantity: 1, price: 1, taxRate }]);
});
