import { createServer, type Server } from 'node:http';
import { aSandbox, TEST_SECRET } from '../../sandbox/testing';
import type { Sandbox } from '../../sandbox/server';
import { TEST_CARDS, type TestCard } from '../../sandbox/test-cards';
import { altered } from '../../tests/harness/altered';
import { paymentFailurePath } from '../../domain/payments/payment/payment-failure';
import {
  ConnectorMisuse,
  ConnectorUnavailable,
  type Approved,
  type AuthoriseRequest,
  type PayOutRequest,
} from '../connector';
import { createSandboxConnector, type SandboxConnector } from './sandbox.connector';
import { listenLocally, stopServer } from '../../tests/harness/local-server';

let sandbox: Sandbox;
let connector: SandboxConnector;
let counter = 0;

beforeAll(async () => {
  sandbox = await aSandbox();
  connector = createSandboxConnector({ url: sandbox.url, secret: TEST_SECRET });
});

afterAll(async () => {
  await connector.close();
  await sandbox.stop();
});

const wait = { timeoutMs: 5_000 };

function anID(name: string): string {
  counter += 1;
  return `payment/INV${counter}.1/${name}`;
}

const success = getCard('success');

function getCard(kind: TestCard['kind']): string {
  const card = TEST_CARDS.find((row) => row.kind === kind);
  if (!card) throw new Error(`No test card is ${kind}`);
  return card.pan;
}

function anAuthorisation(input: Partial<AuthoriseRequest> & { pan?: string } = {}): AuthoriseRequest {
  const { pan = success, ...rest } = input;
  return {
    operationID: anID('authorise'),
    ...wait,
    paymentTool: { type: 'card', cardNumber: pan, expDate: '12/24', cvv: '123', cardHolder: 'ИВАН ИВАНОВ' },
    amount: 100_000n,
    currency: 'RUB',
    makeRecurrent: false,
    callbackUrl: 'http://127.0.0.1:9/callbacks/sandbox',
    merchantName: 'Магазин',
    description: 'Заказ № 1',
    ...rest,
  };
}

function aPayOut(input: Partial<PayOutRequest> & { pan?: string } = {}): PayOutRequest {
  const { pan = success, ...rest } = input;
  return {
    operationID: anID('payOut'),
    ...wait,
    amount: 5_000n,
    askedAmount: 5_000n,
    currency: 'RUB',
    destination: { type: 'BankCardDestinationResource', cardNumber: pan },
    description: 'Вывод',
    callbackUrl: 'http://127.0.0.1:9/callbacks/sandbox',
    ...rest,
  };
}

function later(authorisation: AuthoriseRequest, name: string) {
  return {
    operationID: anID(name),
    ...wait,
    authorisation: { kind: 'authorise', operationID: authorisation.operationID },
  } as const;
}

function sought({ operationID }: AuthoriseRequest) {
  return { kind: 'authorise', operationID, ...wait } as const;
}

async function recorded<Observed>(path: string): Promise<Observed> {
  const answer = await fetch(`${sandbox.url}${path}`);
  return (await answer.json()) as Observed;
}

const operation = (id: string) =>
  recorded<{ status?: string; attempts: number; effects: number }>(`/operations/${encodeURIComponent(id)}`);
const payment = (id: string) => recorded<Record<string, number>>(`/payments/${encodeURIComponent(id)}`);

test('a payment is authorised, captured and refunded, each once', async () => {
  const authorise = anAuthorisation();
  const approved = await connector.authorise(authorise);
  expect(approved).toMatchObject({
    kind: 'approved',
    connectorReference: expect.stringMatching(/^SBX[A-Z2-7]{17}$/) as string,
    rrn: expect.stringMatching(/^[A-Z2-7]{12}$/) as string,
    schemeTransactionID: expect.stringMatching(/^[A-Z2-7]{15}$/) as string,
    approvalCode: expect.stringMatching(/^[A-Z2-7]{6}$/) as string,
  });
  const capture = { ...later(authorise, 'capture'), amount: 60_000n, currency: 'RUB' };
  expect(await connector.capture(capture)).toMatchObject({ kind: 'approved' });
  const refund = { ...later(authorise, 'refund'), amount: 10_000n, currency: 'RUB' };
  expect(await connector.refund(refund)).toMatchObject({ kind: 'approved' });
  expect(await payment(authorise.operationID)).toMatchObject({
    authorised: 100_000,
    captured: 60_000,
    voided: 0,
    refunded: 10_000,
  });
});

