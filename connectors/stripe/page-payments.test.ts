import type { AuthoriseRequest, PaymentConnector } from '../connector';
import { MemoryBook } from '../testing/memory-book';
import { createCardPage, STRIPE_API } from './card-page';
import { RETURNED } from './page-notices';
import type { StripeObject } from './testing/entries';
import { STRIPE_CARDS } from './testing/intent-book';
import { StripeStandIn } from './testing/stripe-stand-in';
import { createStripeConnector } from './stripe.connector';

/* What a payer does on our page with Stripe’s Element, beyond the conformance suite. */

const secretKey = 'sk_test_of_nobody';
const publishableKey = 'pk_test_of_nobody';
let standIn: StripeStandIn;
let book: MemoryBook;
let url: string;
let connector: PaymentConnector;

beforeEach(async () => {
  standIn = new StripeStandIn();
  book = new MemoryBook();
  url = await standIn.start();
  connector = createStripeConnector({ secretKey, publishableKey, book, url });
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
  merchantName: 'Shop <b>',
  description: '"Tea"',
  ...change,
});

interface Opened {
  request: AuthoriseRequest;
  id: string;
  page: URL;
}

async function opened(change: Partial<AuthoriseRequest> = {}): Promise<Opened> {
  const request = authorise(change);
  const outcome = await connector.authorise(request);
  if (outcome.kind !== 'interactionRequired' || outcome.interaction.interactionType !== 'Redirect')
    throw new Error(`the payment is ${outcome.kind}`);
  return { request, id: outcome.connectorReference, page: new URL(outcome.interaction.request.uriTemplate) };
}

function newCard(number: string): string {
  return (standIn.book.act('POST /v1/payment_methods', { 'card[number]': number }) as StripeObject).id;
}

/** A request of the payer’s browser. @returns the page, or undefined if the payer goes back to the shop */
async function visit({ page }: Opened, form?: Record<string, string>, address = page.search, key = secretKey) {
  const query = new URLSearchParams(address);
  const serve = createCardPage({ secretKey: key, publishableKey, url: STRIPE_API });
  const given = form && new URLSearchParams(form);
  const visited = await serve({ query, form: given, notices: book, language: 'en' });
  await book.record(visited?.notices ?? []);
  return visited?.page;
}

const enter = (payment: Opened, paymentMethod: string, attempt = 1) =>
  visit(payment, { paymentMethod, attempt: String(attempt) });

const lookUp = ({ request, id }: Opened, connectorReference: string | undefined = id) =>
  connector.lookUp({
    ...{ kind: 'authorise', operationID: request.operationID, timeoutMs },
    expected: { amount: request.amount, currency: request.currency },
    ...(connectorReference !== undefined && { connectorReference }),
  });

const release = ({ request: { operationID }, id }: Opened) =>
  connector.void({
    ...{ operationID: operationID.replace('authorise', 'void'), timeoutMs },
    authorisation: { kind: 'authorise', operationID, connectorReference: id },
  });

const statusOf = ({ id }: Opened) => standIn.book.paymentIntents.get(id)?.['status'];
const confirmations = () => standIn.calls.filter(({ path }) => path.endsWith('/confirm'));

test('the page states amount and shop, and its policy names Stripe alone', async () => {
  const payment = await opened();
  const { html = '', policy = '' } = (await visit(payment)) ?? {};
  expect(html).toContain('€1,000.00');
  expect(html).toContain('Shop &lt;b>. &quot;Tea&quot;');
  expect(html).not.toContain(secretKey);
  const hosts = [...policy.matchAll(/https?:[^ ;]+/g)].map(([host]) => host);
  expect(new Set(hosts)).toEqual(
    new Set(['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com', STRIPE_API]),
  );
  expect(policy).not.toContain("script-src 'unsafe");
  expect(standIn.calls.map(({ fields }) => fields['confirm'])).toEqual([undefined]);
});

test('a declined payer pays with another card; a repeated or late card pays nothing', async () => {
  const payment = await opened();
  await enter(payment, newCard(STRIPE_CARDS.declined));
  expect((await visit(payment))?.html).toContain('The bank is checking');
  for (const reference of [payment.id, undefined])
    expect(await lookUp(payment, reference)).toMatchObject({ kind: 'interactionRequired' });
  expect((await visit(payment))?.html).toContain('Try another card');
  const approved = newCard(STRIPE_CARDS.approved);
  await enter(payment, approved, 1);
  await enter(payment, approved, 3);
  await lookUp(payment);
  expect(confirmations()).toHaveLength(1);
  await Promise.all([enter(payment, approved, 2), enter(payment, newCard(STRIPE_CARDS.approved), 2)]);
  expect(await lookUp(payment)).toMatchObject({ kind: 'approved', connectorReference: payment.id });
  await enter(payment, newCard(STRIPE_CARDS.approved), 3);
  expect(await lookUp(payment)).toMatchObject({ kind: 'approved' });
  expect(await visit(payment)).toBeUndefined();
  expect(confirmations()).toHaveLength(2);
});

