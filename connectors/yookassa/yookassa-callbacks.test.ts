import { createYooKassaCallbacks } from './yookassa-callbacks';
import { YOOKASSA_NETWORKS } from './yookassa.kind';

const reader = createYooKassaCallbacks(YOOKASSA_NETWORKS);

const notification = (metadata: unknown) =>
  Buffer.from(JSON.stringify({ type: 'notification', event: 'payment.succeeded', object: { id: 'x', metadata } }));

const from = (address: string | undefined, body = notification({ holdfast_operation: 'payment/I.1/authorise' })) =>
  reader.read({ body, address, header: () => undefined });

test.each(['185.71.76.1', '77.75.156.35', '2a02:5180::1'])('a notification from %s names its operation', (address) => {
  expect(from(address)).toEqual({ kind: 'read', operationID: 'payment/I.1/authorise' });
});

test.each(['185.71.76.32', '127.0.0.1', '::1', undefined])('a notification from %s is refused', (address) => {
  expect(from(address)).toEqual({ kind: 'refused' });
});

test.each([
  ['of a foreign object', notification({ order: '1' })],
  ['without metadata', notification(null)],
  ['with a long name', notification({ holdfast_operation: 'x'.repeat(201) })],
  ['that is no JSON', Buffer.from('{')],
])('a notification %s names no operation', (_, body) => {
  expect(from('185.71.76.1', body)).toEqual({ kind: 'read' });
});