test('a repeated operation gets the recorded answer and has no second effect', async () => {
  const authorise = anAuthorisation();
  const first = await connector.authorise(authorise);
  const presentation = { callbackUrl: 'http://127.0.0.1:9/moved', merchantName: 'Другое имя', description: 'Иначе' };
  const again = await Promise.all(
    Array.from({ length: 10 }, () => connector.authorise({ ...authorise, ...presentation })),
  );
  expect(again).toEqual(Array(10).fill(first));
  expect(await operation(authorise.operationID)).toMatchObject({ attempts: 11, effects: 1 });
});

test('the same operation id with another meaning is a misuse', async () => {
  const authorise = anAuthorisation();
  await connector.authorise(authorise);
  await expect(connector.authorise({ ...authorise, amount: 100_001n })).rejects.toThrow(ConnectorMisuse);
  const { paymentTool } = anAuthorisation({ pan: getCard('invalidCard') });
  await expect(connector.authorise({ ...authorise, paymentTool })).rejects.toThrow(ConnectorMisuse);
});

test.each([
  ['exempt', 'threeDSecureSuccess', 'approved'],
  ['ask', 'success', 'approved'],
  ['ask', 'threeDSecureSuccess', 'interactionRequired'],
  ['force', 'success', 'interactionRequired'],
] as const)('3-D Secure by rule decides about a card: %s, %s', async (threeDSecure, kind, outcome) => {
  const result = await connector.authorise(anAuthorisation({ pan: getCard(kind), threeDSecure }));
  expect(result.kind).toBe(outcome);
});

test.each(TEST_CARDS.filter((card) => !card.tokenProvider && !card.threeDSecure))(
  'card $pan has the outcome of its row: $kind',
  async ({ pan, outcome }) => {
    const result = await connector.authorise(anAuthorisation({ pan }));
    if (outcome.approved) expect(result.kind).toBe('approved');
    else {
      expect(result.kind).toBe('declined');
      expect(result.kind === 'declined' && paymentFailurePath(result.failure)).toBe(outcome.failure);
    }
  },
);

test('a card that is not in the table has no issuer', async () => {
  const result = await connector.authorise(anAuthorisation({ pan: '4000000000000101' }));
  expect(result.kind === 'declined' && paymentFailurePath(result.failure)).toBe(
    'authorization_failed:payment_tool_rejected:bank_card_rejected:issuer_not_found',
  );
});

test('a verified card gives a token that pays without the card, and only an own token does', async () => {
  const { makeRecurrent: _makeRecurrent, amount: _amount, ...verify } = anAuthorisation();
  const verified = (await connector.verify({ ...verify, operationID: anID('verify') })) as Approved;
  const recurrentToken = verified.recurrentToken ?? '';
  expect(recurrentToken).not.toBe('');
  const paid = await connector.authorise(
    anAuthorisation({ paymentTool: { type: 'recurrentToken', recurrentToken }, makeRecurrent: true }),
  );
  expect(paid).toMatchObject({ kind: 'approved', recurrentToken: expect.any(String) as string });
  const forged = altered(recurrentToken);
  expect(
    await connector.authorise(anAuthorisation({ paymentTool: { type: 'recurrentToken', recurrentToken: forged } })),
  ).toMatchObject({ kind: 'declined' });
});

