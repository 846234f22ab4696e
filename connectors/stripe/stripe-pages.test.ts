import type { AuthoriseRequest, PaymentConnector } from '../connector';
import { Deadline } from '../deadline';
import { createStripeClient } from './stripe-client';
import { createStripeConnector } from './stripe.connector';
import { OPERATION } from './stripe-operations';
import { StripePages } from './stripe-pages';
import { STRIPE_CARDS } from './testing/intent-book';
import { StripeStandIn } from './testing/stripe-stand-in';

/* What happens on Stripe’s page, beyond the conformance suite. */

const secretKey = 'sk_test_of_nobody';
let standIn: StripeStandIn;
let url: string;
let connector: PaymentConnector;

beforeEach(async () => {
  standIn = new StripeStandIn();
  url = await standIn.start();
  connector = createStripeConnector({ secretKey, url });
});
afterEach(async () => {
  await standIn.stop();
  expect(standIn.problems).toEqual([]);
});

const timeoutMs = 5_000;
const authorise = (change: Partial<AuthoriseRequest> = {}): AuthoriseRequest => ({
  operationID: `payment/PAGE${String(Math.random()).slice(2)}.1/authorise`,
  ...{ timeoutMs, amount: 100_000n, currency: 'EUR', makeRecurrent: false },
  paymentTool: { type: 'paymentTerminal', provider: 'bank_card' },
  callbackUrl: 'https://pay.example.com/callbacks/stripe',
  returnUrl: 'https://shop.example.com/back',
  merchantName: 'Shop',
  description: '',
  ...change,
});

async function opened(change: Partial<AuthoriseRequest> = {}): Promise<{ request: AuthoriseRequest; id: string }> {
  const request = authorise(change);
  const outcome = await connector.authorise(request);
  if (outcome.kind !== 'interactionRequired') throw new Error(`the page is ${outcome.kind}`);
  return { request, id: outcome.connectorReference };
}

const look = ({ operationID, amount, currency }: AuthoriseRequest, connectorReference?: string) =>
  connector.lookUp({
    ...{ kind: 'authorise', operationID, timeoutMs, expected: { amount, currency } },
    ...(connectorReference !== undefined && { connectorReference }),
  });

const voidOf = ({ operationID }: AuthoriseRequest, connectorReference?: string) =>
  connector.void({
    ...{ operationID: operationID.replace('authorise', 'void'), timeoutMs },
    authorisation: { kind: 'authorise', operationID, ...(connectorReference !== undefined && { connectorReference }) },
  });

const expireBook = (id: string) => standIn.book.act(`POST /v1/checkout/sessions/${id}/expire`, {});

test('the page shows what is paid for, in the payment’s currency, and returns to the shop', async () => {
  const { request, id } = await opened({ payer: { email: 'payer@example.com' }, threeDSecure: 'force' });
  expect(id).toMatch(/^cs_/);
  const { fields } = standIn.calls.at(-1) ?? {};
  expect(fields).toMatchObject({
    'line_items[0][price_data][unit_amount]': '100000',
    'line_items[0][price_data][product_data][name]': 'Shop',
    'adaptive_pricing[enabled]': 'false',
    'payment_intent_data[capture_method]': 'manual',
    [`payment_intent_data[metadata][${OPERATION}]`]: request.operationID,
    'payment_method_options[card][request_three_d_secure]': 'challenge',
    success_url: 'https://shop.example.com/back',
    cancel_url: 'https://shop.example.com/back',
    customer_email: 'payer@example.com',
  });
  expect(JSON.stringify(fields)).not.toContain('payment_method_data');
});

test('a declined payer may pay with another card; until then the payment waits', async () => {
  const { request, id } = await opened();
  standIn.book.pages.pay(id, STRIPE_CARDS.declined);
  for (const reference of [id, undefined]) {
    expect(await look(request, reference)).toMatchObject({ kind: 'interactionRequired' });
  }
  standIn.book.pages.pay(id, STRIPE_CARDS.approved);
  const approved = await look(request, id);
  expect(approved).toMatchObject({ kind: 'approved', connectorReference: expect.stringMatching(/^pi_/) as string });
  expect(await look(request)).toMatchObject(approved);
});

test('a page that expires declines the payment, with the reason of the last card if there was one', async () => {
  const [silent, declined] = [await opened(), await opened()];
  expireBook(silent.id);
  standIn.book.pages.leave(declined.id, STRIPE_CARDS.declined);
  const subError = { code: 'processing_deadline_reached' };
  expect(await look(silent.request, silent.id)).toMatchObject({ kind: 'declined', failure: { subError } });
  const failure = { subError: { code: 'insufficient_funds' } };
  expect(await look(declined.request, declined.id)).toMatchObject({ kind: 'declined', failure });
});

test('a void ends the page; one that comes after the payer releases his hold', async () => {
  const [unpaid, paid] = [await opened(), await opened()];
  expect(await voidOf(unpaid.request, unpaid.id)).toMatchObject({ kind: 'approved' });
  standIn.book.pages.pay(unpaid.id, STRIPE_CARDS.approved);
  standIn.beforeNext(`/v1/checkout/sessions/${paid.id}/expire`, () => {
    standIn.book.pages.pay(paid.id, STRIPE_CARDS.approved);
  });
  expect(await voidOf(paid.request, paid.id)).toMatchObject({ kind: 'approved' });
  expect([...standIn.book.paymentIntents.values()].map(({ status }) => status)).toEqual(['canceled']);
});

test('a payment that was captured elsewhere is not voided', async () => {
  const { request, id } = await opened();
  standIn.book.pages.pay(id, STRIPE_CARDS.approved);
  const [intent] = standIn.book.paymentIntents.keys();
  standIn.book.act(`POST /v1/payment_intents/${intent}/capture`, {});
  expect(await voidOf(request, id)).toMatchObject({ kind: 'declined' });
});

test('a page and a card that come after the void hold nothing, also if its answers were lost', async () => {
  const request = authorise();
  const pages = new StripePages(createStripeClient({ secretKey, url }), undefined);
  await pages.block({ kind: 'authorise', operationID: request.operationID }, new Deadline(timeoutMs));
  for (let attempt = 0; attempt < 2; attempt += 1) {
    expect(await voidOf(request)).toMatchObject({ kind: 'approved' });
  }
  const card = { type: 'card', cardNumber: STRIPE_CARDS.approved, expDate: '12/34', cvv: '123' } as const;
  for (const late of [request, { ...request, paymentTool: card }]) {
    expect(await connector.authorise(late)).toEqual({ kind: 'unknown' });
  }
  expect([...standIn.book.pages.sessions.values()].map(({ status }) => status)).toEqual(['expired']);
});

test('a restricted key without the right to pages takes and voids cards', async () => {
  standIn.forbidden = /^\/v1\/checkout/;
  const request = authorise();
  expect(await look(request)).toEqual({ kind: 'notFound' });
  expect(await voidOf(request)).toMatchObject({ kind: 'approved' });
  await expect(connector.authorise(authorise())).rejects.toThrow('rejects our key');
});
