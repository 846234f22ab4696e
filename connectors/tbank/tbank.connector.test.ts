import type { AnswerFact } from '../../domain/operators/reconciliation/answer-fact';
import { MemoryBook } from '../testing/memory-book';
import { describeConnector, type Effects } from '../conformance';
import { ConnectorUnavailable, type AuthorisationReference, type AuthoriseRequest } from '../connector';
import { ConnectorRejection } from '../connector-rejection';
import { fromOrderID, repeatedOrderID, toOrderID } from './order-id';
import { createTBankCallbacks } from './tbank-callbacks';
import { tbankToken } from './tbank-token';
import { TBankConnector } from './tbank.connector';
import type { Lie } from '../testing/losing-proxy';
import type { WebhooksUnderTest } from '../testing/mean-webhooks';
import { CARD_KEY, TBANK_TEST_CARDS } from './testing/card-data';
import { payingAtOnce } from '../testing/paying-at-once';
import { TBankStandIn } from './testing/tbank-stand-in';

const byPage = () => ({ type: 'paymentTerminal', provider: 'bank_card' }) as const;
const SBP = { type: 'paymentTerminal', provider: 'sbp' } as const;

const connectTo = (standIn: TBankStandIn, book: MemoryBook, url: string) =>
  new TBankConnector({
    terminal: standIn.terminal,
    cardKey: CARD_KEY,
    isTest: true,
    url,
    book,
    receipts: { taxation: 'osn', vat: 'none' },
  });

/** The session whose page or code the payer has. */
const shownSession = (book: MemoryBook, operationID: string) =>
  book.notices.get(`page/${operationID}`)?.connectorReference;

function getEffects(standIn: TBankStandIn, { operationID }: AuthorisationReference): Effects {
  const sum = (read: (effects: TBankStandIn['sessions'][number]['effects']) => number) =>
    standIn.sessions
      .filter(({ OrderId }) => fromOrderID(OrderId) === operationID)
      .reduce((total, { effects }) => total + BigInt(read(effects)), 0n);
  return {
    authorised: sum(({ held }) => held),
    captured: sum(({ captured }) => captured),
    refunded: sum(({ refunded }) => refunded),
    voided: sum(({ released }) => released),
  };
}

const renamed: Lie = (object) => 'OrderId' in object && (object['OrderId'] = 'ANOTHER.1');
const moved: Lie = (object) => 'PaymentId' in object && (object['PaymentId'] = '1');
const LIES: Partial<Record<AnswerFact, Lie>> = {
  operation: renamed,
  authorisation: renamed,
  reference: moved,
  authorisationReference: moved,
  // More than is left of an odd amount after two refunds of its half.
  amount: (object) =>
    Object.assign(object, 'NewAmount' in object ? { NewAmount: 3 } : 'Amount' in object ? { Amount: 3 } : {}),
  account: (object) => 'TerminalKey' in object && (object['TerminalKey'] = 'another'),
};

const webhooksOf = (standIn: TBankStandIn): WebhooksUnderTest => ({
  write: ({ PaymentId }) =>
    typeof PaymentId === 'string' ? Buffer.from(JSON.stringify(standIn.notification(PaymentId))) : undefined,
  read: (body, sender) =>
    createTBankCallbacks(sender === 'own' ? standIn.terminal : { ...standIn.terminal, password: 'another' }).read({
      body,
      header: () => undefined,
    }),
});

describe.each([true, false])('with orders of one session only: %p', (refusesRepeatedOrders) => {
  describeConnector('tbank', async () => {
    const standIn = new TBankStandIn();
    standIn.refusesRepeatedOrders = refusesRepeatedOrders;
    const book = new MemoryBook();
    const url = await standIn.start();
    const [approvedTool, declinedTool, interactionTool] = [byPage(), byPage(), byPage()];
    const connectorAt = (at: string) =>
      payingAtOnce(connectTo(standIn, book, at), (tool, paymentID) => {
        if (tool === interactionTool) return 'waiting';
        if (tool === declinedTool) standIn.decline(paymentID);
        else standIn.pay(paymentID);
        return standIn.isLosing ? 'lost' : 'decided';
      });
    return {
      connector: connectorAt(url),
      connectorAt,
      currency: 'RUB',
      ...{ approvedTool, declinedTool, interactionTool, takesCards: false },
      loseAnswer: (send) => standIn.losingResponses(send),
      finishInteraction: async ({ operationID }) => standIn.pay(shownSession(book, operationID) ?? ''),
      readEffects: async (authorisation) => getEffects(standIn, authorisation),
      lying: { url, reads: TBankStandIn.reads, webhooks: webhooksOf(standIn), lies: LIES },
      stop: () => standIn.stop(),
    };
  });
});