test('a lost response is an unknown outcome, and a look-up finds the result', async () => {
  const lostBefore = anAuthorisation({ amount: 1_667_702n });
  expect(await connector.authorise(lostBefore)).toEqual({ kind: 'unknown' });
  expect(await connector.lookUp(sought(lostBefore))).toEqual({ kind: 'notFound' });
  expect(await connector.authorise(lostBefore)).toMatchObject({ kind: 'approved' });
  expect(await operation(lostBefore.operationID)).toMatchObject({ attempts: 2, effects: 1 });

  const lostAfter = anAuthorisation({ amount: 1_667_703n });
  expect(await connector.authorise(lostAfter)).toEqual({ kind: 'unknown' });
  expect(await connector.lookUp(sought(lostAfter))).toMatchObject({ kind: 'approved' });
  expect(await operation(lostAfter.operationID)).toMatchObject({ attempts: 1, effects: 1 });
});

test('a timeout is an unknown outcome', async () => {
  const silentAfter = anAuthorisation({ amount: 667_707n, timeoutMs: 300 });
  expect(await connector.authorise(silentAfter)).toEqual({ kind: 'unknown' });
  expect(await connector.lookUp(sought(silentAfter))).toMatchObject({ kind: 'approved' });
  const silentBefore = anAuthorisation({ amount: 667_706n, signal: AbortSignal.timeout(200) });
  expect(await connector.authorise(silentBefore)).toEqual({ kind: 'unknown' });
  expect(await connector.lookUp(sought(silentBefore))).toEqual({ kind: 'notFound' });
});

test('an unavailable connector did nothing and can be retried', async () => {
  const authorise = anAuthorisation({ amount: 667_704n });
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    await expect(connector.authorise(authorise)).rejects.toThrow(ConnectorUnavailable);
  }
  expect(await connector.authorise(authorise)).toMatchObject({ kind: 'approved' });
});

test('an unreachable connector is unavailable', async () => {
  const unreachable = createSandboxConnector({ url: 'http://127.0.0.1:9', secret: TEST_SECRET });
  await expect(unreachable.authorise(anAuthorisation())).rejects.toThrow(ConnectorUnavailable);
  await expect(unreachable.lookUp({ kind: 'authorise', operationID: 'x', ...wait })).rejects.toThrow(
    ConnectorUnavailable,
  );
  await unreachable.close();
});

test('a rejected key is retryable', async () => {
  const closed = await aSandbox({ isOpen: false });
  const stranger = createSandboxConnector({ url: closed.url, secret: 'another secret' });
  const known = createSandboxConnector({ url: closed.url, secret: TEST_SECRET });
  const authorise = anAuthorisation();
  await expect(stranger.authorise(authorise)).rejects.toThrow(ConnectorUnavailable);
  await expect(stranger.lookUp(sought(authorise))).rejects.toThrow(ConnectorUnavailable);
  expect(await known.authorise(authorise)).toMatchObject({ kind: 'approved' });
  await Promise.all([stranger.close(), known.close()]);
  await closed.stop();
});

test.each([401, 403, 404, 429, 502, 503])('a %i of a proxy is an unknown outcome', async (status) => {
  const proxy = createServer((_request, response) => response.writeHead(status).end('<html>not now</html>'));
  const url = await listenLocally(proxy);
  const behind = createSandboxConnector({ url, secret: TEST_SECRET });
  expect(await behind.authorise(anAuthorisation())).toEqual({ kind: 'unknown' });
  await behind.close();
  proxy.close();
});

test('an endless response is an unknown outcome and is not read completely', async () => {
  const part = Buffer.alloc(1_048_576, ' ');
  let sentParts = 0;
  const endless: Server = createServer((_request, response) => {
    const more = (): void => {
      if (response.destroyed || sentParts === 64) return void response.end();
      sentParts++;
      response.write(part, more);
    };
    response.on('error', () => undefined);
    more();
  });
  const url = await listenLocally(endless);
  const behind = createSandboxConnector({ url, secret: TEST_SECRET });
  expect(await behind.authorise(anAuthorisation({ timeoutMs: 60_000 }))).toEqual({ kind: 'unknown' });
  expect(sentParts).toBeLessThan(60);
  await behind.close();
  await stopServer(endless);
});

