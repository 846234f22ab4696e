import Stripe from 'stripe';
import type { WalletToken } from '../../domain/payments/payment/payment-tool';
import { describeConnector, type ConnectorUnderTest, type Effects } from '../conformance';
import type { AuthorisationReference, AuthoriseRequest, PaymentConnector } from '../connector';
import { ConnectorMisuse } from '../connector';
import type { DisputingUnderTest } from '../testing/connector-under-test';
import { aGooglePayToken, anApplePayToken, payingByWallet, toWalletToken, walletCard } from '../testing/test-tokens';
import { MemoryBook } from '../testing/memory-book';
import { createCardPage, STRIPE_API } from './card-page';
import { createStripeCallbacks } from './stripe-callbacks';
import { createStripeConnector } from './stripe.connector';
import { OPERATION } from './stripe-operations';
import { payingAtOnce } from '../testing/paying-at-once';
import type { StripeObject } from './testing/entries';
import { STRIPE_CARDS } from './testing/intent-book';
import { StripeStandIn } from './testing/stripe-stand-in';

const secretKey = 'sk_test_of_nobody';
const webhookSecret = 'whsec_of_a_test';
const access = { secretKey, publishableKey: 'pk_test_of_nobody', url: STRIPE_API };

const renamed = ({ metadata = {} }: { metadata?: unknown }) =>
  Object.assign(metadata as object, { [OPERATION]: 'payment/ANOTHER.1/authorise' });

describeConnector('stripe', underTest);

/** With the tokens that Google Pay gets from Stripe. */
describeConnector('stripe with Google Pay', async () => {
  const under = await underTest();
  const newToken = (pan: string) => googleToken(under.standIn, pan);
  return {
    ...under,
    connector: payingByWallet(under.connector, newToken),
    connectorAt: (at) => payingByWallet(under.connectorAt(at), newToken),
    approvedTool: walletCard(STRIPE_CARDS.approved),
    declinedTool: walletCard(STRIPE_CARDS.declined),
    interactionTool: walletCard(STRIPE_CARDS.interaction),
  };
});

const byPage = () => ({ type: 'paymentTerminal', provider: 'bank_card' }) as const;

/** With cards that payers enter in Stripe's Element on our page. */
describeConnector('stripe by our page', async () => {
  const { disputing: _, lying, ...under } = await underTest();
  const { standIn, book } = under;
  const [approvedTool, declinedTool, interactionTool] = [byPage(), byPage(), byPage()];
  const pay = async (operationID: string, number: string) => {
    const { id: paymentMethod } = standIn.book.act('POST /v1/payment_methods', {
      'card[number]': number,
    }) as StripeObject;
    const [page] = await book.find({ reference: operationID });
    const query = new URL(page?.details['url'] ?? '').searchParams;
    const form = new URLSearchParams({ paymentMethod, attempt: '1' });
    const visited = await createCardPage(access)({ query, form, notices: book, language: 'en' });
    await book.record(visited?.notices ?? []);
  };
  const connectorAt = (at: string) => {
    const connector = under.connectorAt(at);
    return payingAtOnce(connector, async (tool, intentID) => {
      const { metadata } = getEntry(standIn, intentID);
      const operationID = metadata[OPERATION] ?? '';
      if (tool === interactionTool) return 'waiting';
      await pay(operationID, tool === declinedTool ? STRIPE_CARDS.declined : STRIPE_CARDS.approved);
      if (tool === declinedTool) await leave(under.connector, { operationID, intentID }, standIn);
      return standIn.isLosing ? 'lost' : 'decided';
    });
  };
  return {
    ...under,
    ...{ approvedTool, declinedTool, interactionTool, takesCards: false },
    connector: connectorAt(lying?.url ?? ''),
    connectorAt,
    finishInteraction: ({ operationID }) => pay(operationID, STRIPE_CARDS.approved),
    ...(lying && { lying: { ...lying, lies: { ...lying.lies, state: capturedAtOnce } } }),
  };
});

/** The payer's card is declined, and he enters no other. */
async function leave(
  connector: PaymentConnector,
  { operationID, intentID }: { operationID: string; intentID: string },
  { book }: StripeStandIn,
): Promise<void> {
  await connector.lookUp({ kind: 'authorise', operationID, timeoutMs: 5_000 });
  if (book.paymentIntents.get(intentID)?.['status'] === 'requires_payment_method')
    book.act(`POST /v1/payment_intents/${intentID}/cancel`, {});
}

