import fc from 'fast-check';
import { cartTotal, type CartLine } from './cart';
import { VAT_RATES } from './vat';
import { fitCart, refundedLines, subtractCart } from './cart-share';

const line = fc.record({
  product: fc.constantFrom('Tea', 'Cup', 'Spoon'),
  quantity: fc.bigInt({ min: 1n, max: 1_000n }),
  priceMinor: fc.bigInt({ min: 1n, max: 10_000_000n }),
  taxRate: fc.constantFrom(...VAT_RATES),
}) satisfies fc.Arbitrary<CartLine>;
const cart = fc.array(line, { minLength: 1, maxLength: 100 });

test('a fitted cart sums to the amount, without free lines or other products and taxes', () => {
  fc.assert(
    fc.property(cart, fc.bigInt({ min: 1n, max: 2n ** 53n - 1n }), (lines, amountMinor) => {
      const fitted = fitCart(lines, amountMinor);
      expect(cartTotal(fitted)).toBe(amountMinor);
      const known = new Set(lines.map(({ product, taxRate }) => `${product} ${taxRate}`));
      for (const each of fitted) {
        expect(each.quantity > 0n && each.priceMinor > 0n).toBe(true);
        expect(known).toContain(`${each.product} ${each.taxRate}`);
      }
    }),
  );
});

test('a fitted line differs from its share by less than one minor unit', () => {
  fc.assert(
    fc.property(cart, (lines) => {
      const totalMinor = cartTotal(lines);
      const amountMinor = totalMinor / 3n + 1n;
      const costOf = (all: CartLine[], wanted: string) =>
        cartTotal(all.filter(({ product, taxRate }) => `${product} ${taxRate}` === wanted));
      const fitted = fitCart(lines, amountMinor);
      for (const key of new Set(lines.map(({ product, taxRate }) => `${product} ${taxRate}`))) {
        const count = BigInt(lines.filter(({ product, taxRate }) => `${product} ${taxRate}` === key).length);
        const difference = costOf(fitted, key) * totalMinor - costOf(lines, key) * amountMinor;
        expect((difference < 0n ? -difference : difference) < count * totalMinor).toBe(true);
      }
    }),
  );
});

test('a cart of the whole amount stays as it is', () => {
  const lines = [{ product: 'Tea', quantity: 3n, priceMinor: 333n }];
  expect(fitCart(lines, 999n)).toEqual(lines);
  expect(fitCart(lines, 1_000n)).toEqual([
    { product: 'Tea', quantity: 2n, priceMinor: 333n },
    { product: 'Tea', quantity: 1n, priceMinor: 334n },
  ]);
});

test('a refund returns the lines that the remaining cart lacks', () => {
  fc.assert(
    fc.property(cart, cart, (kept, refunded) => {
      const before = [...kept, ...refunded];
      const amountMinor = cartTotal(refunded);
      const lines = refundedLines({ amountMinor, before, after: kept });
      expect(cartTotal(lines)).toBe(amountMinor);
      expect(subtractCart(before, lines)).toEqual(subtractCart(before, refunded));
    }),
  );
});

test.each([
  ['is absent', undefined],
  ['has another product', [{ product: 'Cup', quantity: 1n, priceMinor: 60n }]],
  ['has another total', [{ product: 'Tea', quantity: 2n, priceMinor: 50n, taxRate: '20%' as const }]],
])('a refund returns an equal share of every line if the remaining cart %s', (_, after) => {
  const before = [
    { product: 'Tea', quantity: 2n, priceMinor: 50n, taxRate: '20%' as const },
    { product: 'Sugar', quantity: 1n, priceMinor: 100n, taxRate: '10%' as const },
  ];
  expect(refundedLines({ amountMinor: 140n, before, after })).toEqual([
    { product: 'Tea', quantity: 2n, priceMinor: 35n, taxRate: '20%' },
    { product: 'Sugar', quantity: 1n, priceMinor: 70n, taxRate: '10%' },
  ]);
});
