import { readCheckoutMessage, readShopMessage, withNonce, getTargetOrigin, type CheckoutMessage } from './messages';

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
])('the shop reads %j', (message) => {
  expect(readCheckoutMessage(heard(withNonce(message, peer.nonce)), peer)).toEqual(message);
});

test.each(['hello', 'focus'] as const)('the checkout reads %s', (type) => {
  expect(readShopMessage(heard(withNonce({ type }, peer.nonce)), peer)).toEqual({ type });
});

test.each([
  ['another origin', heard(withNonce(paid, peer.nonce), { origin: 'https://evil.example' })],
  ['another window', heard(withNonce(paid, peer.nonce), { source: {} })],
  ['another nonce', heard(withNonce(paid, 'b1'.repeat(16)))],
  ['no nonce', heard({ ...paid, channel: 'holdfast-checkout' })],
  ['another channel', heard({ ...paid, nonce: peer.nonce })],
  ['a text', heard('finished')],
  ['nothing', heard(null)],
  ['an unknown word', heard({ ...withNonce(paid, peer.nonce), type: 'paid' })],
  ['the word of the other side', heard(withNonce({ type: 'hello' }, peer.nonce))],
])('a message of %s is ignored', (_, event) => {
  expect(readCheckoutMessage(event, peer)).toBeUndefined();
  expect(readShopMessage({ ...event, data: event.data === null ? null : paid }, peer)).toBeUndefined();
});

test('messages are ignored without a window', () => {
  const event = { ...heard(withNonce(paid, peer.nonce)), source: null };
  expect(readCheckoutMessage(event, { ...peer, window: null })).toBeUndefined();
});

test('only known fields of the right type are read', () => {
  const more = { cardNumber: '1', invoiceID: 7, paymentID: 'x'.repeat(300), toString: 'y' };
  expect(readCheckoutMessage(heard({ ...withNonce(paid, peer.nonce), ...more }), peer)).toEqual({ type: 'finished' });
  for (const heightPx of ['1', -1, Number.NaN, 1e9])
    expect(
      readCheckoutMessage(heard({ ...withNonce({ type: 'ready' }, peer.nonce), type: 'resized', heightPx }), peer),
    ).toBe(undefined);
});

test('a page opened from a file is addressed without an origin, every other by its own', () => {
  expect([getTargetOrigin('null'), getTargetOrigin('https://shop.example')]).toEqual(['*', 'https://shop.example']);
});