const getEntry = ({ book }: StripeStandIn, id: string): Pick<StripeObject, 'metadata'> =>
  book.paymentIntents.get(id) ?? { metadata: {} };

function capturedAtOnce(intent: Record<string, unknown>): object {
  return Object.assign(intent, { status: 'succeeded' });
}

function googleToken({ book }: StripeStandIn, pan: string): WalletToken {
  const token = JSON.stringify({ id: book.addToken(pan), object: 'token', type: 'card' });
  return toWalletToken(aGooglePayToken(pan, { gatewayMerchantID: 'pk_test_of_nobody', token }));
}

async function underTest(): Promise<ConnectorUnderTest & { standIn: StripeStandIn; book: MemoryBook }> {
  const standIn = new StripeStandIn();
  const book = new MemoryBook();
  const url = await standIn.start();
  return {
    ...{ standIn, book },
    connector: createStripeConnector({ ...access, book, url }),
    connectorAt: (at) => createStripeConnector({ ...access, book, url: at }),
    currency: 'EUR',
    approvedTool: aCard(STRIPE_CARDS.approved),
    declinedTool: aCard(STRIPE_CARDS.declined),
    interactionTool: aCard(STRIPE_CARDS.interaction),
    loseAnswer: (send) => standIn.losingResponses(send),
    finishInteraction: async (authorisation) => standIn.book.confirm(getIntent(standIn, authorisation)?.id ?? ''),
    readEffects: async (authorisation) => getEffects(standIn, authorisation),
    disputing: disputing(standIn),
    lying: {
      url,
      webhooks: {
        write: (object) =>
          Buffer.from(JSON.stringify({ id: 'evt_1', object: 'event', type: 'test.updated', data: { object } })),
        read: (body, sender) => {
          const signed = { payload: body.toString(), secret: sender === 'own' ? webhookSecret : 'whsec_of_another' };
          const signature = Stripe.webhooks.generateTestHeaderString(signed);
          return createStripeCallbacks(webhookSecret).read({ body, header: () => signature });
        },
      },
      lies: {
        operation: renamed,
        authorisation: renamed,
        authorisationReference: (object) =>
          Object.assign(object, 'payment_intent' in object ? { payment_intent: 'pi_another' } : { id: 'pi_another' }),
        reference: (object) => (object['id'] = 'pi_another'),
        amount: (object) => Object.assign(object, { amount: 100, amount_capturable: 100, amount_received: 100 }),
        currency: (object) => (object['currency'] = 'usd'),
        state: (object) => object['status'] === 'requires_capture' && (object['status'] = 'succeeded'),
        isTest: (object) => (object['livemode'] = true),
      },
    },
    stop: async () => {
      await standIn.stop();
      expect(standIn.problems).toEqual([]);
    },
  };
}

/** Signed events about the only dispute of each payment. */
function disputing(standIn: StripeStandIn): DisputingUnderTest {
  const secret = webhookSecret;
  const reader = createStripeCallbacks(secret);
  return {
    state: async (authorisation, event) => {
      const dispute = standIn.book.dispute(getIntent(standIn, authorisation)?.id ?? '');
      if (event === 'won') standIn.book.decide(dispute.id, 'won');
      const payload = JSON.stringify({
        ...{ id: `evt_${dispute.id}_${event}`, object: 'event', created: dispute['created'] },
        ...{ type: `charge.dispute.${event === 'won' ? 'closed' : 'created'}`, data: { object: dispute } },
      });
      const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret });
      const reading = reader.read({ body: Buffer.from(payload), header: () => signature });
      const [notice] = reading.kind === 'read' ? (reading.disputes ?? []) : [];
      if (!notice) throw new Error('the event states no dispute');
      return notice;
    },
    readAnswers: (reference) => {
      const dispute = standIn.book.disputes.get(reference);
      const details = dispute?.['evidence_details'] as { submission_count: number };
      const { uncategorized_file: id } = dispute?.['evidence'] as { uncategorized_file?: string };
      const content = standIn.book.files.get(id ?? '')?.['content'] as string | undefined;
      const documents = content === undefined ? [] : [Buffer.from(content, 'base64')];
      return { submissions: details.submission_count, documents, isAccepted: dispute?.['status'] === 'lost' };
    },
  };
}