const aCard = (cardNumber: string) =>
  ({ type: 'card', cardNumber, expDate: '12/29', cvv: '123', cardHolder: 'IVAN;CVV=1' }) as const;

describeConnector('tbank with cards', async () => {
  const standIn = new TBankStandIn();
  const book = new MemoryBook();
  const url = await standIn.start();
  const connectorAt = (at: string) => connectTo(standIn, book, at);
  return {
    ...{ connector: connectorAt(url), connectorAt, currency: 'RUB', storesCards: false },
    approvedTool: aCard(TBANK_TEST_CARDS.approved),
    declinedTool: aCard(TBANK_TEST_CARDS.declined),
    interactionTool: aCard(TBANK_TEST_CARDS.interaction),
    loseAnswer: (send) => standIn.losingResponses(send),
    finishInteraction: ({ operationID }) => comeBack(standIn, book, operationID, 'confirmed'),
    readEffects: async (authorisation) => getEffects(standIn, authorisation),
    lying: { url, reads: TBankStandIn.reads, webhooks: webhooksOf(standIn), lies: LIES },
    stop: () => standIn.stop(),
  };
});

/** The payer confirms the card at its bank, which sends the browser back with a form. */
async function comeBack(standIn: TBankStandIn, book: MemoryBook, operationID: string, result: string): Promise<void> {
  const { challenge = '{}' } = book.notices.get(`challenge/${operationID}`)?.details ?? {};
  const { form } = (JSON.parse(challenge) as { request: { form: { key: string; template: string }[] } }).request;
  const fields = Object.fromEntries(form.map(({ key, template }) => [key, template]));
  const session = standIn.get(shownSession(book, operationID));
  session.isAuthenticated = result === 'confirmed';
  const { cresCallbackUrl } = (standIn.calls.findLast(
    ({ body }) => body['PaymentId'] === session.PaymentId && body['DATA'],
  )?.body['DATA'] ?? {}) as Record<string, string>;
  const page = new URL(fields['TermUrl'] ?? cresCallbackUrl ?? '');
  const body = new URLSearchParams(fields['creq'] ? { cres: 'e30' } : { MD: fields['MD'] ?? '', PaRes: result });
  const read = createTBankCallbacks(standIn.terminal).readReturn?.(page.searchParams, Buffer.from(body.toString()));
  expect(read?.operationID).toBe(operationID);
  if (read) await book.record([read.notice]);
}

