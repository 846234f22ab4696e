import { readCheckoutMessage, readShopMessage, seal, targetOf, type CheckoutMessage } from './messages';

const peer = { window: {}, origin: 'https://pay.example', nonce: 'a0'.repeat(16) };
const heard = (data: unknown, changes: object = {}) => ({ source: peer.window, origin: peer.origin, data, ...changes });
const paid: CheckoutMessage = { type: 'finished', invoiceID: '1AbCd', paymentID: '1' };

test.each<CheckoutMessage>([
  { type: 'ready' },
  { type: 'resized', heightPx: 640 },
  paid,
  { type: 'failed', code: 'InsufficientFunds', invoiceID: '1AbCd' },
  { type: 'leaving' },
  { type: 'closing' },
])('the shop hears %j', (message) => {
  expect(readCheckoutMessage(heard(seal(message, peer.nonce)), peer)).toEqual(message);
});

test.each(['hello', 'focus'] as const)('the checkout hears %s', (type) => {
  expect(readShopMessage(heard(seal({ type }, peer.nonce)), peer)).toEqual({ type });
});

test.each([
  ['another origin', heard(seal(paid, peer.nonce), { origin: 'https://evil.example' })],
  ['another window', heard(seal(paid, peer.nonce), { source: {} })],
  ['another nonce', heard(seal(paid, 'b1'.repeat(16)))],
  ['no nonce', heard({ ...paid, channel: 'holdfast-checkout' })],
  ['another channel', heard({ ...paid, nonce: peer.nonce })],
  ['a text', heard('finished')],
  ['nothing', heard(null)],
  ['an unknown word', heard({ ...seal(paid, peer.nonce), type: 'paid' })],
  ['the word of the other side', heard(seal({ type: 'hello' }, peer.nonce))],
])('a message of %s is not heeded', (_, event) => {
  expect(readCheckoutMessage(event, peer)).toBeUndefined();
  expect(readShopMessage({ ...event, data: event.data === null ? null : paid }, peer)).toBeUndefined();
});

test('only known fields come through, and only as what they are', () => {
  const more = { cardNumber: '1', invoiceID: 7, paymentID: 'x'.repeat(300), toString: 'y' };
  expect(readCheckoutMessage(heard({ ...seal(paid, peer.nonce), ...more }), peer)).toEqual({ type: 'finished' });
  for (const heightPx of ['1', -1, Number.NaN, 1e9])
    expect(
      readCheckoutMessage(heard({ ...seal({ type: 'ready' }, peer.nonce), type: 'resized', heightPx }), peer),
    ).toBe(undefined);
});

test('a page from a file is addressed without an origin, every other by its own', () => {
  expect([targetOf('null'), targetOf('https://shop.example')]).toEqual(['*', 'https://shop.example']);
});
