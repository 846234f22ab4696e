import fc from 'fast-check';
import { cartTotal, invoiceAmount, lineCost, type CartLine } from './cart';

const line = fc.record({
  product: fc.string(),
  quantity: fc.bigInt({ min: 1n, max: 1_000n }),
  priceMinor: fc.bigInt({ min: 1n, max: 10n ** 9n }),
});

test('the cost of a cart is the sum of its lines', () => {
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 100 }), (cart) => {
      expect(cartTotal(cart)).toBe(cart.reduce((sum, one) => sum + lineCost(one), 0n));
      expect(invoiceAmount({ cart })).toBe(cartTotal(cart));
      expect(invoiceAmount({ cart, amountMinor: cartTotal(cart) })).toBe(cartTotal(cart));
    }),
  );
});

const cart: CartLine[] = [{ product: 'Чай', quantity: 2n, priceMinor: 150n }];

test.each([
  ['no amount and no cart', {}, 'invalidInvoiceCost'],
  ['an amount that is not the total', { amountMinor: 299n, cart }, 'invalidInvoiceCost'],
  ['an empty cart', { cart: [] }, 'invalidInvoiceCart'],
])('%s is refused', (_what, given, code) => {
  expect(() => invoiceAmount(given)).toThrow(expect.objectContaining({ code }));
});

test('an amount without a cart is used unchanged', () => {
  expect(invoiceAmount({ amountMinor: 5n })).toBe(5n);
});
