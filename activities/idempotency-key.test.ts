import { keyOf } from './idempotency-key';

test.each(['idempotencyKey', 'operationKey', 'command'])(
  'a command that was scheduled with %s keeps its key',
  (name) => {
    expect(keyOf({ [name]: 'order-1' } as unknown as { idempotencyKey: string })).toBe('order-1');
  },
);

test('a command without a key does nothing', () => {
  expect(() => keyOf({} as { idempotencyKey: string })).toThrow('without its key');
});
