import { readCheckoutMessage, readShopMessage, withNonce, getTargetOrigin, type CheckoutMessage } from './messages';

const peer = { window: {}, origin: 'https://pay.example', nonce: 'a0'.repeat(16) };
const createEvent = (data: unknown, changes: object = {}) => ({
  source: peer.window,
  origin: peer.origin,
  data,
  ...changes,
});
const paid: CheckoutMessage = { type: 'finished', invoiceID: '1AbCd', paymentID: '1' };

test.each<CheckoutMessage>([
  { type: 'ready' },
  { type: 'resized', heightPx: 640 },
  paid,
  { type: 'failed', code: 'InsufficientFunds', invoiceID: '1AbCd' },
  { type: 'leaving' },
  { type: 'closing' },
])('the shop reads %j', (message) => {
  expect(readCheckoutMessage(createEvent(withNonce(message, peer.nonce)), peer)).toEqual(message);
});

test.each(['hello', 'focus'] as const)('the checkout reads %s', (type) => {
  expect(readShopMessage(createEvent(withNonce({ type }, peer.nonce)), peer)).toEqual({ type });
});

test.each([
  ['another origin', createEvent(withNonce(paid, peer.nonce), { origin: 'https://evil.example' })],
  ['another window', createEvent(withNonce(paid, peer.nonce), { source: {} })],
  ['another nonce', createEvent(withNonce(paid, 'b1'.repeat(16)))],
  ['no nonce', createEvent({ ...paid, channel: 'holdfast-checkout' })],
  ['another channel', createEvent({ ...paid, nonce: peer.nonce })],
  ['a text', createEvent('finished')],
  ['nothing', createEvent(null)],
  ['an unknown word', createEvent({ ...withNonce(paid, peer.nonce), type: 'paid' })],
  ['the word of the other side', createEvent(withNonce({ type: 'hello' }, peer.nonce))],
])('a message of %s is ignored', (_, event) => {
  expect(readCheckoutMessage(event, peer)).toBeUndefined();
  expect(readShopMessage({ ...event, data: event.data === null ? null : paid }, peer)).toBeUndefined();
});

test('messages are ignored without a window', () => {
  const event = { ...createEvent(withNonce(paid, peer.nonce)), source: null };
  expect(readCheckoutMessage(event, { ...peer, window: null })).toBeUndefined();
});

test('only known fields of the right type are read', () => {
  const more = { cardNumber: '1', invoiceID: 7, paymentID: 'x'.repeat(300), toString: 'y' };
  expect(readCheckoutMessage(createEvent({ ...withNonce(paid, peer.nonce), ...more }), peer)).toEqual({
    type: 'finished',
  });
  for (const heightPx of ['1', -1, Number.NaN, 1e9])
    expect(
      readCheckoutMessage(
        createEvent({ ...withNonce({ type: 'ready' }, peer.nonce), type: 'resized', heightPx }),
        peer,
      ),
    ).toBe(undefined);
});

test('a page opened from a file is addressed without an origin, every other by its own', () => {
  expect([getTargetOrigin('null'), getTargetOrigin('https://shop.example')]).toEqual(['*', 'https://shop.example']);
});
