import { PAYMENT_REASONS, PAYOUT_REASONS, toDeclined } from './cancellation-reasons';
import { describeConnector, type Effects } from '../conformance';
import type { DeferringUnderTest, LaterResult } from '../testing/connector-under-test';
import {
  ConnectorMisuse,
  ConnectorUnavailable,
  type AuthorisationReference,
  type AuthoriseRequest,
  type PaymentConnector,
  type PayOutConnector,
  type PayOutRequest,
} from '../connector';
import { fromYooKassaAmount, toYooKassaAmount } from './yookassa-amount';
import { OPERATION } from './yookassa-objects';
import { createYooKassaCallbacks } from './yookassa-callbacks';
import { createYooKassaConnector } from './yookassa.connector';
import { toIdempotencyKey } from '../acquirer-http';
import { BLOCKED } from './yookassa-objects';
import { YOOKASSA_CARDS } from './testing/payment-book';
import { YooKassaStandIn } from './testing/yookassa-stand-in';

const shop = { id: '100500', secret: 'test_secret' };
const payoutGateway = { id: '500100', secret: 'test_payout' };

const aCard = (cardNumber: string) => ({ type: 'card', cardNumber, expDate: '12/29', cvv: '123' }) as const;

const standIns: YooKassaStandIn[] = [];
function aStandIn(): YooKassaStandIn {
  const standIn = new YooKassaStandIn();
  standIns.push(standIn);
  return standIn;
}

afterAll(() => {
  expect(standIns.flatMap(({ problems }) => problems)).toEqual([]);
});

const minor = (value: string | undefined): bigint => fromYooKassaAmount({ value: value ?? '0', currency: 'RUB' }) ?? 0n;

function getEffects(standIn: YooKassaStandIn, { operationID }: AuthorisationReference): Effects {
  const nothing = { authorised: 0n, captured: 0n, refunded: 0n, voided: 0n };
  const payment = standIn.book.find(operationID);
  const held = payment && payment.metadata[BLOCKED] === undefined ? standIn.book.held.get(payment.id) : undefined;
  if (!payment || held === undefined) return nothing;
  return {
    authorised: minor(held),
    captured: payment.status === 'succeeded' ? minor(payment.amount.value) : 0n,
    refunded: BigInt(Math.round(standIn.book.getRefunded(payment.id) * 100)),
    voided: payment.status === 'canceled' ? minor(held) : 0n,
  };
}

/** Refunds are pending on demand, payouts always. */
function deferringAt(standIn: YooKassaStandIn, url: string): DeferringUnderTest {
  const { book } = standIn;
  const results = new Map<string, LaterResult>();
  const connectorAt = (at: string) =>
    createYooKassaConnector({ shop, payoutGateway, url: at, receipts: { vat: 'none' } }) as PaymentConnector &
      PayOutConnector;
  return {
    ...{ connector: connectorAt(url), url, connectorAt },
    destination: { type: 'BankCardDestinationResource', cardNumber: YOOKASSA_CARDS.approved },
    defer: async (operationID, result, send) => {
      results.set(operationID, result);
      book.areRefundsPending = true;
      return send().finally(() => (book.areRefundsPending = false));
    },
    decide: async (operationID) => {
      const isDeclined = results.get(operationID) === 'declined';
      if (book.findPayOut(operationID)) book.settlePayOut(operationID, isDeclined ? 'rejected_by_payee' : undefined);
      else book.settleRefund(operationID, isDeclined ? 'canceled' : 'succeeded');
    },
    countPayOuts: async (operationID) => (book.findPayOut(operationID)?.status === 'succeeded' ? 1 : 0),
  };
}

const reader = createYooKassaCallbacks(['185.71.76.0/27']);

const renamed = ({ metadata = {} }: { metadata?: unknown }) =>
  Object.assign(metadata as object, { [OPERATION]: 'payment/ANOTHER.1/authorise' });

