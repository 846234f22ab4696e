import Stripe from 'stripe';
import { listOperations } from './stripe-listing';
import { OPERATION } from './stripe-operations';
import { StripeStandIn } from './testing/stripe-stand-in';

let standIn: StripeStandIn;
let stripe: Stripe;

beforeEach(async () => {
  standIn = new StripeStandIn();
  const { hostname, port } = new URL(await standIn.start());
  stripe = new Stripe('sk_test_1', { host: hostname, port, protocol: 'http', maxNetworkRetries: 0 });
});
afterEach(() => standIn.stop());

const window = { from: new Date(Date.now() - 600_000), to: new Date(Date.now() + 600_000) };

async function anIntent(metadata: Record<string, string>, wrong: object = {}): Promise<string> {
  const intent = await stripe.paymentIntents.create({ amount: 100, currency: 'rub', metadata });
  Object.assign(standIn.book.paymentIntents.get(intent.id) ?? {}, wrong);
  return intent.id;
}

test('an unreadable intent does not block others', async () => {
  const [good, wrong] = ['payment/i.1/authorise', 'payment/i.2/authorise'];
  await anIntent({ [OPERATION]: good });
  const id = await anIntent({ [OPERATION]: wrong }, { amount: 0.5 });
  const { operations, unreadable } = await listOperations(stripe, { window, timeoutMs: 5_000 });
  expect(operations.map(({ operationID }) => operationID)).toEqual([good]);
  expect(unreadable).toEqual([
    {
      ...{ name: wrong, kind: 'authorise', connectorReference: id, at: expect.any(Date) },
      reason: 'amount: is not an amount in minor units',
    },
  ]);
});

test('foreign intents are ignored', async () => {
  await anIntent({ order: '1' }, { amount: 'much', currency: 'gold' });
  await anIntent({}, { metadata: null });
  expect(await listOperations(stripe, { window, timeoutMs: 5_000 })).toMatchObject({ operations: [], unreadable: [] });
});

test('a capture in the dashboard has the name of its attempt, and one of an unknown name has none', async () => {
  const captured = { status: 'succeeded', amount_received: 100 };
  await anIntent({ [OPERATION]: 'payment/i.3/authorise/2' }, captured);
  await anIntent({ [OPERATION]: 'order/authorise' }, captured);
  const { operations } = await listOperations(stripe, { window, timeoutMs: 5_000 });
  expect(operations.map(({ operationID, kind }) => [operationID, kind]).sort()).toEqual([
    ['order/authorise', 'authorise'],
    ['payment/i.3/authorise/2', 'authorise'],
    ['payment/i.3/capture/2', 'capture'],
  ]);
});
