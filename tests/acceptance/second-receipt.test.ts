import { setTimeout as sleep } from 'node:timers/promises';
import { Client, Connection } from '@temporalio/client';
import { YOOKASSA_CARDS } from '../../connectors/yookassa/testing/payment-book';
import { YooKassaStandIn } from '../../connectors/yookassa/testing/yookassa-stand-in';
import { workflowIDs } from '../../workflow-names/workflow-ids';
import { anInvoice, INSTANT, pay, untilPayment } from '../harness/factories/payment';
import { startMerchantPlatform, type MerchantPlatform } from '../harness/platform';
import { addAccount } from '../harness/stored-account';
import { ARRIVAL_TIMEOUT_MS } from '../harness/timeouts';

/* The second receipt of a prepayment is sent once, although its worker is killed between the steps or its workflow is lost. */

let harness: MerchantPlatform;
const standIn = new YooKassaStandIn();
const { book } = standIn;

beforeAll(async () => {
  harness = await startMerchantPlatform({ temporal: 'own' });
  await addAccount(harness.platform, {
    ...{ id: 'shop', connector: 'yookassa', credentials: { shopID: '100500', secretKey: 'test_receipts' } },
    settings: { url: await standIn.start(), networks: ['127.0.0.0/8', '::/0'], receiptVat: '22%' },
  });
  const routes = JSON.stringify([{ connector: 'shop' }]);
  await harness.sql(`UPDATE shops SET terms = terms || jsonb_build_object('routes', $1::jsonb)`, [routes]);
});
afterAll(async () => {
  await harness?.stop();
  await standIn.stop();
  expect(standIn.problems).toEqual([]);
});

async function aPrepaidInvoice(): Promise<string> {
  const { merchant, shopID } = harness;
  const cart = [{ product: 'Чай', quantity: 1, price: 10_000, paymentMode: 'full_prepayment' }];
  const invoice = await anInvoice(merchant, shopID, { body: { cart, amount: undefined } });
  const given = { card: YOOKASSA_CARDS.approved, flow: INSTANT };
  const paymentID = await pay(merchant.as(invoice.token), invoice.id, given);
  await untilPayment(merchant, { invoiceID: invoice.id, paymentID }, 'captured');
  return invoice.id;
}

async function fulfil(invoiceID: string): Promise<void> {
  const { status } = await harness.merchant.post(`/v2/processing/invoices/${invoiceID}/fulfill`, { reason: 'sent' });
  expect(status).toBe(204);
}

const countSent = (): number =>
  book.receipts.filter((each) => JSON.stringify(each['settlements']).includes('prepayment')).length;

async function until(what: string, isDone: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 4 * ARRIVAL_TIMEOUT_MS; !(await isDone()); await sleep(50)) {
    if (Date.now() > end) throw new Error(`not within the time: ${what}`);
  }
}

/** The register has decided, and nothing is left to restart. */
async function untilRegistered(): Promise<void> {
  await until('the receipt is registered', async () => {
    book.registerReceipts('succeeded');
    return (await harness.sql('SELECT 1 FROM tracked_workflows')).length === 0;
  });
}

const restartWorker = async (): Promise<void> => {
  await harness.platform.processes.worker.kill();
  await harness.platform.processes.worker.start();
};

test('a worker that is killed before, during and after the request sends one second receipt', async () => {
  const invoiceID = await aPrepaidInvoice();
  const before = countSent();
  await harness.platform.processes.worker.kill();
  await fulfil(invoiceID);
  await standIn.losingResponses(async () => {
    await harness.platform.processes.worker.start();
    await until('the acquirer has the receipt', () => countSent() > before);
    await restartWorker();
  });
  await restartWorker();
  expect(await harness.sql('SELECT workflow_id FROM tracked_workflows')).toEqual([
    { workflow_id: workflowIDs.settlementReceipt(invoiceID) },
  ]);
  await untilRegistered();
  expect(countSent() - before).toBe(1);
});

test('a lost workflow of a second receipt is started again and sends no other', async () => {
  const invoiceID = await aPrepaidInvoice();
  const before = countSent();
  await fulfil(invoiceID);
  await until('the acquirer has the receipt', () => countSent() > before);
  const connection = await Connection.connect({ address: harness.platform.temporalAddress });
  await new Client({ connection }).workflow.getHandle(workflowIDs.settlementReceipt(invoiceID)).terminate('a test');
  await connection.close();
  await until('the workflow is started again', async () => {
    const rows = await harness.sql('SELECT 1 FROM workflow_restarts WHERE workflow_id = $1', [
      workflowIDs.settlementReceipt(invoiceID),
    ]);
    return rows.length === 1;
  });
  await untilRegistered();
  expect(countSent() - before).toBe(1);
});