test('look-ups at once confirm a card once, also after a lost answer', async () => {
  const payment = await opened();
  await enter(payment, newCard(STRIPE_CARDS.approved));
  await expect(standIn.losingResponses(() => lookUp(payment))).rejects.toThrow();
  for (const found of await Promise.all(Array.from({ length: 16 }, () => lookUp(payment))))
    expect(found).toMatchObject({ kind: 'approved' });
  expect(standIn.book.paymentIntents.size).toBe(1);
  expect(new Set(confirmations().map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
});

test('a page whose card is undecided for long causes another look-up', async () => {
  const payment = await opened();
  await enter(payment, newCard(STRIPE_CARDS.approved));
  const query = payment.page.searchParams;
  const visitAgain = () => createCardPage({ secretKey, publishableKey, url })({ query, notices: book, language: 'ru' });
  expect((await visitAgain())?.notices).toEqual([]);
  for (const notice of book.notices.values()) notice.statedAt = new Date(Date.now() - 60_000);
  expect(await visitAgain()).toMatchObject({
    notices: [{ event: 'card' }],
    page: { html: expect.stringMatching(/data-after="3\d{4}/) as string },
  });
});

test.each([
  ['of no card', () => 'pm_of_another_account'],
  ['that is none', () => 'pm_1&payment_method=pm_2'],
  ['of a card that has paid', (paid: string) => paid],
])('an id %s pays nothing, and the payer enters a card again', async (_, chosen) => {
  const [earlier, payment] = [await opened(), await opened()];
  const paid = newCard(STRIPE_CARDS.approved);
  await enter(earlier, paid);
  await lookUp(earlier);
  await enter(payment, chosen(paid));
  expect(await lookUp(payment)).toMatchObject({ kind: 'interactionRequired' });
  const { html = '' } = (await visit(payment)) ?? {};
  const [, attempt = ''] = /name="attempt" value="(\d+)"/.exec(html) ?? [];
  await enter(payment, newCard(STRIPE_CARDS.approved), Number(attempt));
  expect(await lookUp(payment)).toMatchObject({ kind: 'approved' });
});

test('3-D Secure leads to the bank, and back; a payer who fails there enters another card', async () => {
  const payment = await opened();
  await enter(payment, newCard(STRIPE_CARDS.interaction));
  expect(await lookUp(payment)).toMatchObject({ kind: 'interactionRequired' });
  expect((await visit(payment))?.html).toContain('https://hooks.stripe.com/redirect/authenticate');
  const [sent] = confirmations();
  const address = `${new URL(sent?.fields['return_url'] ?? '').search}&payment_intent_client_secret=pi_secret`;
  expect(address).toContain(`${RETURNED}=1`);
  const back = await visit(payment, undefined, address);
  expect(back?.html).not.toContain('secret');
  expect(await lookUp(payment)).toMatchObject({ kind: 'interactionRequired' });
  expect((await visit(payment))?.html).toContain('The bank is checking');
  const failed = {
    status: 'requires_payment_method',
    last_payment_error: { type: 'card_error', code: 'payment_intent_authentication_failure' },
  };
  Object.assign(standIn.book.paymentIntents.get(payment.id) ?? {}, failed);
  expect(await lookUp(payment)).toMatchObject({ kind: 'interactionRequired' });
  await enter(payment, newCard(STRIPE_CARDS.interaction), 2);
  await lookUp(payment);
  standIn.book.confirm(payment.id);
  expect(await lookUp(payment)).toMatchObject({ kind: 'approved' });
});

test('a void closes the page; a card that comes at the same time holds nothing in the end', async () => {
  const [unpaid, paying] = [await opened(), await opened()];
  expect(await release(unpaid)).toMatchObject({ kind: 'approved' });
  expect((await enter(unpaid, newCard(STRIPE_CARDS.approved)))?.html).toContain('data-next');
  expect(await visit(unpaid)).toBeUndefined();
  expect(await lookUp(unpaid)).toMatchObject({ kind: 'declined' });
  await enter(paying, newCard(STRIPE_CARDS.approved));
  const [released] = await Promise.all([release(paying), lookUp(paying).catch(() => undefined)]);
  expect(released.kind).toBe('approved');
  expect([statusOf(unpaid), statusOf(paying)]).toEqual(['canceled', 'canceled']);
});

test('a page is for its payment alone, for a day, and for ten cards', async () => {
  const payment = await opened();
  const { html } = (await visit(payment)) ?? {};
  expect(html).toContain('<form');
  expect(await visit(payment, undefined, payment.page.search.replace('.1%2F', '.2%2F'))).toBeUndefined();
  expect(await visit(payment, undefined, payment.page.search, 'sk_test_of_another')).toBeUndefined();
  for (let attempt = 1; attempt <= 10; attempt += 1) {
    await enter(payment, newCard(STRIPE_CARDS.declined), attempt);
    await lookUp(payment);
  }
  expect(await visit(payment)).toBeUndefined();
  const late = await opened();
  for (const notice of book.notices.values()) notice.statedAt = new Date(Date.now() - 86_400_001);
  expect(await visit(late)).toBeUndefined();
});

test('a payment saves the card on request, with a new customer', async () => {
  const payment = await opened({ makeRecurrent: true, payer: { email: 'payer@example.com' }, threeDSecure: 'force' });
  expect(standIn.calls.at(-1)?.fields).toMatchObject({
    ...{ setup_future_usage: 'off_session', receipt_email: 'payer@example.com' },
    'payment_method_options[card][request_three_d_secure]': 'challenge',
  });
  await enter(payment, newCard(STRIPE_CARDS.approved));
  expect(await lookUp(payment)).toMatchObject({ recurrentToken: expect.stringMatching(/^cus_\w+\/pm_/) as string });
});

test('a payment that waits for a card is listed by no state', async () => {
  await opened();
  const window = { from: new Date(Date.now() - 60_000), to: new Date(Date.now() + 60_000) };
  const { operations } = await createStripeConnector({ secretKey, book, url }).listOperations({ window, timeoutMs });
  expect(operations).toEqual([]);
});

test('an account without a publishable key refuses cards on our page and names the field', async () => {
  const without = createStripeConnector({ secretKey, book, url });
  await expect(without.authorise(authorise())).rejects.toThrow('publishableKey');
  expect(standIn.calls).toEqual([]);
});