describe('Stripe', () => {
  let standIn: StripeStandIn;
  let url: string;
  beforeAll(async () => {
    standIn = new StripeStandIn();
    url = await standIn.start();
  });
  afterAll(async () => {
    await standIn.stop();
    expect(standIn.problems).toEqual([]);
  });

  const authorise = (change: Partial<AuthoriseRequest> = {}): AuthoriseRequest => ({
    operationID: `payment/STRIPE${String(Math.random()).slice(2)}.1/authorise`,
    timeoutMs: 5_000,
    paymentTool: aCard(STRIPE_CARDS.approved),
    amount: 100_000n,
    currency: 'EUR',
    makeRecurrent: false,
    callbackUrl: 'https://pay.example.com/callbacks/stripe',
    merchantName: 'Shop',
    description: 'Order 1',
    ...change,
  });

  test('a token of Google Pay becomes a payment method, once; other tokens are not sent', async () => {
    const connector = createStripeConnector({ secretKey, book: new MemoryBook(), url });
    const paymentTool = googleToken(standIn, STRIPE_CARDS.approved);
    expect((await connector.authorise(authorise({ paymentTool }))).kind).toBe('approved');
    const { fields } = standIn.calls.findLast(({ path }) => path === '/v1/payment_methods') ?? {};
    expect(fields).toMatchObject({ type: 'card', 'card[token]': expect.stringMatching(/^tok_/) as string });
    const subError = { code: 'payment_tool_rejected', subError: { code: 'unknown' } };
    expect(await connector.authorise(authorise({ paymentTool }))).toMatchObject({ failure: { subError } });
    const sent = standIn.calls.length;
    const ofAdyen = toWalletToken(aGooglePayToken(STRIPE_CARDS.approved));
    await expect(connector.authorise(authorise({ paymentTool: ofAdyen }))).rejects.toThrow(ConnectorMisuse);
    expect(standIn.calls).toHaveLength(sent);
  });

  test('a token of Apple Pay becomes a token of Stripe, as its library sends it, and then a payment method', async () => {
    const connector = createStripeConnector({ secretKey, book: new MemoryBook(), url });
    const { paymentToken, ...token } = anApplePayToken(STRIPE_CARDS.approved);
    const request = authorise({ paymentTool: toWalletToken({ paymentToken, ...token }) });
    const approved = await connector.authorise(request);
    expect(approved.kind).toBe('approved');
    expect(await connector.authorise(request)).toEqual(approved);
    const sent = standIn.calls.find(({ path }) => path === '/v1/tokens');
    expect(sent?.fields).toEqual({
      pk_token: JSON.stringify(paymentToken.paymentData),
      pk_token_instrument_name: paymentToken.paymentMethod.displayName,
      pk_token_payment_network: paymentToken.paymentMethod.network,
      pk_token_transaction_id: paymentToken.transactionIdentifier,
    });
  });

  test('the operation id is the idempotency key and part of the metadata', async () => {
    const request = authorise();
    await createStripeConnector({ secretKey, book: new MemoryBook(), url }).authorise(request);
    const call = standIn.calls.find(({ idempotencyKey }) => idempotencyKey === request.operationID);
    expect(call).toMatchObject({ path: '/v1/payment_intents' });
    expect(call?.fields[`metadata[${OPERATION}]`]).toBe(request.operationID);
  });

  test.each([
    ['exempt', 'automatic'],
    ['ask', 'any'],
    ['force', 'challenge'],
  ] as const)('3-D Secure by rule is sent in Stripe’s form: %s', async (threeDSecure, sent) => {
    const request = authorise({ threeDSecure });
    await createStripeConnector({ secretKey, book: new MemoryBook(), url }).authorise(request);
    const call = standIn.calls.find(({ idempotencyKey }) => idempotencyKey === request.operationID);
    expect(call?.fields['payment_method_options[card][request_three_d_secure]']).toBe(sent);
  });

  test('a card number is sent only to create a payment method', async () => {
    const number = STRIPE_CARDS.approved;
    await createStripeConnector({ secretKey, book: new MemoryBook(), url }).authorise(authorise());
    const carrying = standIn.calls.filter(({ fields }) =>
      Object.values(fields).some((value) => value.includes(number)),
    );
    expect(new Set(carrying.map(({ path }) => path))).toEqual(new Set(['/v1/payment_methods']));
  });

  test.each([
    ['JPY', 500n, '500'],
    ['ISK', 500n, '50000'],
    ['UGX', 7n, '700'],
    ['MGA', 500n, '5'],
    ['KWD', 1_230n, '1230'],
  ])('an amount of %s is sent in Stripe’s unit', async (currency, amount, sent) => {
    const request = authorise({ currency, amount });
    await createStripeConnector({ secretKey, book: new MemoryBook(), url }).authorise(request);
    const call = standIn.calls.find(({ idempotencyKey }) => idempotencyKey === request.operationID);
    expect(call?.fields['amount']).toBe(sent);
  });

  test('an amount that Stripe cannot represent is refused', async () => {
    const connector = createStripeConnector({ secretKey, book: new MemoryBook(), url });
    await expect(connector.authorise(authorise({ currency: 'KWD', amount: 1_231n }))).rejects.toThrow(ConnectorMisuse);
    await expect(connector.authorise(authorise({ currency: 'MGA', amount: 1n }))).rejects.toThrow(ConnectorMisuse);
  });

  test('an unsupported tool or a foreign saved card is a misuse', async () => {
    const connector = createStripeConnector({ secretKey, book: new MemoryBook(), url });
    const crypto = authorise({ paymentTool: { type: 'cryptoWallet', cryptoCurrency: 'bitcoin' } });
    await expect(connector.authorise(crypto)).rejects.toThrow(ConnectorMisuse);
    const foreign = authorise({ paymentTool: { type: 'recurrentToken', recurrentToken: 'rt_1' } });
    await expect(connector.authorise(foreign)).rejects.toThrow(ConnectorMisuse);
  });

  test('a payer returns to the payment’s address after confirming, or to the callback page', async () => {
    const connector = createStripeConnector({ secretKey, book: new MemoryBook(), url });
    const paymentTool = aCard(STRIPE_CARDS.interaction);
    const here = await connector.authorise(authorise({ paymentTool, returnUrl: 'https://shop.example.com/back' }));
    expect(JSON.stringify('interaction' in here && here.interaction)).toContain('https://shop.example.com/back');
    const ours = await connector.authorise(authorise({ paymentTool }));
    expect(JSON.stringify('interaction' in ours && ours.interaction)).toContain(
      'https://pay.example.com/callbacks/stripe',
    );
  });

  const follow = ({ operationID }: AuthoriseRequest, step: string) => ({
    operationID: operationID.replace('authorise', step),
    timeoutMs: 5_000,
    authorisation: { kind: 'authorise', operationID } as const,
  });
  const getIntentID = ({ operationID }: AuthoriseRequest): string =>
    getIntent(standIn, { kind: 'authorise', operationID })?.id ?? '';

  test('a payer’s contacts are sent, and an approval states card, end of hold and scheme', async () => {
    const connector = createStripeConnector({ secretKey, book: new MemoryBook(), url });
    const payer = {
      email: 'payer@example.com',
      phoneNumber: '+4915112345',
      billingAddress: { city: 'Bonn', line: 'Am Hof 1' },
    };
    const request = authorise({ payer });
    const outcome = await connector.authorise(request);
    expect(outcome).toMatchObject({
      card: {
        bin: '424242',
        lastDigits: '4242',
        paymentSystem: 'visa',
        issuerCountry: 'US',
        tokenProvider: 'applepay',
      },
      holdExpiresAt: expect.any(Date) as Date,
      schemeTransactionID: 'MWK123456789012',
    });
    const sent = standIn.calls.filter(({ idempotencyKey = '' }) => idempotencyKey.startsWith(request.operationID));
    expect(Object.assign({}, ...sent.map(({ fields }) => fields))).toMatchObject({
      receipt_email: 'payer@example.com',
      'billing_details[email]': 'payer@example.com',
      'billing_details[phone]': '+4915112345',
      'billing_details[address][line1]': 'Am Hof 1',
    });
    const captured = await connector.capture({ ...follow(request, 'capture'), amount: 10_000n, currency: 'EUR' });
    expect(captured).toMatchObject({ kind: 'approved', feeMinor: 150n });
  });

  test('a capture done by others is approved with its amount', async () => {
    const connector = createStripeConnector({ secretKey, book: new MemoryBook(), url });
    const request = authorise();
    await connector.authorise(request);
    standIn.book.act(`POST /v1/payment_intents/${getIntentID(request)}/capture`, { amount_to_capture: '40000' });
    const capture = { ...follow(request, 'capture'), amount: 100_000n, currency: 'EUR' };
    expect(await connector.capture(capture)).toMatchObject({ kind: 'approved', amountMinor: 40_000n });
    expect(await connector.void(follow(request, 'void'))).toMatchObject({ kind: 'declined' });
    const window = { from: new Date(Date.now() - 60_000), to: new Date(Date.now() + 60_000) };
    const { operations } = await connector.listOperations({ window, timeoutMs: 5_000 });
    expect(operations.find(({ operationID }) => operationID === capture.operationID)).toMatchObject({
      kind: 'capture',
      state: 'done',
      amountMinor: 40_000n,
    });
  });

  test('a void of a changed intent returns its current state', async () => {
    const connector = createStripeConnector({ secretKey, book: new MemoryBook(), url });
    const [taken, released] = [authorise(), authorise()];
    await connector.authorise(taken);
    await connector.authorise(released);
    const before = (request: AuthoriseRequest, step: string) => {
      const path = `/v1/payment_intents/${getIntentID(request)}`;
      standIn.beforeNext(`${path}/cancel`, () => standIn.book.act(`POST ${path}/${step}`, {}));
    };
    before(taken, 'capture');
    expect(await connector.void(follow(taken, 'void'))).toMatchObject({ kind: 'declined' });
    before(released, 'cancel');
    expect(await connector.void(follow(released, 'void'))).toMatchObject({ kind: 'approved' });
  });

  test('calls of an operation share its timeout', async () => {
    const connector = createStripeConnector({ secretKey, book: new MemoryBook(), url });
    standIn.responseDelayMs = 400;
    const began = performance.now();
    try {
      const outcome = await connector.authorise(authorise({ timeoutMs: 600 }));
      expect(outcome).toEqual({ kind: 'unknown' });
      expect(performance.now() - began).toBeLessThan(790);
    } finally {
      standIn.responseDelayMs = 0;
    }
  });

  test('an idempotency conflict is an unknown outcome', async () => {
    const connector = createStripeConnector({ secretKey, book: new MemoryBook(), url });
    const request = authorise();
    await connector.authorise(request);
    expect(await connector.authorise({ ...request, description: 'Order 2' })).toEqual({ kind: 'unknown' });
  });
});

