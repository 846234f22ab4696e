import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import express from 'express';
import { createCallbacks } from '../../../api/callbacks';
import { ADYEN_CARDS } from '../../../connectors/adyen/testing/adyen-book';
import { AdyenStandIn } from '../../../connectors/adyen/testing/adyen-stand-in';
import { TransfersStandIn } from '../../../connectors/adyen/testing/transfers-stand-in';
import { YOOKASSA_CARDS } from '../../../connectors/yookassa/testing/payment-book';
import { YooKassaStandIn } from '../../../connectors/yookassa/testing/yookassa-stand-in';
import { createConnectorAccount } from '../../../operators/connector-accounts/connector-accounts';
import { createLogger } from '../../../runtime/logger';
import { DEMO } from '../../../store/operators/demo/demo';
import type { NewDestination } from '../../../store/wallets/destination/destination.create';
import { walletAccount } from '../../../store/platform/ledger/accounts';
import { readBalance } from '../../../store/platform/ledger/ledger';
import { verifyLedger } from '../../../store/platform/ledger/verify';
import { keepCard } from '../../../store/payments/card-vault/card-vault';
import { createResourceToken } from '../../../store/payments/payment-tool/resource-token';
import { statement } from '../../../store/postgres/database';
import { createRefund } from '../../../store/payments/refund/refund.create';
import { createWebhook } from '../../../store/delivery/webhook/webhook.create';
import { findWithdrawalRow } from '../../../store/wallets/withdrawal/withdrawal.queries';
import { aStoredWithdrawal } from '../../../tests/harness/factories/stored-withdrawal';
import { terminateIdle } from '../../../tests/harness/idle-workflow';
import { ARRIVAL_TIMEOUT_MS } from '../../../tests/harness/timeouts';
import { startWorkflowHarness, type WorkflowHarness } from '../../../tests/harness/workflows';
import { workflowIDs } from '../../../workflow-names/workflow-ids';

/* YooKassa and Adyen accept a payout or a refund and settle it two days later, over stand-ins of both. */

const DAY_MS = 86_400_000;
const CONNECTORS = ['yookassa', 'adyen'] as const;
type Name = (typeof CONNECTORS)[number];
const HMAC_KEY = Buffer.alloc(32, 5);

const statuses: number[] = [];
const yookassa = new YooKassaStandIn();
const transfers = new TransfersStandIn();
const adyen = new AdyenStandIn({
  ...{ hmacKey: HMAC_KEY, merchantAccount: 'HoldfastTEST' },
  deliver: async (body) => void statuses.push(await callBack('adyen', body)),
});

let harness: WorkflowHarness;
let server: Server;
beforeAll(async () => {
  harness = await startWorkflowHarness();
  const logger = createLogger({ process: 'test', level: 'silent' });
  const callbacks = createCallbacks({ store: harness.store, logger });
  server = express().use('/callbacks', callbacks).listen(0, '127.0.0.1');
  await once(server, 'listening');
  await addAccounts();
  await route('wallet_providers', [
    { connector: 'yookassa-1', resourceTypes: ['BankCardDestinationResource'] },
    { connector: 'adyen-1' },
  ]);
  const { partyID, shopID } = DEMO;
  const url = 'https://merchant.example/hook';
  const withdrawals = ['WithdrawalStarted', 'WithdrawalSucceeded', 'WithdrawalFailed'];
  await createWebhook(harness.store, { partyID, topic: 'WithdrawalsTopic', url, eventTypes: withdrawals });
  const refunds = ['RefundCreated', 'RefundSucceeded', 'RefundFailed'];
  await createWebhook(harness.store, { partyID, shopID, topic: 'InvoicesTopic', url, eventTypes: refunds });
});

afterAll(async () => {
  server?.close();
  await harness?.stop();
  await Promise.all([yookassa, adyen, transfers].map((standIn) => standIn.stop()));
});

afterEach(async () => {
  adyen.isDelayed = false;
  yookassa.book.areRefundsPending = false;
  expect(statuses.filter((status) => status !== 200)).toEqual([]);
  expect([...yookassa.problems, ...adyen.problems, ...transfers.problems]).toEqual([]);
  expect(await verifyLedger(harness.store.database)).toEqual([]);
});

