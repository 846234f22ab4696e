import { getIdempotencyKey, withoutKey } from './idempotency-key';

test.each(['idempotencyKey', 'operationKey', 'command'])(
  'a command that was scheduled with %s keeps its key',
  (name) => {
    const scheduled = { walletID: 'w-1', [name]: 'order-1' } as unknown as { idempotencyKey: string };
    expect(getIdempotencyKey(scheduled)).toBe('order-1');
    expect(withoutKey(scheduled)).toEqual({ walletID: 'w-1' });
  },
);

test('a command without a key does nothing', () => {
  expect(() => getIdempotencyKey({} as { idempotencyKey: string })).toThrow('without its key');
});
