import { createHmac } from 'node:crypto';
import type { WalletToken } from '../../domain/payments/payment/payment-tool';
import { describeConnector, type ConnectorUnderTest, type Effects } from '../conformance';
import type { CallbackReader } from '../callback';
import {
  ConnectorMisuse,
  ConnectorUnavailable,
  type AuthorisationReference,
  type AuthoriseRequest,
} from '../connector';
import { createAdyenCallbacks } from './adyen-callbacks';
import { fromAdyenAmount, toAdyenAmount } from './adyen-amount';
import { createAdyenConnector } from './adyen.connector';
import { buildPageUrl, createPayerPages } from './payer-pages';
import { REFUSAL_REASONS, toDeclined } from './refusal-reasons';
import { ADYEN_CARDS, toBankIDs } from './testing/adyen-book';
import { DisputesStandIn } from './testing/disputes-stand-in';
import { TransfersStandIn } from './testing/transfers-stand-in';
import { Random } from '../../tests/harness/random';
import { AdyenStandIn } from './testing/adyen-stand-in';
import type {
  DeferringUnderTest,
  DisputingUnderTest,
  LaterResult,
  LyingUnderTest,
} from '../testing/connector-under-test';
import { patientConnector } from '../testing/patient-connector';
import { aGooglePayToken, anApplePayToken, payingByWallet, toWalletToken, walletCard } from '../testing/test-tokens';
import { MemoryBook } from '../testing/memory-book';

const hmacKey = Buffer.alloc(32, 7);
const transferHmacKey = Buffer.alloc(32, 8);
const merchantAccount = 'HoldfastTEST';
const access = { apiKey: 'test-key', merchantAccount, hmacKey };

const aCard = (cardNumber: string) => ({ type: 'card', cardNumber, expDate: '03/30', cvv: '737' }) as const;

interface Fixture {
  standIn: AdyenStandIn;
  book: MemoryBook;
  reader: CallbackReader;
  url: string;
}

const problems: string[][] = [];

/** A stand-in whose webhooks are read and kept as the API does. */
async function start(): Promise<Fixture> {
  const book = new MemoryBook();
  const reader = createAdyenCallbacks({ merchantAccount, hmacKey });
  const deliver = async (body: Buffer) => {
    const reading = reader.read({ body, header: () => undefined });
    expect(reading).toMatchObject({ kind: 'read', response: { body: '[accepted]' } });
    if (reading.kind === 'read') await book.record(reading.notices ?? []);
  };
  const standIn = new AdyenStandIn({ hmacKey, merchantAccount, deliver });
  problems.push(standIn.problems);
  return { standIn, book, reader, url: await standIn.start() };
}

afterAll(() => {
  expect(problems.flat()).toEqual([]);
});

async function comeBack({ standIn, book, reader }: Fixture, operationID: string, isConfirmed = true): Promise<void> {
  const address = new URL(standIn.book.finishAuthentication(operationID, isConfirmed));
  const returned = reader.readReturn?.(address.searchParams);
  await book.record(returned ? [returned.notice] : []);
}

function getEffects({ standIn }: Fixture, { operationID }: AuthorisationReference): Effects {
  const payment = standIn.book.find(operationID);
  const isHeld = payment && payment.status !== 'pending' && payment.status !== 'refused';
  return {
    authorised: isHeld ? BigInt(payment.amount.value) : 0n,
    captured: BigInt(payment?.captured ?? 0),
    refunded: BigInt(payment?.refunded ?? 0),
    voided: payment?.status === 'cancelled' ? BigInt(payment.amount.value) : 0n,
  };
}

/** The same connector and stand-in with tokens of a wallet instead of cards. */
async function underTestByWallet(newToken: (pan: string) => WalletToken): Promise<ConnectorUnderTest> {
  const under = await underTest();
  return {
    ...under,
    connector: payingByWallet(under.connector, newToken),
    connectorAt: (at) => payingByWallet(under.connectorAt(at), newToken),
    approvedTool: walletCard(ADYEN_CARDS.approved),
    declinedTool: walletCard(ADYEN_CARDS.declined),
    interactionTool: walletCard(ADYEN_CARDS.interaction),
  };
}

/** `delayMs`: how long after the answer a webhook comes; without it webhooks come before the answer. */
async function underTest(delayMs?: number): Promise<ConnectorUnderTest> {
  const fixture = await start();
  const { standIn, book, url } = fixture;
  const disputes = await startDisputes();
  const connector = createAdyenConnector({ ...access, book, url, disputesUrl: disputes.url });
  if (delayMs !== undefined) standIn.delayMs = delayMs;
  return {
    connector: delayMs === undefined ? connector : patientConnector(connector, 20 * delayMs),
    connectorAt: (at) => createAdyenConnector({ ...access, book, url: at, disputesUrl: at }),
    currency: 'EUR',
    approvedTool: aCard(ADYEN_CARDS.approved),
    declinedTool: aCard(ADYEN_CARDS.declined),
    interactionTool: aCard(ADYEN_CARDS.interaction),
    loseAnswer: (send) => standIn.losingResponses(() => disputes.standIn.losingResponses(send)),
    finishInteraction: ({ operationID }) => comeBack(fixture, operationID),
    readEffects: async (authorisation) => getEffects(fixture, authorisation),
    ...(delayMs === undefined && {
      deferring: await deferring(fixture),
      disputing: disputing(fixture, disputes.standIn),
      lying: lying(fixture),
    }),
    stop: async () => {
      await Promise.all([standIn.stop(), disputes.standIn.stop()]);
    },
  };
}

async function startDisputes(): Promise<{ standIn: DisputesStandIn; url: string }> {
  const standIn = new DisputesStandIn(merchantAccount);
  problems.push(standIn.problems);
  return { standIn, url: await standIn.start() };
}

function lying({ standIn, url }: Fixture): LyingUnderTest {
  const change = (object: Record<string, unknown>, amount: object) =>
    'amount' in object && Object.assign(object['amount'] as object, amount);
  return {
    url,
    lies: {
      operation: (answer) => 'merchantReference' in answer && (answer['merchantReference'] = 'ANOTHER'),
      amount: (answer) => change(answer, { value: 100 }),
      currency: (answer) => change(answer, { currency: 'USD' }),
    },
    stateOtherwise: (lie) => void (standIn.lie = lie),
    postBy: (meanness) => void (standIn.meanness = meanness),
    deliver: (webhook) => standIn.deliver(webhook),
    webhooks: {
      write: (object) =>
        object['category'] === 'bank' ? Buffer.from(JSON.stringify({ data: object, type: 'updated' })) : undefined,
      read: (body, sender) => {
        const key = sender === 'own' ? transferHmacKey : hmacKey;
        const signature = createHmac('sha256', key).update(body).digest('base64');
        return createAdyenCallbacks({ ...{ merchantAccount, hmacKey, transferHmacKey } }).read({
          body,
          header: () => signature,
        });
      },
    },
  };
}