describe('T-Bank', () => {
  const standIn = new TBankStandIn();
  const book = new MemoryBook();
  let connector: TBankConnector;
  let url: string;
  beforeAll(async () => {
    url = await standIn.start();
    connector = connectTo(standIn, book, url);
  });
  afterAll(() => standIn.stop());

  let count = 0;
  const authorise = (change: Partial<AuthoriseRequest> = {}): AuthoriseRequest => ({
    operationID: `payment/TBANK${(count += 1)}.1/authorise`,
    ...{ timeoutMs: 5_000, paymentTool: byPage(), amount: 100_050n, currency: 'RUB', makeRecurrent: false },
    callbackUrl: 'https://pay.example.com/callbacks/tbank/tbank',
    returnUrl: 'https://shop.example/done',
    ...{ merchantName: 'Shop', description: 'Order 1', payer: { email: 'payer@example.com' }, ...change },
  });
  const follow = ({ operationID }: AuthoriseRequest, step: string) => ({
    operationID: operationID.replace('authorise', step),
    timeoutMs: 5_000,
    authorisation: { kind: 'authorise', operationID } as const,
  });
  const lookUp = ({ operationID }: AuthoriseRequest) =>
    connector.lookUp({ kind: 'authorise', operationID, timeoutMs: 5_000 });
  const sessionOf = ({ operationID }: AuthoriseRequest) => shownSession(book, operationID) ?? '';

  test('the published example has the published token', () => {
    const body = {
      ...{ TerminalKey: 'MerchantTerminalKey', Amount: 19200, OrderId: '21090' },
      ...{ Description: 'Подарочная карта на 1000 рублей', DATA: { Phone: '+71234567890' }, Receipt: { Items: [] } },
    };
    const token = '0024a00af7c350a3a67ca168ce06502aa72772456662e38696d48b56ee9c97d9';
    expect(tbankToken(body, 'usaf8fw8fsw21g')).toBe(token);
  });

  test('a session has two stages, an end and the addresses of the payment', async () => {
    const request = authorise();
    const outcome = await connector.authorise(request);
    const { body } = standIn.calls.at(-1) ?? { body: {} };
    expect(body).toMatchObject({
      ...{ Amount: 100_050, PayType: 'T', Description: 'Order 1', OrderId: toOrderID(request.operationID) },
      ...{ NotificationURL: request.callbackUrl, SuccessURL: request.returnUrl, FailURL: request.returnUrl },
    });
    const uriTemplate = `https://securepay.tinkoff.ru/new/${sessionOf(request)}`;
    expect(outcome).toMatchObject({ kind: 'interactionRequired', interaction: { request: { uriTemplate } } });
    expect(await connector.authorise(request)).toMatchObject({ interaction: { request: { uriTemplate } } });
  });

  test.each([true, false])(
    'a session whose answer was lost is followed by another (names differ: %p)',
    async (differ) => {
      standIn.refusesRepeatedOrders = differ;
      const request = authorise();
      const elsewhere = new MemoryBook();
      await connectTo(standIn, elsewhere, url).authorise(request);
      expect(await lookUp(request)).toEqual({ kind: 'notFound' });
      await connector.authorise(request);
      standIn.pay(sessionOf(request));
      expect(await lookUp(request)).toMatchObject({ kind: 'approved', stated: { operation: request.operationID } });
    },
  );

  test('a payer who is declined and pays in another session of the order has paid', async () => {
    standIn.refusesRepeatedOrders = false;
    const request = authorise();
    await connector.authorise(request);
    standIn.decline(sessionOf(request));
    expect(await lookUp(request)).toMatchObject({
      kind: 'declined',
      failure: { code: 'authorization_failed', subError: { code: 'insufficient_funds' } },
    });
    await connectTo(standIn, new MemoryBook(), url).authorise(request);
    standIn.pay(standIn.sessions.at(-1)?.PaymentId ?? '');
    const paid = { kind: 'approved', connectorReference: standIn.sessions.at(-1)?.PaymentId };
    expect(await lookUp(request)).toMatchObject(paid);
  });

  test('a code of the fast payment system is paid in one stage, and its refunds are decided later', async () => {
    const request = authorise({ paymentTool: SBP });
    const outcome = await connector.authorise(request);
    const qrCode = expect.stringMatching(/^https:\/\/qr\.nspk\.ru\//) as string;
    const shown = { kind: 'interactionRequired', interaction: { interactionType: 'QrCodeDisplayRequest', qrCode } };
    expect(outcome).toMatchObject(shown);
    expect(await lookUp(request)).toMatchObject(shown);
    standIn.pay(sessionOf(request));
    expect(await lookUp(request)).toMatchObject({ kind: 'approved', stated: { amount: 100_050n } });
    const capture = { ...follow(request, 'capture'), amount: 100_050n, currency: 'RUB' };
    expect(await connector.capture(capture)).toMatchObject({ kind: 'approved', amountMinor: 100_050n });
    const refunds = [20_000n, 30_000n, 80_050n].map((amount, at) => ({
      ...capture,
      ...follow(request, `refund${at}`),
      amount,
    }));
    for (const [at, isDone] of [true, false, true].entries()) {
      const refund = refunds[at] ?? capture;
      expect(await connector.refund(refund)).toMatchObject({ kind: 'pending' });
      expect(await connector.refund(refund)).toMatchObject({ kind: 'pending' });
      const found = () => connector.lookUp({ ...refund, kind: 'refund' });
      expect(await found()).toMatchObject({ kind: 'pending' });
      standIn.settleRefund(sessionOf(request), isDone);
      expect(await found()).toMatchObject({ kind: isDone ? 'approved' : 'declined' });
      expect(await found()).toMatchObject({ kind: isDone ? 'approved' : 'declined' });
    }
    expect(getEffects(standIn, { kind: 'authorise', ...request })).toMatchObject({
      captured: 100_050n,
      refunded: 100_050n,
    });
    expect(await connector.lookUp({ ...capture, kind: 'capture' })).toMatchObject({ amountMinor: 100_050n });
  });

  test('a page that the payer has open cannot be cancelled, until the payer has paid', async () => {
    const request = authorise();
    await connector.authorise(request);
    standIn.get(sessionOf(request)).Status = 'FORM_SHOWED';
    await expect(connector.void(follow(request, 'void'))).rejects.toThrow(ConnectorUnavailable);
    standIn.pay(sessionOf(request));
    expect(await connector.void(follow(request, 'void'))).toMatchObject({ kind: 'approved' });
    expect(standIn.get(sessionOf(request))).toMatchObject({ Status: 'REVERSED' });
  });

  test.each<[string, Partial<AuthoriseRequest>]>([
    ['a card', { paymentTool: { type: 'card', cardNumber: '4242424242424242', expDate: '12/30' } as const }],
    ['a wallet of another', { paymentTool: { type: 'digitalWallet', provider: 'yoomoney', id: '1' } as const }],
    ['another currency', { currency: 'USD' }],
    ['a stored card', { makeRecurrent: true }],
  ])('%s is refused before it is sent', async (_, change) => {
    await expect(connector.authorise(authorise(change))).rejects.toThrow(ConnectorRejection);
  });

  test('a wrong password did nothing', async () => {
    const terminal = { ...standIn.terminal, password: 'another' };
    const other = new TBankConnector({ terminal, isTest: true, url: url, book });
    await expect(other.authorise(authorise())).rejects.toThrow(ConnectorUnavailable);
  });

  test('a notification is read with its token only, and answered with OK', async () => {
    const request = authorise();
    await connector.authorise(request);
    standIn.pay(sessionOf(request));
    const callbacks = createTBankCallbacks(standIn.terminal);
    const read = (body: object) => callbacks.read({ body: Buffer.from(JSON.stringify(body)), header: () => undefined });
    const sent = standIn.notification(sessionOf(request));
    expect(read(sent)).toMatchObject({
      kind: 'read',
      operationID: request.operationID,
      response: { status: 200, body: 'OK' },
    });
    expect(read({ ...sent, Amount: 1 })).toEqual({ kind: 'refused' });
    expect(read({ ...sent, Token: '0'.repeat(64) })).toEqual({ kind: 'refused' });
    expect(read(standIn.notification(sessionOf(request), { TerminalKey: 'another' }))).toEqual({ kind: 'refused' });
    expect(read([])).toEqual({ kind: 'unreadable' });
  });
});

test.each([
  ['payment/i.1/authorise', 'i.1'],
  ['payment/i-2.1/authorise/2', 'i-2.1-2'],
])('%s has the order %s', (operationID, orderID) => {
  expect(toOrderID(operationID)).toBe(orderID);
  for (const name of [orderID, repeatedOrderID(orderID)]) expect(fromOrderID(name)).toBe(operationID);
});

test('a long name is shortened, and is found by look-ups only', () => {
  const orderID = toOrderID(`payment/${'i'.repeat(200)}.1/authorise`);
  expect([orderID.length, fromOrderID(orderID)]).toEqual([28, undefined]);
});
