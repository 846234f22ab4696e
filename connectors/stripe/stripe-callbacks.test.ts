import Stripe from 'stripe';
import { createStripeCallbacks } from './stripe-callbacks';

const secret = 'whsec_of_a_test';
const reader = createStripeCallbacks(secret);

function aCallback(event: object, signedWith = secret) {
  const payload = JSON.stringify(event);
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: signedWith });
  const header = (name: string) => (name === 'Stripe-Signature' ? signature : undefined);
  return { body: Buffer.from(payload), header };
}

const about = (object: object) => ({
  id: 'evt_1',
  object: 'event',
  type: 'payment_intent.succeeded',
  data: { object },
});

test('a signed event contains the operation of its object', () => {
  const object = { id: 'pi_1', metadata: { holdfast_operation: 'payment/INV.1/authorise' } };
  expect(reader.read(aCallback(about(object)))).toEqual({ kind: 'read', operationID: 'payment/INV.1/authorise' });
});

test('a foreign event is read without an operation', () => {
  expect(reader.read(aCallback(about({ id: 'pi_1', metadata: {} })))).toEqual({ kind: 'read' });
  expect(reader.read(aCallback(about({ id: 'balance' })))).toEqual({ kind: 'read' });
});

test('an event without a valid signature is refused', () => {
  expect(reader.read(aCallback(about({}), 'whsec_of_another'))).toEqual({ kind: 'refused' });
  expect(reader.read({ body: Buffer.from('{}'), header: () => undefined })).toEqual({ kind: 'refused' });
  const { header } = aCallback(about({}));
  expect(reader.read({ body: Buffer.from('{"changed":true}'), header })).toEqual({ kind: 'refused' });
});