test('a response that is not UTF-8 is an unknown outcome', async () => {
  const text = Buffer.from('{"status":"approved","connectorReference":"\u00e0"}', 'latin1');
  const garbled: Server = createServer((_request, response) => response.end(text));
  const url = await listenLocally(garbled);
  const behind = createSandboxConnector({ url, secret: TEST_SECRET });
  expect(await behind.authorise(anAuthorisation())).toEqual({ kind: 'unknown' });
  await behind.close();
  await new Promise((resolve) => garbled.close(resolve));
});

test('a look-up without a valid response is retryable, never "not found"', async () => {
  const proxy: Server = createServer((_request, response) => response.writeHead(404).end('<html>not here</html>'));
  const url = await listenLocally(proxy);
  const behind = createSandboxConnector({ url, secret: TEST_SECRET });
  await expect(behind.lookUp({ kind: 'authorise', operationID: 'x', ...wait })).rejects.toThrow(ConnectorUnavailable);
  expect(await behind.authorise(anAuthorisation())).toEqual({ kind: 'unknown' });
  await behind.close();
  await new Promise((resolve) => proxy.close(resolve));
});

test('a cancelled request that was not yet sent is not sent', async () => {
  const authorise = anAuthorisation({ signal: AbortSignal.abort(new Error('cancelled')) });
  await expect(connector.authorise(authorise)).rejects.toThrow('cancelled');
  expect(await operation(authorise.operationID)).toMatchObject({ attempts: 0 });
});

test('a void blocks an authorisation that arrives later', async () => {
  const authorise = anAuthorisation();
  const voiding = later(authorise, 'void');
  expect(await connector.void(voiding)).toMatchObject({ kind: 'approved' });
  expect(await connector.authorise(authorise)).toMatchObject({ kind: 'declined' });
  expect(await payment(authorise.operationID)).toMatchObject({ authorised: 0, voided: 0 });
});

test('a void blocks a verification that arrives later', async () => {
  const { makeRecurrent: _makeRecurrent, amount: _amount, ...verify } = anAuthorisation();
  expect(await connector.void(later(anAuthorisation(verify), 'void'))).toMatchObject({ kind: 'approved' });
  expect(await connector.verify(verify)).toMatchObject({ kind: 'declined' });
});

test('a concurrent void and authorisation leave no hold', async () => {
  const raced = Array.from({ length: 32 }, () => anAuthorisation());
  await Promise.all(raced.flatMap((each) => [connector.authorise(each), connector.void(later(each, 'void'))]));
  for (const { operationID } of raced) {
    const { authorised, voided } = await payment(operationID);
    expect(voided).toBe(authorised);
  }
});

test('payouts have the outcome of their card', async () => {
  for (const card of TEST_CARDS.filter(({ isPayoutCard }) => isPayoutCard)) {
    const result = await connector.payOut(aPayOut({ pan: card.pan }));
    expect({ pan: card.pan, kind: result.kind }).toMatchObject({
      pan: card.pan,
      kind: card.outcome.approved ? 'approved' : 'declined',
    });
  }
});

test.each([
  [667_741n, 'InvalidSenderResource'],
  [667_742n, 'InvalidReceiverResource'],
  [667_743n, 'InsufficientFunds'],
  [667_744n, 'PreauthorizationFailed'],
  [667_745n, 'RejectedByIssuer'],
])('a payout of %d to any destination fails as %s', async (amount, code) => {
  const payOut = aPayOut({
    amount,
    destination: { type: 'BankTransferKRW', accountName: 'A B', accountNumber: '123', bankCode: '004' },
  });
  expect(await connector.payOut(payOut)).toMatchObject({ kind: 'declined', failure: { code } });
  expect(await connector.lookUpPayOut(payOut)).toMatchObject({ kind: 'declined', failure: { code } });
});

test('an invalid request is a misuse', async () => {
  await expect(connector.authorise(anAuthorisation({ pan: '42' }))).rejects.toThrow(ConnectorMisuse);
  await expect(connector.authorise(anAuthorisation({ amount: 2n ** 53n }))).rejects.toThrow(ConnectorMisuse);
});