/** A shop with an online register, which refuses payments without a receipt. */
describeConnector('yookassa', async () => {
  const standIn = aStandIn();
  standIn.book.areReceiptsObligatory = true;
  const url = await standIn.start();
  const connectorAt = (at: string) => createYooKassaConnector({ shop, url: at, receipts: { vat: 'none' } });
  return {
    connector: connectorAt(url),
    deferring: deferringAt(standIn, url),
    connectorAt,
    currency: 'RUB',
    approvedTool: aCard(YOOKASSA_CARDS.approved),
    declinedTool: aCard(YOOKASSA_CARDS.declined),
    interactionTool: aCard(YOOKASSA_CARDS.interaction),
    endsInteractions: false,
    loseAnswer: (send) => standIn.losingResponses(send),
    finishInteraction: async ({ operationID }) => standIn.book.authorise(standIn.book.find(operationID)?.id ?? ''),
    readEffects: async (authorisation) => getEffects(standIn, authorisation),
    lying: {
      url,
      webhooks: {
        write: (object) => Buffer.from(JSON.stringify({ type: 'notification', event: 'payment.succeeded', object })),
        read: (body, sender) =>
          reader.read({ body, header: () => undefined, address: sender === 'own' ? '185.71.76.1' : '203.0.113.9' }),
      },
      lies: {
        operation: renamed,
        authorisation: renamed,
        authorisationReference: (object) =>
          Object.assign(object, 'payment_id' in object ? { payment_id: 'another' } : { id: 'another' }),
        reference: (object) => (object['id'] = 'another'),
        amount: (object) => 'value' in object && (object['value'] = '1.00'),
        currency: (object) => 'value' in object && (object['currency'] = 'USD'),
        isTest: (object) => 'test' in object && (object['test'] = false),
      },
    },
    stop: () => standIn.stop(),
  };
});