const transfers = new TransfersStandIn();
let transfersUrl: string | undefined;
afterAll(async () => {
  await transfers.stop();
  expect(transfers.problems).toEqual([]);
});

/** Refunds whose webhooks wait, and transfers that are booked later. */
async function deferring({ standIn, book, url }: Fixture): Promise<DeferringUnderTest> {
  transfersUrl ??= await transfers.start();
  const payOuts = { apiKey: 'test-key', balanceAccount: 'BA00000000000000000000001' };
  const connectorAt = (at: string) =>
    createAdyenConnector({ ...access, book, url, payOuts: { ...payOuts, url: at } }) as DeferringUnderTest['connector'];
  const results = new Map<string, LaterResult>();
  const isPayOut = (operationID: string) => operationID.startsWith('withdrawal/');
  return {
    ...{ connector: connectorAt(transfersUrl), url: transfersUrl, connectorAt },
    destination: { type: 'BankTransferSEPA', accountName: 'Hans Müller', iban: 'DE89370400440532013000' },
    defer: async (operationID, result, send) => {
      results.set(operationID, result);
      if (result === 'declined') standIn.book.failing.add(operationID);
      standIn.isDelayed = true;
      return send();
    },
    decide: async (operationID) => {
      const isApproved = results.get(operationID) === 'approved';
      standIn.isDelayed = false;
      if (!isPayOut(operationID)) return standIn.deliverWaiting();
      transfers.settle(
        operationID,
        isApproved ? 'booked' : 'failed',
        isApproved ? 'approved' : 'counterpartyAccountClosed',
      );
    },
    returnPayOut: async (operationID) => transfers.settle(operationID, 'returned', 'counterpartyAccountClosed'),
    countPayOuts: async (operationID) =>
      transfers.transfers.filter(({ reference, status }) => reference === operationID && /booked|returned/.test(status))
        .length,
  };
}

/** Webhooks about one dispute of each payment. */
function disputing({ standIn, reader }: Fixture, disputes: DisputesStandIn): DisputingUnderTest {
  return {
    state: async ({ operationID }, event) => {
      const payment = standIn.book.find(operationID);
      if (!payment) throw new Error('there is no such payment');
      const pspReference = payment.pspReference.replace(/.$/, 'D');
      if (event === 'opened') disputes.open(pspReference);
      else disputes.win(pspReference);
      standIn.book.dispute(payment, event === 'opened' ? 'CHARGEBACK' : 'CHARGEBACK_REVERSED', {
        pspReference,
        additionalData: { defensePeriodEndsAt: new Date(Date.now() + 30 * 86_400_000).toISOString() },
      });
      const [body = Buffer.alloc(0)] = standIn.waiting.splice(0);
      const reading = reader.read({ body, header: () => undefined });
      const [notice] = reading.kind === 'read' ? (reading.disputes ?? []) : [];
      if (!notice) throw new Error('the webhook states no dispute');
      return notice;
    },
    readAnswers: (reference) => {
      const dispute = disputes.disputes.get(reference);
      const documents = [...(dispute?.documents.values() ?? [])];
      return { submissions: dispute?.defenses.length ?? 0, documents, isAccepted: dispute?.state === 'accepted' };
    },
  };
}

describeConnector('adyen', () => underTest());

describeConnector('adyen with later webhooks', () => underTest(50));

describeConnector('adyen with Apple Pay', () => underTestByWallet((pan) => toWalletToken(anApplePayToken(pan))));

describeConnector('adyen with Google Pay', () => underTestByWallet((pan) => toWalletToken(aGooglePayToken(pan))));

const browser = {
  ...{ userAgent: 'Mozilla/5.0', acceptHeader: 'text/html', language: 'en', timeZoneOffset: 0 },
  ...{ screenWidth: 1440, screenHeight: 900, colorDepth: 24 },
};

const decoded = (text: string): unknown => JSON.parse(Buffer.from(text, 'base64').toString());

const toForm = (name: string, value: object) =>
  new URLSearchParams({ [name]: Buffer.from(JSON.stringify(value)).toString('base64url') });

/** The payer's page of an operation, and what is kept of a request to it. */
async function visit(
  { book }: Fixture,
  operationID: string,
  { form, step = 'page' }: { form?: URLSearchParams; step?: string } = {},
) {
  const [, search] = (buildPageUrl('https://pay.example.com/callbacks/adyen', operationID, hmacKey) ?? '').split('?');
  const query = new URLSearchParams(search);
  query.set('threeDS', step);
  const visited = await createPayerPages([hmacKey])({ query, form, notices: book, language: 'ru' });
  await book.record(visited?.notices ?? []);
  return {
    states: visited?.notices.map(({ event }) => event),
    html: visited?.page?.html,
  };
}

/** The bank sees the browser, then the payer confirms; between both the look-up of the workflow asks Adyen. */
async function confirmNatively(fixture: Fixture, lookUp: () => Promise<unknown>, operationID: string): Promise<void> {
  const payment = fixture.standIn.book.find(operationID);
  const ids = toBankIDs(payment?.pspReference ?? '');
  await visit(fixture, operationID, { form: toForm('threeDSMethodData', ids) });
  await lookUp();
  Object.assign(payment ?? {}, { isConfirmed: true });
  await visit(fixture, operationID, { form: toForm('cres', { ...ids, transStatus: 'Y' }) });
}

async function underTestNatively(): Promise<ConnectorUnderTest> {
  const fixture = await start();
  const { book, url, standIn } = fixture;
  const connectorAt = (at: string) => {
    const inner = createAdyenConnector({ ...access, book, url: at, isNative: true });
    const authorise = (request: AuthoriseRequest) => inner.authorise({ ...request, browser });
    return { ...inner, authorise };
  };
  const connector = connectorAt(url);
  return {
    ...{ connector, connectorAt, currency: 'EUR' },
    approvedTool: aCard(ADYEN_CARDS.approved),
    declinedTool: aCard(ADYEN_CARDS.declined),
    interactionTool: aCard(ADYEN_CARDS.interaction),
    loseAnswer: (send) => standIn.losingResponses(send),
    finishInteraction: ({ operationID }) => {
      const lookUp = () => connector.lookUp({ kind: 'authorise', operationID, timeoutMs: 5_000 });
      return confirmNatively(fixture, lookUp, operationID);
    },
    readEffects: async (authorisation) => getEffects(fixture, authorisation),
    lying: lying(fixture),
    stop: () => standIn.stop(),
  };
}

