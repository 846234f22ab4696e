import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { root } from '../../scripts/services/platform-process';
import {
  anInvoice,
  ledgerFaults,
  buildPath,
  pay,
  untilPayment,
  CARDS,
  INSTANT,
  type CreatedPayment,
} from '../harness/factories/payment';
import { startMerchantPlatform, type MerchantPlatform } from '../harness/platform';
import { ARRIVAL_TIMEOUT_MS } from '../harness/timeouts';
import { startWebhookReceiver, type WebhookReceiver } from '../harness/webhook-receiver';
import { RestorablePostgres } from './restorable-postgres';

/*
 * Rehearses docs/backup.md: restores PostgreSQL to an earlier time than Temporal, the connector and the merchant, and checks
 * what recovers automatically and what does not.
 */

const OTHER_CARD = '5555555555554444';

let postgres: RestorablePostgres;
let harness: MerchantPlatform;
let endpoint: WebhookReceiver;

beforeAll(async () => {
  postgres = await RestorablePostgres.start();
  harness = await startMerchantPlatform({ environment: { DATABASE_URL: postgres.databaseUrl } });
  endpoint = await startWebhookReceiver();
  const scope = { topic: 'InvoicesTopic', shopID: harness.shopID, eventTypes: ['PaymentCaptured'] };
  await harness.merchant.post('/v2/processing/webhooks', { url: endpoint.url, scope });
});

afterAll(async () => {
  await endpoint?.close();
  await harness?.stop();
  await postgres?.stop();
});

async function holdfast(...args: string[]): Promise<any[]> {
  const cli = join(root, 'dist', 'cli', 'main.js');
  const env = { ...process.env, ...harness.platform.environment };
  const { stdout } = await promisify(execFile)(process.execPath, [cli, ...args], { env });
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);
}

async function paid(invoice: { id: string; token: string }, card: string = CARDS.good): Promise<CreatedPayment> {
  const payer = harness.merchant.as(invoice.token);
  return { invoiceID: invoice.id, paymentID: await pay(payer, invoice.id, { card, flow: INSTANT }) };
}

const atSandbox = (ref: CreatedPayment) => harness.atSandbox(ref);

const readStatus = async (ref: CreatedPayment): Promise<unknown> => {
  const { status, body } = await harness.merchant.get<any>(buildPath(ref));
  return status === 200 ? body.status : status;
};

async function captured(ref: CreatedPayment, amount = 10_000): Promise<void> {
  const order = { reason: 'shipped', amount, currency: 'RUB' };
  expect((await harness.merchant.post(buildPath(ref, '/capture'), order)).status).toBe(202);
  await untilPayment(harness.merchant, ref, 'captured');
}

async function cancelled(ref: CreatedPayment): Promise<void> {
  expect((await harness.merchant.post(buildPath(ref, '/cancel'), { reason: 'sold out' })).status).toBe(202);
  await untilPayment(harness.merchant, ref, 'cancelled');
}

const formatName = ({ invoiceID, paymentID }: CreatedPayment): string => `${invoiceID}.${paymentID}`;

async function refunded(ref: CreatedPayment, amount: number): Promise<void> {
  const { merchant } = harness;
  const { body } = await merchant.post<any>(buildPath(ref, '/refunds'), { amount, currency: 'RUB' });
  const status = async () => (await merchant.get<any>(buildPath(ref, `/refunds/${body.id}`))).body.status as string;
  const end = Date.now() + ARRIVAL_TIMEOUT_MS;
  while ((await status()) !== 'succeeded') {
    if (Date.now() > end) throw new Error(`the refund is ${await status()}`);
    await sleep(100);
  }
}