describe('YooKassa', () => {
  let standIn: YooKassaStandIn;
  let url: string;
  beforeAll(async () => {
    standIn = aStandIn();
    url = await standIn.start();
  });
  afterAll(() => standIn.stop());

  let count = 0;
  const authorise = (change: Partial<AuthoriseRequest> = {}): AuthoriseRequest => ({
    operationID: `payment/YOOKASSA${(count += 1)}.1/authorise`,
    timeoutMs: 5_000,
    paymentTool: aCard(YOOKASSA_CARDS.approved),
    amount: 100_050n,
    currency: 'RUB',
    makeRecurrent: false,
    callbackUrl: 'https://pay.example.com/callbacks/yookassa',
    merchantName: 'Shop',
    description: 'Order 1',
    ...change,
  });
  const follow = ({ operationID }: AuthoriseRequest, step: string) => ({
    operationID: operationID.replace('authorise', step),
    timeoutMs: 5_000,
    authorisation: { kind: 'authorise', operationID } as const,
  });

  test('a payment is sent with the shop’s credentials, a key of at most 64 characters and two stages', async () => {
    const operationID = `payment/${'X'.repeat(180)}.1/authorise`;
    await createYooKassaConnector({ shop, url }).authorise(authorise({ operationID, description: 'я'.repeat(200) }));
    const call = standIn.calls.find(({ key }) => key === toIdempotencyKey(operationID));
    expect(call?.authorization).toBe(`Basic ${Buffer.from('100500:test_secret').toString('base64')}`);
    expect(call?.body).toMatchObject({ amount: { value: '1000.50', currency: 'RUB' }, capture: false });
    expect(String(call?.body['description'])).toHaveLength(128);
  });

  test.each([
    ['exempt', undefined],
    ['ask', true],
    ['force', true],
  ] as const)('3-D Secure by rule is sent in YooKassa’s form: %s', async (threeDSecure, enforce) => {
    const request = authorise({ threeDSecure });
    await createYooKassaConnector({ shop, url }).authorise(request);
    const call = standIn.calls.find(({ key }) => key === toIdempotencyKey(request.operationID));
    expect(call?.body['confirmation']).toEqual({ type: 'redirect', return_url: expect.any(String), enforce });
  });

  test('an approval states card, end of hold and fee, and the capture its fee', async () => {
    const connector = createYooKassaConnector({ shop, url });
    const request = authorise({ payer: { ip: '203.0.113.7', customerID: 'customer-1' } });
    const outcome = await connector.authorise(request);
    const payment = standIn.book.find(request.operationID);
    expect(outcome).toMatchObject({
      card: {
        bin: '555555',
        lastDigits: '4477',
        paymentSystem: 'mastercard',
        issuerCountry: 'RU',
        bankName: 'Sberbank',
      },
      holdExpiresAt: new Date(String(payment?.['expires_at'])),
      feeMinor: 3_502n,
    });
    const call = standIn.calls.find(({ key }) => key === toIdempotencyKey(request.operationID));
    expect(call?.body).toMatchObject({ client_ip: '203.0.113.7', merchant_customer_id: 'customer-1' });
    const captured = await connector.capture({ ...follow(request, 'capture'), amount: 50_000n, currency: 'RUB' });
    expect(captured).toMatchObject({ kind: 'approved', amountMinor: 50_000n, feeMinor: 1_750n });
    expect(captured).not.toHaveProperty('holdExpiresAt');
  });

  test.each(['sbp', 'qps', 'SberPay', 'yoomoney', 'bank_card'])(
    'a terminal of %s redirects the payer',
    async (provider) => {
      const outcome = await createYooKassaConnector({ shop, url }).authorise(
        authorise({ paymentTool: { type: 'paymentTerminal', provider } }),
      );
      expect(outcome).toMatchObject({ kind: 'interactionRequired', interaction: { interactionType: 'Redirect' } });
    },
  );

  test('an unsupported tool, terminal or saved card is a misuse, and nothing is sent', async () => {
    const connector = createYooKassaConnector({ shop, url });
    const sent = standIn.calls.length;
    for (const paymentTool of [
      { type: 'cryptoWallet', cryptoCurrency: 'bitcoin' },
      { type: 'paymentTerminal', provider: 'euroset' },
      { type: 'recurrentToken', recurrentToken: '../refunds' },
    ] as const) {
      await expect(connector.authorise(authorise({ paymentTool }))).rejects.toThrow(ConnectorMisuse);
    }
    expect(standIn.calls).toHaveLength(sent);
  });

  test('a pending payment is released after the payer has confirmed', async () => {
    const connector = createYooKassaConnector({ shop, url });
    const request = authorise({ paymentTool: aCard(YOOKASSA_CARDS.interaction) });
    await connector.authorise(request);
    await expect(connector.void(follow(request, 'void'))).rejects.toThrow(ConnectorUnavailable);
    standIn.book.authorise(standIn.book.find(request.operationID)?.id ?? '');
    expect(await connector.void(follow(request, 'void'))).toMatchObject({ kind: 'approved' });
    expect(standIn.book.find(request.operationID)?.status).toBe('canceled');
  });

  test('a wrong key is retryable, and another status of the server is unknown', async () => {
    const answering = async (status: number) => {
      const { createServer } = await import('node:http');
      const server = createServer((_request, response) => response.writeHead(status).end('{}'));
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const { port } = server.address() as { port: number };
      const connector = createYooKassaConnector({ shop, url: `http://127.0.0.1:${port}` });
      const outcome = await connector.authorise(authorise()).catch((error: unknown) => error);
      server.close();
      server.closeAllConnections();
      return outcome;
    };
    expect(await answering(401)).toBeInstanceOf(ConnectorUnavailable);
    expect(await answering(429)).toBeInstanceOf(ConnectorUnavailable);
    expect(await answering(400)).toBeInstanceOf(ConnectorMisuse);
    expect(await answering(500)).toEqual({ kind: 'unknown' });
    expect(await answering(200)).toEqual({ kind: 'unknown' });
  });

  const payOut = (destination: PayOutRequest['destination']): PayOutRequest => ({
    operationID: `withdrawal/YOOKASSA${(count += 1)}/payOut`,
    timeoutMs: 5_000,
    amount: 50_000n,
    askedAmount: 50_000n,
    currency: 'RUB',
    destination,
    description: 'Payout',
    callbackUrl: 'https://pay.example.com/callbacks/yookassa',
  });
  const card = { type: 'BankCardDestinationResource', cardNumber: YOOKASSA_CARDS.approved } as const;
  const phone = { type: 'FastPaymentSystemTransfer', phoneNumber: '+79161234567', bankBik: '044525225' } as const;

  test.each([
    ['a card', card, { type: 'bank_card', card: { number: YOOKASSA_CARDS.approved } }],
    ['a phone at a bank', phone, { type: 'sbp', phone: '79161234567', bank_id: '100000000111' }],
    [
      'a wallet of YooMoney',
      { type: 'DigitalWalletDestinationResource', id: '41001614575714', provider: 'yoomoney' } as const,
      { type: 'yoo_money', account_number: '41001614575714' },
    ],
  ])('a payout to %s is pending until YooKassa has settled it, and is made once', async (_, destination, sent) => {
    const { payOut: send, lookUpPayOut } = createYooKassaConnector({ shop, payoutGateway, url });
    const request = payOut(destination);
    const first = await send?.(request);
    const connectorReference = String(standIn.book.findPayOut(request.operationID)?.['id']);
    expect(first).toMatchObject({ kind: 'pending', connectorReference });
    expect(await send?.(request)).toEqual(first);
    expect(await lookUpPayOut?.(request)).toEqual(first);
    standIn.book.settlePayOut(request.operationID);
    expect(await lookUpPayOut?.(request)).toMatchObject({ kind: 'approved' });
    const known = { timeoutMs: request.timeoutMs, operationID: 'forgotten', connectorReference };
    expect(await lookUpPayOut?.(known)).toMatchObject({ kind: 'approved' });
    expect(await lookUpPayOut?.({ ...known, connectorReference: 'po-unknown' })).toEqual({ kind: 'notFound' });
    const call = standIn.calls.find(({ key }) => key === toIdempotencyKey(request.operationID));
    expect(call?.body).toMatchObject({ payout_destination_data: sent, amount: { value: '500.00', currency: 'RUB' } });
    expect(call?.authorization).toBe(`Basic ${Buffer.from('500100:test_payout').toString('base64')}`);
    const made = [...standIn.book.payouts.values()].filter(({ metadata }) =>
      Object.values(metadata).includes(request.operationID),
    );
    expect(made).toHaveLength(1);
  });

  test('a cancelled payout is declined, an unknown one is not found, other destinations are refused', async () => {
    const { payOut: send, lookUpPayOut } = createYooKassaConnector({ shop, payoutGateway, url });
    const request = payOut(card);
    expect(await lookUpPayOut?.(request)).toEqual({ kind: 'notFound' });
    await send?.(request);
    standIn.book.settlePayOut(request.operationID, 'recipient_not_found');
    expect(await lookUpPayOut?.(request)).toMatchObject({
      kind: 'declined',
      failure: { code: 'InvalidReceiverResource' },
    });
    for (const destination of [
      { ...phone, bankBik: '000000000' },
      { type: 'CryptoWalletDestinationResource', id: 'bc1', currency: 'Bitcoin' } as const,
    ]) {
      expect(await send?.(payOut(destination))).toMatchObject({
        kind: 'declined',
        failure: { code: 'InvalidReceiverResource' },
      });
    }
  });

  test('without a payout gateway there are no payouts', () => {
    expect(createYooKassaConnector({ shop, url }).payOut).toBeUndefined();
  });
});

test('every reason has a failure of the catalogue, and an undocumented one is unknown', () => {
  expect([...PAYMENT_REASONS.keys()]).toHaveLength(21);
  expect([...PAYOUT_REASONS.keys()]).toHaveLength(11);
  expect(toDeclined('constructor').failure).toEqual({ code: 'authorization_failed', subError: { code: 'unknown' } });
  expect(toDeclined('issuer_unavailable')).toMatchObject({ isRetryableElsewhere: true });
  expect(toDeclined('insufficient_funds')).not.toHaveProperty('isRetryableElsewhere');
});

test.each([
  ['RUB', 100_050n, '1000.50'],
  ['RUB', 7n, '0.07'],
  ['KZT', 100n, '1.00'],
])('an amount of %s is converted without loss', (currency, amountMinor, value) => {
  expect(toYooKassaAmount(amountMinor, currency)).toEqual({ value, currency });
  expect(fromYooKassaAmount({ value, currency })).toBe(amountMinor);
  expect(fromYooKassaAmount({ value: `${value}1`, currency })).toBeUndefined();
});