describeConnector('adyen with native 3-D Secure', underTestNatively);

describe('Adyen', () => {
  let fixture: Fixture;
  beforeAll(async () => {
    fixture = await start();
  });
  afterEach(() => {
    fixture.standIn.isDelayed = false;
  });
  afterAll(() => fixture.standIn.stop());

  const connect = () => createAdyenConnector({ ...access, book: fixture.book, url: fixture.url });

  let count = 0;
  const authorise = (change: Partial<AuthoriseRequest> = {}): AuthoriseRequest => ({
    operationID: `payment/ADYEN${(count += 1)}.1/authorise`,
    timeoutMs: 5_000,
    paymentTool: aCard(ADYEN_CARDS.approved),
    amount: 100_050n,
    currency: 'EUR',
    makeRecurrent: false,
    callbackUrl: 'https://pay.example.com/callbacks/adyen',
    merchantName: 'Shop',
    description: 'Order 1',
    ...change,
  });
  const follow = ({ operationID }: AuthoriseRequest, step: string, connectorReference?: string) => ({
    operationID: operationID.replace('authorise', step),
    timeoutMs: 5_000,
    currency: 'EUR',
    authorisation: {
      ...({ kind: 'authorise', operationID } as const),
      ...(connectorReference !== undefined && { connectorReference }),
    },
  });
  const held = async (request = authorise()): Promise<[AuthoriseRequest, string]> => {
    const outcome = await connect().authorise(request);
    if (outcome.kind !== 'approved') throw new Error(outcome.kind);
    return [request, outcome.connectorReference];
  };

  test('a payment is sent with the key, the account, manual capture and a short idempotency key', async () => {
    const operationID = `payment/${'X'.repeat(180)}.1/authorise`;
    await connect().authorise(authorise({ operationID }));
    const call = fixture.standIn.calls.find(({ path }) => path === '/payments');
    expect(call).toMatchObject({
      apiKey: 'test-key',
      key: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      body: {
        amount: { value: 100_050, currency: 'EUR' },
        merchantAccount,
        reference: expect.stringMatching(/^sha256-[0-9a-f]{64}$/) as string,
        additionalData: { manualCapture: 'true' },
      },
    });
  });

  test.each([
    ['exempt', 'never', undefined],
    ['ask', 'always', undefined],
    ['force', 'always', { threeDSRequestorChallengeInd: '04' }],
  ] as const)(
    '3-D Secure by rule is sent in Adyen’s form: %s',
    async (threeDSecure, attemptAuthentication, threeDS2) => {
      await connect().authorise(authorise({ threeDSecure }));
      const body = fixture.standIn.calls.findLast(({ path }) => path === '/payments')?.body;
      const authenticationData = { attemptAuthentication, threeDSRequestData: { nativeThreeDS: 'disabled' } };
      expect([body?.['authenticationData'], body?.['threeDS2RequestData']]).toEqual([authenticationData, threeDS2]);
    },
  );

  const sentMethod = () => fixture.standIn.calls.findLast(({ path }) => path === '/payments')?.body;

  test('Apple’s paymentData is sent in Base64, without 3-D Secure, and Google’s token as it is', async () => {
    const apple = anApplePayToken(ADYEN_CARDS.approved);
    await connect().authorise(authorise({ paymentTool: toWalletToken(apple), threeDSecure: 'force' }));
    const { paymentData } = apple.paymentToken;
    const applePayToken = Buffer.from(JSON.stringify(paymentData)).toString('base64');
    expect(sentMethod()).toMatchObject({ paymentMethod: { type: 'applepay', applePayToken } });
    expect(sentMethod()).not.toHaveProperty('authenticationData');

    const google = aGooglePayToken(ADYEN_CARDS.approved);
    await connect().authorise(authorise({ paymentTool: toWalletToken(google) }));
    const { token } = google.paymentToken.paymentMethodData.tokenizationData;
    expect(sentMethod()).toMatchObject({
      paymentMethod: { type: 'googlepay', googlePayToken: token },
      authenticationData: { threeDSRequestData: { nativeThreeDS: 'disabled' } },
    });
  });

  test.each([
    ['Apple Pay', anApplePayToken],
    ['Google Pay', aGooglePayToken],
  ])('a token of %s that has paid, an expired one and an unreadable one pay nothing', async (_, aToken) => {
    const { payments } = fixture.standIn.book;
    const paymentTool = toWalletToken(aToken(ADYEN_CARDS.approved));
    await held(authorise({ paymentTool }));
    const before = payments.length;
    const expired = toWalletToken(aToken(ADYEN_CARDS.approved, { lifetimeMs: -1 }));
    const unreadable = { ...paymentTool, paymentToken: '{"paymentData":1,"tokenizationData":{}}' } as WalletToken;
    for (const refused of [paymentTool, expired, unreadable]) {
      const outcome = await connect()
        .authorise(authorise({ paymentTool: refused }))
        .catch((error: unknown) => error);
      const isStated = refused.provider === 'ApplePay' && refused !== unreadable;
      const subError = { code: 'payment_tool_rejected', subError: { code: 'unknown' } };
      if (isStated) expect(outcome).toMatchObject({ kind: 'declined', failure: { subError } });
      else expect(outcome).toBeInstanceOf(ConnectorMisuse);
      expect(JSON.stringify(outcome)).not.toMatch(/encryptedMessage|EC_v1/);
    }
    expect(payments).toHaveLength(before);
  });

  test('a network token pays with its cryptogram, once, without 3-D Secure', async () => {
    const paymentTool = { ...aCard(ADYEN_CARDS.approved), cvv: undefined, cryptogram: 'AAAAAAAB', eci: '05' } as const;
    const { cvv: _cvv, ...token } = paymentTool;
    await held(authorise({ paymentTool: token, threeDSecure: 'force' }));
    expect(sentMethod()).toMatchObject({
      paymentMethod: { type: 'networkToken', number: ADYEN_CARDS.approved },
      mpiData: { tokenAuthenticationVerificationValue: 'AAAAAAAB', eci: '05' },
    });
    expect(sentMethod()).not.toHaveProperty('authenticationData');
    await expect(connect().authorise(authorise({ paymentTool: token }))).rejects.toThrow(ConnectorMisuse);
  });

  test('tokens of other wallets are not sent', async () => {
    const sent = fixture.standIn.calls.length;
    const paymentTool = { type: 'tokenizedCard', provider: 'SamsungPay', serviceID: 's', referenceID: '1' } as const;
    await expect(connect().authorise(authorise({ paymentTool }))).rejects.toThrow(ConnectorMisuse);
    expect(fixture.standIn.calls).toHaveLength(sent);
  });

  test('an approval names the card that Adyen returns', async () => {
    expect(await connect().authorise(authorise())).toMatchObject({
      card: { bin: '41111111', lastDigits: '1111', paymentSystem: 'visa', issuerCountry: 'NL' },
    });
  });

  test('an approval has the approval code and the scheme’s transaction id', async () => {
    expect(await connect().authorise(authorise())).toMatchObject({
      kind: 'approved',
      approvalCode: '064899',
      schemeTransactionID: '060720116005060',
    });
  });

  test.each([
    [
      { country: 'DE', line: 'Hauptstr. 12 b' },
      { country: 'DE', street: 'Hauptstr. 12 b', houseNumberOrName: 'N/A' },
    ],
    [{ line: 'Town Square' }, { country: 'ZZ', street: 'Town Square' }],
    [
      { country: 'US', state: 'NY', postalCode: '10118-0110' },
      { postalCode: '10118', stateOrProvince: 'NY' },
    ],
  ])('the billing address %j is sent in Adyen’s form', async (given, expected) => {
    const billingAddress = { city: 'City', line: '350 5th Ave', postalCode: '10115', ...given };
    await connect().authorise(authorise({ payer: { billingAddress } }));
    expect(fixture.standIn.calls.at(-1)?.body['billingAddress']).toMatchObject(expected);
  });

  test.each([{ city: '' }, { postalCode: '12345678901' }, { line: ' ' }, { country: 'US', state: 'New York' }])(
    'an address that Adyen would refuse is not sent: %j',
    async (given) => {
      const billingAddress = { country: 'DE', city: 'City', line: 'Street 1', postalCode: '10115', ...given };
      await connect().authorise(authorise({ payer: { billingAddress } }));
      expect(fixture.standIn.calls.at(-1)?.body).not.toHaveProperty('billingAddress');
    },
  );

  test('payer, browser and cart are sent in Adyen’s forms, and the lines sum to the amount', async () => {
    const browser = { userAgent: 'UA', acceptHeader: '*/*', language: 'de', screenWidth: 800, screenHeight: 600 };
    await connect().authorise(
      authorise({
        payer: { email: 'a@example.com', phoneNumber: '+4930123456', name: 'Anna Maria Schmidt', ip: '203.0.113.7' },
        browser: { ...browser, colorDepth: 26, timeZoneOffset: -60 },
        items: [
          { product: 'Tea', quantity: 3n, priceMinor: 33_333n, taxRate: '20%' },
          { product: 'Delivery', quantity: 1n, priceMinor: 51n },
        ],
        schemeTransactionID: '060720116005060',
      }),
    );
    const body = fixture.standIn.calls.at(-1)?.body;
    expect(body).toMatchObject({
      ...{ shopperEmail: 'a@example.com', telephoneNumber: '+4930123456', shopperIP: '203.0.113.7' },
      shopperName: { firstName: 'Anna Maria', lastName: 'Schmidt' },
      // Minutes from local time to UTC, as `Date.getTimezoneOffset()` gives them to Adyen's own page.
      browserInfo: { ...browser, colorDepth: 24, timeZoneOffset: -60, javaEnabled: false },
      additionalData: { networkTxReference: '060720116005060' },
      lineItems: [{ quantity: 3, amountIncludingTax: 33_333, taxPercentage: 2_000 }, { quantity: 1 }],
    });
    const lines = body?.['lineItems'] as { quantity: number; amountIncludingTax: number }[];
    expect(lines.reduce((sum, line) => sum + line.quantity * line.amountIncludingTax, 0)).toBe(100_050);
    await connect().authorise(authorise({ browser, payer: { name: 'Anna', phoneNumber: '123' } }));
    for (const field of ['browserInfo', 'shopperName', 'telephoneNumber']) {
      expect(fixture.standIn.calls.at(-1)?.body).not.toHaveProperty(field);
    }
  });

  test.each(['capture', 'refund', 'void'] as const)('a %s is undecided until Adyen states its result', async (kind) => {
    const [request, reference] = await held();
    const connector = connect();
    if (kind === 'refund') await connector.capture({ ...follow(request, 'capture', reference), amount: 100_050n });
    fixture.standIn.isDelayed = true;
    const followUp = { ...follow(request, kind, reference), amount: 50_000n };
    const pending = { kind: 'pending', connectorReference: expect.any(String) };
    const undecided = kind === 'refund' ? pending : { kind: 'unknown' };
    expect(await connector[kind](followUp)).toEqual(undecided);
    if (kind === 'refund') expect(await connector.lookUp({ kind, ...followUp })).toEqual(pending);
    else await expect(connector.lookUp({ kind, ...followUp })).rejects.toThrow(ConnectorUnavailable);
    expect(await connector[kind](followUp)).toEqual(undecided);
    expect(fixture.standIn.waiting).toHaveLength(1);
    await fixture.standIn.deliverWaiting();
    expect(await connector.lookUp({ kind, ...followUp })).toMatchObject({ kind: 'approved' });
  });

  test('webhooks that come twice and in the wrong order give one result', async () => {
    fixture.standIn.isDelayed = true;
    const connector = connect();
    const [request, reference] = await held();
    await connector.capture({ ...follow(request, 'capture', reference), amount: 60_000n });
    await connector.refund({ ...follow(request, 'refund', reference), amount: 10_000n });
    fixture.standIn.waiting.reverse();
    fixture.standIn.waiting.push(...fixture.standIn.waiting);
    await fixture.standIn.deliverWaiting();
    const find = (kind: 'capture' | 'refund') => connector.lookUp({ kind, ...follow(request, kind, reference) });
    expect(await find('capture')).toMatchObject({ kind: 'approved', amountMinor: 60_000n });
    expect(await find('refund')).toMatchObject({ kind: 'approved' });
    const { operationID } = request;
    expect(await connector.lookUp({ kind: 'authorise', operationID, timeoutMs: 5_000 })).toMatchObject({
      kind: 'approved',
      connectorReference: reference,
      approvalCode: '064899',
    });
  });

  test('a second capture is not sent before the first has its result', async () => {
    const [request, reference] = await held();
    fixture.standIn.isDelayed = true;
    const connector = connect();
    await connector.capture({ ...follow(request, 'capture', reference), amount: 10_000n });
    const sent = fixture.standIn.calls.length;
    const another = { ...follow(request, 'capture/2', reference), amount: 10_000n };
    expect(await connector.capture(another)).toEqual({ kind: 'unknown' });
    expect(fixture.standIn.calls).toHaveLength(sent);
    await fixture.standIn.deliverWaiting();
    expect(await connector.capture(another)).toMatchObject({ kind: 'approved', amountMinor: 10_000n });
  });

  test('a payment that arrives after its void is found, so that it can be released', async () => {
    const connector = connect();
    fixture.standIn.isDelayed = true;
    const [request, reference] = await held();
    // The response was lost, and no webhook has come.
    expect(await connector.void(follow(request, 'void'))).toEqual({
      kind: 'approved',
      connectorReference: request.operationID,
    });
    const payment = fixture.standIn.book.find(request.operationID);
    expect(payment?.status).toBe('cancelled');
    Object.assign(payment ?? {}, { status: 'authorised' });
    fixture.standIn.waiting.pop();
    await fixture.standIn.deliverWaiting();
    const found = await connector.lookUp({ kind: 'authorise', operationID: request.operationID, timeoutMs: 5_000 });
    expect(found).toMatchObject({ kind: 'approved', connectorReference: reference });
    fixture.standIn.isDelayed = false;
    expect(await connector.void(follow(request, 'lateVoid', reference))).toMatchObject({ kind: 'approved' });
    expect(payment?.status).toBe('cancelled');
  });

  test('a failed authentication declines, and a foreign or invalid result leaves the payment pending', async () => {
    const connector = connect();
    const [mine, other] = [ADYEN_CARDS.interaction, ADYEN_CARDS.interaction].map((card) =>
      authorise({ paymentTool: aCard(card) }),
    ) as [AuthoriseRequest, AuthoriseRequest];
    await connector.authorise(mine);
    await connector.authorise(other);
    const lookUp = ({ operationID }: AuthoriseRequest) =>
      connector.lookUp({ kind: 'authorise', operationID, timeoutMs: 5_000 });
    const bring = (redirectResult: string) =>
      fixture.book.record([
        {
          ...{ id: `returned/${mine.operationID}`, reference: mine.operationID, event: 'returned', isSuccess: true },
          ...{ connectorReference: mine.operationID, details: { redirectResult }, statedAt: new Date() },
        },
      ]);
    await bring('nonsense');
    expect(await lookUp(mine)).toMatchObject({ kind: 'interactionRequired' });
    await comeBack(fixture, other.operationID, false);
    expect(await lookUp(other)).toMatchObject({ kind: 'declined' });
  });

  describe('with native 3-D Secure', () => {
    const bank = () => fixture.standIn.book.bank;
    let usual: object;
    beforeAll(() => void (usual = { ...bank() }));
    const native = () => createAdyenConnector({ ...access, book: fixture.book, url: fixture.url, isNative: true });
    afterEach(() => void Object.assign(bank(), usual));
    const challengeable = (change: Partial<AuthoriseRequest> = {}) =>
      authorise({ paymentTool: aCard(ADYEN_CARDS.interaction), browser, ...change });
    const lookUp = (operationID: string) => native().lookUp({ kind: 'authorise', operationID, timeoutMs: 5_000 });
    const sentDetails = () =>
      fixture.standIn.calls.findLast(({ path }) => path === '/payments/details')?.body as Record<string, any>;
    const idsOf = (operationID: string) => toBankIDs(fixture.standIn.book.find(operationID)?.pspReference ?? '');
    const open = async (change: Partial<AuthoriseRequest> = {}) => {
      const request = challengeable(change);
      const outcome = await native().authorise(request);
      return { ...request, outcome, ids: idsOf(request.operationID) };
    };

    test('the payer is led through fingerprint and challenge by one page', async () => {
      const { operationID, outcome, ids } = await open({ threeDSecure: 'force' });
      const uriTemplate = buildPageUrl('https://pay.example.com/callbacks/adyen', operationID, hmacKey);
      expect(outcome).toMatchObject({ interaction: { request: { requestType: 'BrowserGetRequest', uriTemplate } } });
      expect(sentMethod()).toMatchObject({
        authenticationData: { attemptAuthentication: 'always', threeDSRequestData: { nativeThreeDS: 'preferred' } },
        ...{ origin: 'https://pay.example.com', browserInfo: { screenWidth: 1440 } },
        threeDS2RequestData: { notificationURL: uriTemplate, threeDSRequestorChallengeInd: '04' },
      });
      expect((await visit(fixture, operationID)).html).toContain('action="https://acs.bank.example/method"');
      expect(await lookUp(operationID)).toEqual(expect.objectContaining({ kind: 'interactionRequired' }));
      expect((await visit(fixture, operationID, { form: toForm('threeDSMethodData', ids) })).states).toEqual([
        'fingerprinted',
      ]);
      expect((await visit(fixture, operationID)).html).toContain('setTimeout(()=>location.replace');
      expect(await lookUp(operationID)).toMatchObject({ interaction: { request: { uriTemplate } } });
      expect(decoded(sentDetails()['details']['threeds2.fingerprint'])).toEqual({ threeDSCompInd: 'Y' });
      expect((await visit(fixture, operationID)).html).toContain('action="https://acs.bank.example/challenge"');
      Object.assign(fixture.standIn.book.find(operationID) ?? {}, { isConfirmed: true });
      await visit(fixture, operationID, { form: toForm('cres', { ...ids, transStatus: 'Y' }) });
      expect((await visit(fixture, operationID)).html).toBeUndefined();
      expect(await lookUp(operationID)).toMatchObject({ kind: 'approved' });
      expect(decoded(sentDetails()['details']['threeDSResult'])).toMatchObject({ transStatus: 'Y' });
    });

    test('forged, foreign, unsigned and repeated forms of a bank change nothing, and Adyen’s answer decides', async () => {
      const { operationID, ids } = await open();
      const other = await open();
      const send = (name: string, value: object) => visit(fixture, operationID, { form: toForm(name, value) });
      const nothing = { states: [], html: expect.not.stringContaining('parent.') as string };
      expect(await send('cres', { ...ids, transStatus: 'Y' })).toEqual(nothing);
      expect(await send('threeDSMethodData', other.ids)).toEqual(nothing);
      await send('threeDSMethodData', ids);
      await lookUp(operationID);
      for (const forged of [other.ids, { ...ids, acsTransID: 'another' }, { acsTransID: ids.acsTransID }, {}])
        expect(await send('cres', { ...forged, transStatus: 'Y' })).toEqual(nothing);
      expect(await visit(fixture, operationID, { form: new URLSearchParams({ cres: '{' }) })).toEqual(nothing);
      const query = new URLSearchParams({ operation: operationID, signature: '00'.repeat(32), threeDS: 'page' });
      const form = toForm('cres', { ...ids, transStatus: 'Y' });
      expect(await createPayerPages([hmacKey])({ query, form, notices: fixture.book, language: 'ru' })).toBeUndefined();
      expect(await lookUp(operationID)).toMatchObject({ kind: 'interactionRequired' });
      // The payer's browser says that he has confirmed, the bank says that he has not.
      expect((await send('cres', { ...ids, transStatus: 'Y' })).states).toEqual(['challenged']);
      await send('cres', { ...ids, transStatus: 'N' });
      expect(await lookUp(operationID)).toMatchObject({ kind: 'declined' });
      expect(decoded(sentDetails()['details']['threeDSResult'])).toMatchObject({ transStatus: 'Y' });
    });

    test('a bank that does not answer, wants no fingerprint, or asks for nothing more ends the page', async () => {
      const silent = await open();
      expect((await visit(fixture, silent.operationID, { step: 'late' })).states).toEqual(['fingerprinted']);
      expect((await visit(fixture, silent.operationID, { step: 'late' })).states).toEqual([]);
      await lookUp(silent.operationID);
      expect(decoded(sentDetails()['details']['threeds2.fingerprint'])).toEqual({ threeDSCompInd: 'N' });
      // A challenge that ends in an error of the bank.
      const { acsTransID: _, ...error } = silent.ids;
      await visit(fixture, silent.operationID, { form: toForm('cres', { ...error, messageType: 'Erro' }) });
      expect(await lookUp(silent.operationID)).toMatchObject({ kind: 'declined' });

      Object.assign(bank(), { methodUrl: undefined, hasToken: false });
      const without = await open();
      expect(decoded(sentDetails()['details']['threeds2.fingerprint'])).toEqual({ threeDSCompInd: 'U' });
      expect((await visit(fixture, without.operationID)).html).toContain('/challenge"');
      await visit(fixture, without.operationID, { form: toForm('cres', { ...without.ids, transStatus: 'N' }) });
      expect(await lookUp(without.operationID)).toMatchObject({ kind: 'declined' });
      expect(sentDetails()).toMatchObject({
        paymentData: expect.any(String),
        details: { 'threeds2.challengeResult': expect.any(String) },
      });

      Object.assign(bank(), { ...usual, steps: ['fingerprint'] });
      const frictionless = await open();
      await visit(fixture, frictionless.operationID, { step: 'late' });
      fixture.standIn.isDelayed = true;
      expect(await lookUp(frictionless.operationID)).toMatchObject({ kind: 'approved' });
      expect((await visit(fixture, frictionless.operationID)).html).toBeUndefined();
    });

    test.each(['http://acs.bank.example/', 'javascript:alert(1)', 'https://'])(
      'a challenge at %s is declined, and the payer goes back to the shop',
      async (acsUrl) => {
        Object.assign(bank(), { acsUrl });
        const { operationID } = await open();
        await visit(fixture, operationID, { step: 'late' });
        expect(await lookUp(operationID)).toMatchObject({
          kind: 'declined',
          failure: { code: 'preauthorization_failed' },
        });
        expect((await visit(fixture, operationID)).html).toBeUndefined();
        Object.assign(bank(), { steps: ['challenge'] });
        expect((await open()).outcome).toMatchObject({ kind: 'declined' });
      },
    );

    test.each([[['fingerprint', 'fingerprint']], [['fingerprint', 'challenge', 'challenge']]])(
      'steps that no bank asks for decline instead of keeping the payer: %j',
      async (steps) => {
        Object.assign(bank(), { steps });
        const { operationID, ids } = await open();
        await visit(fixture, operationID, { step: 'late' });
        if (steps.length > 2) {
          await lookUp(operationID);
          await visit(fixture, operationID, { form: toForm('cres', { ...ids, transStatus: 'Y' }) });
        }
        for (let time = 0; time < 2; time += 1) expect(await lookUp(operationID)).toMatchObject({ kind: 'declined' });
        expect((await visit(fixture, operationID)).html).toBeUndefined();
      },
    );

    test('a result that Adyen refuses declines instead of keeping the payer', async () => {
      const { operationID } = await open();
      Object.assign(fixture.standIn.book.find(operationID) ?? {}, { paymentData: 'expired' });
      await visit(fixture, operationID, { step: 'late' });
      expect(await lookUp(operationID)).toMatchObject({ kind: 'declined' });
      expect((await visit(fixture, operationID)).html).toBeUndefined();
    });

    test('pages without scripts lead on by a link or a button', async () => {
      const { operationID, ids } = await open();
      const linkTo = (step: string) =>
        expect.stringMatching(
          new RegExp(`<noscript><p class="note"><a href="[^"]*threeDS=${step}" target="_parent">`),
        ) as string;
      const form = toForm('threeDSMethodData', ids);
      expect((await visit(fixture, operationID)).html).toEqual(linkTo('late'));
      expect((await visit(fixture, operationID, { form })).html).toEqual(linkTo('page'));
      expect((await visit(fixture, operationID)).html).toEqual(linkTo('page'));
      await lookUp(operationID);
      expect((await visit(fixture, operationID)).html).toContain('<noscript><button>');
    });

    test('an address of a bank cannot leave its attribute', async () => {
      Object.assign(bank(), { methodUrl: `https://acs.bank.example/?"><script>alert('1')</script>` });
      const { html } = await visit(fixture, (await open()).operationID);
      expect(html).not.toContain('<script>alert');
      expect(html?.match(/<script>/g)).toHaveLength(1);
    });

    test('without the whole browser, and with an address that banks would cut, the payer is redirected', async () => {
      for (const change of [{ browser: {} }, { operationID: `payment/${'X'.repeat(180)}.1/authorise` }]) {
        await native().authorise(challengeable(change));
        expect(sentMethod()).toMatchObject({
          authenticationData: { threeDSRequestData: { nativeThreeDS: 'disabled' } },
        });
        expect(sentMethod()).not.toHaveProperty('threeDS2RequestData');
      }
    });

    test.each((process.env['MEAN_SEEDS'] ?? '1,2,3').split(','))(
      'an honest payer reaches a result after the confusion of seed %s',
      async (seed) => {
        const random = new Random(seed).of('payer');
        const { steps, methodUrl } = fixture.standIn.book.bank;
        Object.assign(bank(), { steps: random.pick([steps, steps, ['fingerprint'], ['challenge']]) });
        Object.assign(bank(), {
          methodUrl: random.pick([methodUrl, methodUrl, undefined]),
          hasToken: random.next() < 0.5,
        });
        const { operationID, ids } = await open();
        const payment = fixture.standIn.book.find(operationID);
        const send = (form: URLSearchParams) => visit(fixture, operationID, { form });
        const answer = (transStatus: string) => send(toForm('cres', { ...ids, transStatus }));
        const acts: (() => Promise<unknown>)[] = [
          () => visit(fixture, operationID),
          () => visit(fixture, operationID, { step: 'late' }),
          () => visit(fixture, operationID, { step: 'other' }),
          () => send(toForm('threeDSMethodData', ids)),
          () => answer(random.pick(['Y', 'N', 'U'])),
          () => send(toForm('cres', toBankIDs('ANOTHER'))),
          () => Promise.all([lookUp(operationID), lookUp(operationID)]),
          () => Promise.all([lookUp(operationID), answer('Y'), visit(fixture, operationID, { step: 'late' })]),
          async () => void Object.assign(payment ?? {}, { isConfirmed: true }),
          async () => void (fixture.standIn.isDelayed = true),
        ];
        for (let count = 0; count < random.int(0, 12); count += 1) await random.pick(acts)();
        const shown: string[] = [];
        for (let count = 0; count < 6; count += 1) {
          const { html = 'shop' } = await visit(fixture, operationID);
          shown.push(html);
          if (html.includes('/method"')) await send(toForm('threeDSMethodData', ids));
          if (html.includes('/challenge"')) await answer('Y');
          const outcome = await lookUp(operationID);
          if (outcome !== undefined && outcome.kind !== 'interactionRequired') {
            expect(outcome.kind).toBe(payment?.status === 'authorised' ? 'approved' : 'declined');
            expect((await visit(fixture, operationID)).html).toBeUndefined();
            return;
          }
        }
        expect(shown).toEqual([]);
      },
    );

    test('a voided payment takes no answer of a bank any more', async () => {
      const request = await open();
      const { operationID, ids } = request;
      await visit(fixture, operationID, { form: toForm('threeDSMethodData', ids) });
      await lookUp(operationID);
      await native().void(follow(request, 'void'));
      expect((await visit(fixture, operationID)).html).toBeUndefined();
      await visit(fixture, operationID, { form: toForm('cres', { ...ids, transStatus: 'Y' }) });
      expect(await lookUp(operationID)).toMatchObject({ kind: 'declined' });
      expect(fixture.standIn.book.find(operationID)?.status).toBe('pending');
    });
  });

  const sale = (provider: string, change: Partial<AuthoriseRequest> = {}) =>
    authorise({ paymentTool: { type: 'paymentTerminal', provider }, ...change });

  test('iDEAL is captured with its payment, by one request, and refunded', async () => {
    const connector = connect();
    const request = sale('iDEAL');
    const { operationID } = request;
    const before = fixture.standIn.calls.length;
    expect(await connector.authorise(request)).toMatchObject({ interaction: { interactionType: 'Redirect' } });
    expect(sentMethod()?.['paymentMethod']).toEqual({ type: 'ideal' });
    for (const field of ['authenticationData', 'storePaymentMethod']) expect(sentMethod()).not.toHaveProperty(field);
    expect(sentMethod()?.['additionalData']).toEqual({});

    // The answer comes before its webhook: what is captured is not said yet.
    fixture.standIn.isDelayed = true;
    await comeBack(fixture, operationID);
    const lookUp = { kind: 'authorise', operationID, timeoutMs: 5_000 } as const;
    const paid = await connector.lookUp(lookUp);
    const reference = fixture.standIn.book.find(operationID)?.pspReference ?? '';
    expect(paid).toMatchObject({ kind: 'approved', connectorReference: reference });
    const capture = { ...follow(request, 'capture', reference), amount: 60_000n };
    expect(await connector.capture(capture)).toEqual({ kind: 'unknown' });
    await expect(connector.lookUp({ kind: 'capture', ...capture })).rejects.toThrow(ConnectorUnavailable);
    expect(await connector.void(follow(request, 'void', reference))).toMatchObject({ kind: 'declined' });

    fixture.standIn.isDelayed = false;
    await fixture.standIn.deliverWaiting();
    const captured = { kind: 'approved', amountMinor: 100_050n, connectorReference: reference };
    expect(await connector.capture(capture)).toMatchObject(captured);
    expect(await connector.lookUp({ kind: 'capture', ...capture })).toMatchObject(captured);
    expect(await connector.void(follow(request, 'void', reference))).toMatchObject({ kind: 'declined' });
    const refund = { ...follow(request, 'refund', reference), amount: 40_000n };
    expect(await connector.refund(refund)).toMatchObject({ kind: 'approved' });
    const posts = fixture.standIn.calls.slice(before).filter(({ key }) => key !== undefined);
    expect(posts.map(({ path }) => path.replace(reference, 'PSP'))).toEqual([
      ...['/payments', '/payments/details', '/payments/PSP/refunds'],
    ]);
  });

  test('Bancontact shows a code, or opens the app on a phone, and is paid by its webhook alone', async () => {
    const connector = connect();
    const browser = (screenWidth: number) => ({ screenWidth }) as AuthoriseRequest['browser'] & object;
    const [desktop, phone] = [1920, 390].map((width) => sale('bancontact', { browser: browser(width) }));
    const code = { interactionType: 'QrCodeDisplayRequest', qrCode: expect.stringMatching(/^QrApp:/) as string };
    expect(await connector.authorise(desktop!)).toMatchObject({ interaction: code });
    const uriTemplate = expect.stringContaining('checkoutPaymentRedirect') as string;
    const { operationID } = phone!;
    const app = { interaction: { interactionType: 'Redirect', request: { uriTemplate } } };
    expect(await connector.authorise(phone!)).toMatchObject(app);
    const lookUp = { kind: 'authorise', operationID, timeoutMs: 5_000 } as const;
    expect(await connector.lookUp(lookUp)).toMatchObject(app);
    fixture.standIn.book.payInApp(operationID);
    await fixture.standIn.deliverWaiting();
    expect(await connector.lookUp(lookUp)).toMatchObject({ kind: 'approved' });
  });

  test('a sale that is paid after its void is found as captured', async () => {
    const connector = connect();
    const request = sale('ideal');
    const { operationID } = request;
    await connector.authorise(request);
    expect(await connector.void(follow(request, 'void'))).toMatchObject({ kind: 'approved' });
    await comeBack(fixture, operationID);
    expect(await connector.authorise(request)).toMatchObject({ kind: 'declined' });
    fixture.standIn.book.payInApp(operationID);
    await fixture.standIn.deliverWaiting();
    const found = await connector.lookUp({ kind: 'authorise', operationID, timeoutMs: 5_000 });
    expect(found).toMatchObject({ kind: 'approved' });
    expect(await connector.void(follow(request, 'lateVoid'))).toMatchObject({ kind: 'declined' });
  });

  test.each([
    ['another currency', { currency: 'USD' }],
    ['another provider', { paymentTool: { type: 'digitalWallet', provider: 'constructor', id: '1' } }],
    ['a payment that is to be repeated', { makeRecurrent: true }],
  ] as [string, Partial<AuthoriseRequest>][])('iDEAL with %s is refused before anything is sent', async (_, change) => {
    const sent = fixture.standIn.calls.length;
    await expect(connect().authorise(sale('ideal', change))).rejects.toThrow(ConnectorMisuse);
    expect(fixture.standIn.calls).toHaveLength(sent);
  });

  test('a saved card without the payer is charged with its shopper reference only', async () => {
    const connector = connect();
    const { amount: _, makeRecurrent: __, ...verification } = authorise();
    const outcome = await connector.verify(verification);
    const recurrentToken = outcome.kind === 'approved' ? (outcome.recurrentToken ?? '') : '';
    expect(
      await connector.authorise(authorise({ paymentTool: { type: 'recurrentToken', recurrentToken } })),
    ).toMatchObject({ kind: 'approved' });
    expect(fixture.standIn.calls.at(-1)?.body).toMatchObject({
      shopperInteraction: 'ContAuth',
      recurringProcessingModel: 'UnscheduledCardOnFile',
      paymentMethod: { storedPaymentMethodId: recurrentToken.split('/')[1] },
    });
    const { operationID } = verification;
    const authorisation = { kind: 'verify', operationID } as const;
    await connector.void({ operationID: `${operationID}/void`, timeoutMs: 5_000, authorisation });
    const again = connector.authorise(authorise({ paymentTool: { type: 'recurrentToken', recurrentToken } }));
    await expect(again).rejects.toThrow(ConnectorMisuse);
  });

  test('the token of a saved card whose response was lost is found', async () => {
    const connector = connect();
    const request = authorise({ makeRecurrent: true });
    await fixture.standIn.losingResponses(() => connector.authorise(request));
    const { operationID } = request;
    expect(await connector.lookUp({ kind: 'authorise', operationID, timeoutMs: 5_000 })).toMatchObject({
      kind: 'approved',
      recurrentToken: expect.stringMatching(/^holdfast-[0-9a-f]{32}\/[A-Z0-9]{16}$/) as string,
    });
  });

  test('a card that Adyen refuses by validation is declined, and other tools are a misuse', async () => {
    const connector = connect();
    expect(await connector.authorise(authorise({ paymentTool: aCard(ADYEN_CARDS.invalid) }))).toMatchObject({
      kind: 'declined',
      failure: { code: 'authorization_failed', subError: { code: 'payment_tool_rejected' } },
    });
    const sent = fixture.standIn.calls.length;
    for (const paymentTool of [
      { type: 'cryptoWallet', cryptoCurrency: 'bitcoin' },
      { type: 'recurrentToken', recurrentToken: '../refunds' },
    ] as const) {
      await expect(connector.authorise(authorise({ paymentTool }))).rejects.toThrow(ConnectorMisuse);
    }
    expect(fixture.standIn.calls).toHaveLength(sent);
  });

  test('a wrong key is retryable, and another status of the server is unknown', async () => {
    const { createServer } = await import('node:http');
    const answering = async (status: number, body = '{}') => {
      const server = createServer((_request, response) => response.writeHead(status).end(body));
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const { port } = server.address() as { port: number };
      const connector = createAdyenConnector({ ...access, book: new MemoryBook(), url: `http://127.0.0.1:${port}` });
      const outcome = await connector.authorise(authorise()).catch((error: unknown) => error);
      server.close();
      server.closeAllConnections();
      return outcome;
    };
    expect(await answering(401)).toBeInstanceOf(ConnectorUnavailable);
    expect(await answering(429)).toBeInstanceOf(ConnectorUnavailable);
    expect(await answering(422)).toBeInstanceOf(ConnectorMisuse);
    expect(await answering(422, '{"errorCode":"704"}')).toEqual({ kind: 'unknown' });
    expect(await answering(500)).toEqual({ kind: 'unknown' });
    expect(await answering(200)).toEqual({ kind: 'unknown' });
  });
});