async function addAccounts(): Promise<void> {
  const key = HMAC_KEY.toString('hex');
  const accounts = {
    yookassa: {
      credentials: { shopID: '1', secretKey: 'test_1', payoutGatewayID: '2', payoutSecretKey: 'secret' },
      settings: { url: await yookassa.start(), networks: ['127.0.0.0/8', '::/0'] },
    },
    adyen: {
      credentials: {
        ...{ apiKey: 'key', merchantAccount: 'HoldfastTEST', hmacKey: key, transferHmacKey: key },
        ...{ transferApiKey: 'transfers', balanceAccount: 'BA00000000000000000000001' },
      },
      settings: { checkoutUrl: await adyen.start(), transfersUrl: await transfers.start() },
    },
  };
  for (const connector of CONNECTORS) {
    const account = { id: `${connector}-1`, connector, name: connector, ...accounts[connector], reason: 'test' };
    await createConnectorAccount(harness.store, account);
  }
}

async function route(table: 'shops' | 'wallet_providers', routes: object[]): Promise<void> {
  const text = `UPDATE ${table} SET terms = terms || jsonb_build_object('routes', $1::jsonb) RETURNING id`;
  await harness.store.database.search(text, [JSON.stringify(routes)]);
}

async function callBack(connector: Name, body: Buffer, headers: Record<string, string> = {}): Promise<number> {
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/callbacks/${connector}/${connector}-1`;
  const sent = { 'Content-Type': 'application/json', ...headers };
  return (await fetch(url, { method: 'POST', headers: sent, body })).status;
}

/** What each acquirer does with payouts and refunds. */
const acquirers: Record<
  Name,
  {
    card: string;
    destination: () => Promise<NewDestination['resource']>;
    listPayouts: (operationID: string) => unknown[];
    countRequests: (pattern: RegExp) => number;
    /** Settles a payout and calls back. */
    settle: (operationID: string) => Promise<number>;
    deferRefunds: () => void;
    isRefundAccepted: (operationID: string) => boolean;
    /** Settles a refund and calls back. */
    settleRefund: (operationID: string) => Promise<number>;
  }
> = {
  yookassa: {
    card: YOOKASSA_CARDS.approved,
    destination: async () => {
      const { store, vault } = harness;
      const { partyID } = DEMO;
      const card = { cardNumber: YOOKASSA_CARDS.approved, expDate: '12/29' };
      const { token: cardToken } = await keepCard(
        { database: store.database, vault },
        { partyID, card, paymentSystem: 'visa', deleteAfter: new Date(Date.now() + 30 * DAY_MS) },
      );
      const validUntil = new Date(Date.now() + DAY_MS);
      const token = await createResourceToken({ partyID, cardToken, validUntil }, store.encryptionKeys);
      return { type: 'BankCardDestinationResource', token };
    },
    listPayouts: (operationID) => [yookassa.book.findPayOut(operationID)].filter(Boolean),
    countRequests: (pattern) =>
      yookassa.calls.filter(({ method, path }) => method === 'POST' && pattern.test(path)).length,
    settle: (operationID) => {
      if (yookassa.book.findPayOut(operationID)?.status === 'pending') yookassa.book.settlePayOut(operationID);
      return notify('payout.succeeded', yookassa.book.findPayOut(operationID));
    },
    deferRefunds: () => void (yookassa.book.areRefundsPending = true),
    isRefundAccepted: (operationID) => findRefund(operationID) !== undefined,
    settleRefund: (operationID) => {
      yookassa.book.settleRefund(operationID, 'succeeded');
      return notify('refund.succeeded', findRefund(operationID));
    },
  },
  adyen: {
    card: ADYEN_CARDS.approved,
    destination: async () => ({
      type: 'BankTransferSEPA',
      accountName: 'Hans Müller',
      iban: 'DE89370400440532013000',
    }),
    listPayouts: (operationID) => transfers.transfers.filter(({ reference }) => reference === operationID),
    countRequests: (pattern) =>
      adyen.calls.filter(({ path }) => pattern.test(path)).length +
      (pattern.test('/payouts') ? transfers.bodies.length : 0),
    settle: (reference) => {
      transfers.settle(reference, 'booked');
      const body = Buffer.from(JSON.stringify({ data: { reference }, type: 'balancePlatform.transfer.updated' }));
      const signature = createHmac('sha256', HMAC_KEY).update(body).digest('base64');
      return callBack('adyen', body, { HmacSignature: signature });
    },
    deferRefunds: () => void (adyen.isDelayed = true),
    isRefundAccepted: () => adyen.waiting.length > 0,
    settleRefund: async () => {
      const [webhook] = adyen.waiting;
      return webhook ? callBack('adyen', webhook) : 0;
    },
  },
};

const findRefund = (operationID: string) =>
  [...yookassa.book.refunds.values()].find(({ metadata }) => Object.values(metadata).includes(operationID));

const notify = (event: string, object: unknown): Promise<number> =>
  callBack('yookassa', Buffer.from(JSON.stringify({ type: 'notification', event, object })));

/** Loses the run, as a lost Temporal does, and starts another, as the sweeper does. */
async function loseRun(workflowType: string, workflowID: string, input: object): Promise<void> {
  await terminateIdle(harness.environment.client.workflow.getHandle(workflowID));
  await harness.startAgain(workflowType, workflowID, { ...input, isRestart: true });
}

async function until(isReached: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = Date.now() + ARRIVAL_TIMEOUT_MS; !(await isReached()); await sleep(25)) {
    if (Date.now() > end) throw new Error('it is not reached');
  }
}

const EVENTS = statement<{ type: string }>(
  'test-events-of-subject',
  'SELECT event_type AS type FROM webhook_events WHERE subject = $1 ORDER BY id',
);
async function listEvents(subject: string): Promise<string[]> {
  const events = await harness.store.database.run(EVENTS, [subject]);
  return events.map(({ type }) => type).filter((type) => /^(Withdrawal|Refund)/.test(type));
}

test.each(CONNECTORS)(
  'a withdrawal that %s settles after 48 hours is one transfer and one message, though a run is lost and callbacks repeat',
  async (name) => {
    const { destination, listPayouts, countRequests, settle } = acquirers[name];
    const withdrawal = await aStoredWithdrawal(harness.store, await destination(), harness.vault);
    const { id: withdrawalID } = withdrawal;
    const operationID = `withdrawal/${withdrawalID}/payOut`;
    await until(() => listPayouts(operationID).length > 0);
    await harness.environment.sleep(DAY_MS);
    await loseRun('withdrawal', workflowIDs.withdrawal(withdrawalID), { withdrawalID });
    await harness.environment.sleep(DAY_MS);
    const stored = await findWithdrawalRow(harness.store.database, withdrawalID);
    expect(stored).toMatchObject({ status: 'Pending', connector: `${name}-1` });
    expect(await Promise.all([settle(operationID), settle(operationID)])).toEqual([200, 200]);
    expect(await harness.readResult(workflowIDs.withdrawal(withdrawalID))).toBe('Succeeded');
    expect(await settle(operationID)).toBe(200);
    expect(await harness.readResult(workflowIDs.lateSuccess(operationID))).toBe('nothing');
    expect(listPayouts(operationID)).toHaveLength(1);
    expect(countRequests(/^\/payouts/)).toBe(1);
    expect(await listEvents(`withdrawal/${withdrawalID}`)).toEqual(['WithdrawalStarted', 'WithdrawalSucceeded']);
    const wallet = walletAccount({ id: withdrawal.walletID, currency: 'RUB' });
    expect(await readBalance(harness.store.database, wallet.id)).toEqual({ own: 990_000n, available: 990_000n });
  },
);

test.each(CONNECTORS)(
  'a refund that %s settles after 48 hours is made once and announced once, though a run is lost and callbacks repeat',
  async (name) => {
    const { card, deferRefunds, isRefundAccepted, settleRefund, countRequests } = acquirers[name];
    await route('shops', [{ connector: `${name}-1` }]);
    const flow = { type: 'instant' } as const;
    const payment = await harness.aPayment(await harness.anInvoice(), { cardNumber: card, flow });
    const { invoiceID, id: paymentID, partyID } = payment;
    expect(await harness.readResult(workflowIDs.payment(invoiceID, paymentID))).toBe('captured');
    deferRefunds();
    const { id } = await createRefund(harness.store, { invoiceID, paymentID, partyID, amountMinor: 1_000n });
    const workflowID = workflowIDs.refund(invoiceID, paymentID, id);
    const operationID = `${workflowID}/refund`;
    await until(() => isRefundAccepted(operationID));
    await harness.environment.sleep(DAY_MS);
    await loseRun('refund', workflowID, { invoiceID, paymentID, refundID: id });
    await harness.environment.sleep(DAY_MS);
    expect(await listEvents(`invoice/${invoiceID}`)).toEqual(['RefundCreated']);
    expect(await Promise.all([settleRefund(operationID), settleRefund(operationID)])).toEqual([200, 200]);
    expect(await harness.readResult(workflowID)).toBe('succeeded');
    expect(await settleRefund(operationID)).toBe(200);
    expect(await listEvents(`invoice/${invoiceID}`)).toEqual(['RefundCreated', 'RefundSucceeded']);
    expect(countRequests(/refunds$/)).toBe(1);
  },
);
