import { setTimeout } from 'node:timers/promises';
import type { Role } from '../../domain/operators/operator/roles';
import { Database } from '../../store/postgres/database';
import { commandLine, readStdout } from '../harness/command-line';
import { anOperator } from '../harness/factories/operator';
import {
  anInvoice,
  buildPath,
  CARDS,
  HOLD,
  ledgerFaults,
  pay,
  subscribe,
  untilPayment,
  type CreatedPayment,
} from '../harness/factories/payment';
import { untilBody } from '../harness/http-client';
import { startMerchantPlatform, type MerchantPlatform } from '../harness/platform';
import { startWebhookReceiver, type WebhookReceiver } from '../harness/webhook-receiver';

/* An operator blocks a shop: its hold is released at its end, and support refunds its captured payment. */

const run = commandLine();

let harness: MerchantPlatform;
let receiver: WebhookReceiver;
let database: Database;

beforeAll(async () => {
  harness = await startMerchantPlatform();
  receiver = await startWebhookReceiver();
  database = new Database({ url: harness.platform.databaseUrl, poolSize: 1 });
});

afterAll(async () => {
  await database?.close();
  await receiver?.close();
  await harness?.stop();
});

const HOLD_MS = 15_000;
const REASON = 'a complaint of payers';

/** Runs a command as a new operator, over HTTP. */
async function as(role: Role, words: readonly string[]): Promise<any> {
  const { secret } = await anOperator(database, { name: role, roles: [role] });
  const environment = {
    ...harness.platform.environment,
    HOLDFAST_URL: harness.platform.apiUrl,
    HOLDFAST_OPERATOR_KEY: secret,
  };
  return JSON.parse(await readStdout(run([...words, '--reason', REASON], environment)));
}

async function aHoldToCapture(): Promise<CreatedPayment> {
  const invoice = await anInvoice(harness.merchant, harness.shopID);
  const flow = { ...HOLD, onHoldExpiration: 'capture' };
  const paymentID = await pay(harness.merchant.as(invoice.token), invoice.id, { card: CARDS.good, flow });
  const ref = { invoiceID: invoice.id, paymentID };
  await untilPayment(harness.merchant, ref, 'processed');
  return ref;
}

const untilBlocked = (isBlocked: boolean) =>
  untilBody(
    () => harness.merchant.get<any>(`/v2/processing/shops/${harness.shopID}`),
    (shop: { isBlocked: boolean }) => shop.isBlocked === isBlocked,
  );

test('a blocked shop’s hold is released and its captured payment refunded, though the worker is killed', async () => {
  await subscribe(harness.merchant, { shopID: harness.shopID, url: receiver.url });
  await harness.sql(`INSERT INTO operator_limits (role, currency, command_limit, daily_limit)
    VALUES ('support', 'RUB', 10000, 20000)
    ON CONFLICT (role, currency) DO UPDATE SET command_limit = 10000, daily_limit = 20000`);
  const captured = await harness.captured();
  await harness.sql(`UPDATE shops SET terms = terms || '{"holdLifetimeSeconds": ${HOLD_MS / 1_000}}'`);
  const held = await aHoldToCapture();
  await as('configuration', ['shop', 'block', harness.shopID]);
  await untilBlocked(true);
  const refusal = { status: 400, body: { code: 'invalidShopStatus' } };
  expect(await harness.merchant.post(buildPath(held, '/capture'), { reason: 'sent' })).toMatchObject(refusal);

  await harness.platform.processes.worker.kill();
  const name = `${captured.invoiceID}.${captured.paymentID}`;
  const refund = ['payment', 'refund', name, '--amount', '10000', '--currency', 'RUB'];
  const requested = as('support', refund);
  await setTimeout(1_000);
  await harness.platform.processes.worker.start();
  const first = await requested;
  expect(first).toMatchObject({ isChanged: true, commandID: expect.any(String) });

  await untilPayment(harness.merchant, captured, 'refunded');
  await untilPayment(harness.merchant, held, 'cancelled', 2 * HOLD_MS + 30_000);
  expect(await as('support', refund)).toEqual({ ...first, isChanged: false });
  expect(await harness.atSandbox(captured)).toMatchObject({ captured: 10_000, refunded: 10_000 });
  expect(await harness.atSandbox(held)).toMatchObject({ captured: 0, voided: 10_000 });
  await receiver.until((deliveries) => {
    const types = deliveries.map((each) => each.json<{ eventType: string }>().eventType);
    return ['PaymentCancelled', 'RefundSucceeded', 'PaymentRefunded'].every((type) => types.includes(type));
  });
  const reasons = await harness.sql<{ operation: string; reason: string }>(
    `SELECT operation, reason FROM audit_log WHERE caller LIKE 'operator/%' AND operation IN ('blockShop', 'refundPayment')
     AND reason = $1 ORDER BY id`,
    [REASON],
  );
  expect(reasons.map(({ operation }) => operation)).toEqual(['blockShop', 'refundPayment']);

  await as('configuration', ['shop', 'unblock', harness.shopID]);
  await untilBlocked(false);
  const again = await aHoldToCapture();
  await untilPayment(harness.merchant, again, 'captured', 2 * HOLD_MS + 30_000);
  expect(await ledgerFaults(harness.platform.databaseUrl)).toEqual([]);
}, 180_000);

test('a refund above the limit waits for another person', async () => {
  const captured = await harness.captured({ amount: 20_000 });
  const name = `${captured.invoiceID}.${captured.paymentID}`;
  const refund = ['payment', 'refund', name, '--amount', '15000', '--currency', 'RUB'];
  expect(await as('support', refund)).toMatchObject({ state: 'AwaitingApproval' });
  expect((await harness.merchant.get<any>(buildPath(captured, '/refunds'))).body).toEqual([]);
});