test('every refusal reason has a failure of the catalogue, by code and by text', () => {
  expect(Object.keys(REFUSAL_REASONS)).toHaveLength(43);
  for (const [code, { text }] of Object.entries(REFUSAL_REASONS)) {
    expect(toDeclined(text.toUpperCase())).toEqual(toDeclined(code));
  }
  expect(toDeclined('constructor').failure).toEqual({ code: 'authorization_failed', subError: { code: 'unknown' } });
  expect(toDeclined('9')).toMatchObject({ isRetryableElsewhere: true });
  expect(toDeclined('12')).not.toHaveProperty('isRetryableElsewhere');
});

test.each([
  ['EUR', 100_050n, 100_050],
  ['JPY', 7n, 7],
  ['BHD', 1_005n, 1_005],
  ['CLP', 7n, 700],
  ['ISK', 7n, 700],
  ['IDR', 700n, 7],
])('an amount of %s is converted without loss', (currency, amountMinor, value) => {
  expect(toAdyenAmount(amountMinor, currency)).toEqual({ value, currency });
  expect(fromAdyenAmount(BigInt(value), currency)).toBe(amountMinor);
});

test('an amount that Adyen cannot express is a misuse', () => {
  expect(() => toAdyenAmount(701n, 'IDR')).toThrow(ConnectorMisuse);
  expect(() => toAdyenAmount(10n ** 16n, 'EUR')).toThrow(ConnectorMisuse);
  expect(fromAdyenAmount(701n, 'CLP')).toBeUndefined();
});