test('a database restored to an earlier time continues without reusing ids, and the ledger is consistent', async () => {
  const { platform, merchant, shopID } = harness;
  const before = await harness.captured();
  const [held, heldForLess, heldInVain] = [await harness.held(), await harness.held(), await harness.held()];
  const unpaid = await anInvoice(merchant, shopID);
  await postgres.takeBaseBackup();

  // After the backup: the command of a payment waits, because no worker runs.
  await platform.processes.worker.stop();
  const waiting = await paid(await anInvoice(merchant, shopID));
  const moment = await postgres.now();

  // After the restore time: these changes will be lost.
  await platform.processes.worker.start();
  await untilPayment(merchant, waiting, 'captured');
  await captured(held);
  await captured(heldForLess, 4_000);
  await cancelled(heldInVain);
  const forgotten = await harness.captured();
  const givenBack = await paid(unpaid);
  await untilPayment(merchant, givenBack, 'captured');
  await refunded(givenBack, 10_000);
  await refunded(before, 3_000);
  await endpoint.until((taken) => taken.length === 6);

  await Promise.all([platform.processes.worker.kill(), platform.processes.api.kill()]);
  await postgres.restoreTo(moment);
  const reported = await holdfast('restored');
  expect(reported.pop()).toMatchObject({ invoices: 6, payments: 5, left: 1 });
  // Later decisions can be repeated; payments that started later cannot.
  const difference = { connector: 'sandbox', isMended: true };
  expect(reported).toHaveLength(4);
  expect(reported).toEqual(
    expect.arrayContaining([
      { ...difference, difference: 'holdCaptured', payment: formatName(held), found: 'captured 100.00 RUB' },
      { ...difference, difference: 'holdCaptured', payment: formatName(heldForLess), found: 'captured 40.00 RUB' },
      { ...difference, difference: 'holdVoided', payment: formatName(heldInVain), found: 'voided' },
      {
        ...difference,
        difference: 'paymentUnknown',
        payment: formatName(givenBack),
        found: `payment/${formatName(givenBack)}/authorise is captured`,
        isMended: false,
        remedy: expect.stringContaining('rescind the invoice') as string,
      },
    ]),
  );
  expect(await holdfast('ledger', 'verify')).toEqual([{ ledger: 'verified' }]);
  await platform.processes.api.start();

  // The database has the state of the restore time; the connector knows more.
  const refs = [before, held, waiting, forgotten, givenBack];
  expect(await Promise.all(refs.map(readStatus))).toEqual(['captured', 'processed', 'pending', 404, 404]);
  expect(await Promise.all(refs.map(atSandbox))).toMatchObject([
    { captured: 10_000, refunded: 3_000 },
    { captured: 10_000, refunded: 0 },
    { captured: 10_000, refunded: 0 },
    { captured: 10_000, refunded: 0 },
    { captured: 10_000, refunded: 10_000 },
  ]);

  // Recovers automatically: Temporal has closed the workflow of the repeated command, so the sweeper restarts it, and it
  // queries the connector.
  await platform.processes.worker.start();
  await untilPayment(merchant, waiting, 'captured');
  expect(await atSandbox(waiting)).toMatchObject({ authorised: 10_000, captured: 10_000 });

  // The decision is repeated, and the connector's earlier effect is found instead of doubled.
  await untilPayment(merchant, held, 'captured');
  expect(await atSandbox(held)).toMatchObject({ captured: 10_000, voided: 0, refunded: 0 });
  await untilPayment(merchant, heldForLess, 'captured');
  expect((await merchant.get<any>(buildPath(heldForLess))).body.amount).toBe(4_000);
  expect(await atSandbox(heldForLess)).toMatchObject({ captured: 4_000, refunded: 0 });
  await untilPayment(merchant, heldInVain, 'cancelled');
  expect(await atSandbox(heldInVain)).toMatchObject({ captured: 0, voided: 10_000 });

  // New operations get unused ids, so that the connector does not confuse them with lost ones.
  const fresh = await paid(unpaid, OTHER_CARD);
  expect(fresh.paymentID).not.toBe(givenBack.paymentID);
  await untilPayment(merchant, fresh, 'captured');
  expect(await atSandbox(fresh)).toMatchObject({ captured: 10_000, refunded: 0 });
  await refunded(before, 5_000);
  expect(await atSandbox(before)).toMatchObject({ captured: 10_000, refunded: 8_000 });

  // The merchant is notified of repeated changes under unused event ids.
  await endpoint.until((taken) => taken.length === 10);
  const numbers = endpoint.deliveries.map((message) => message.json<{ eventID: number }>().eventID);
  expect(new Set(numbers).size).toBe(10);

  // Not recovered: the connector has the money of the lost payment.
  expect(await readStatus(forgotten)).toBe(404);
  expect(await ledgerFaults(postgres.databaseUrl)).toEqual([]);
});