function aCard(cardNumber: string): { type: 'card'; cardNumber: string; expDate: string; cvv: string } {
  return { type: 'card', cardNumber, expDate: '12/34', cvv: '123' };
}

function getIntent(standIn: StripeStandIn, { operationID }: AuthorisationReference) {
  const { paymentIntents, setupIntents } = standIn.book;
  const all = [...paymentIntents.values(), ...setupIntents.values()];
  return all.find(({ metadata }) => metadata[OPERATION] === operationID && !('holdfast_blocked' in metadata));
}

function getEffects(standIn: StripeStandIn, authorisation: AuthorisationReference): Effects {
  const intent = getIntent(standIn, authorisation);
  const amount = BigInt(Number(intent?.['amount'] ?? 0));
  const status = intent?.['status'];
  const isHeld = status === 'requires_capture' || status === 'succeeded' || isReleased(intent);
  const refunds = [...standIn.book.refunds.values()].filter((refund) => refund['payment_intent'] === intent?.id);
  return {
    authorised: isHeld ? amount : 0n,
    captured: BigInt(Number(intent?.['amount_received'] ?? 0)),
    refunded: BigInt(refunds.reduce((sum, refund) => sum + Number(refund['amount']), 0)),
    voided: isReleased(intent) ? amount : 0n,
  };
}

/** Declined intents are canceled too, when their payer leaves. */
function isReleased(intent: Record<string, unknown> | undefined): boolean {
  return intent?.['status'] === 'canceled' && !intent['last_payment_error'];
}
