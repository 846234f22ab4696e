import { setTimeout as sleep } from 'node:timers/promises';
import { httpClient, type HttpClient } from '../testing/http-client';
import { startPlatform, type Platform, type ProcessHandle } from '../testing/platform';
import { startWebhookReceiver, type WebhookReceiver } from '../testing/webhook-receiver';
import { CARDS, HOLD, INSTANT, ledgerFaults, subscribe, typesOf } from '../testing/factories/payment';

/*
 * kill -9 of the API, the worker and Temporal at random moments while 200 payments run. The merchant and the payer do what
 * clients do: they repeat a call that got no answer, under the same external id.
 */

const PAYMENTS = 200;
const AT_ONCE = 8;
const FINAL = ['captured', 'cancelled', 'failed'];

let platform: Platform;
let endpoint: WebhookReceiver;
let merchant: HttpClient;

beforeAll(async () => {
  platform = await startPlatform({ temporal: 'own' });
  endpoint = await startWebhookReceiver();
  merchant = httpClient({ baseUrl: platform.apiUrl, token: platform.demo.apiKey });
  await subscribe(merchant, { shopID: platform.demo.shopID, url: endpoint.url });
});

afterAll(async () => {
  await platform?.stop();
  await endpoint?.close();
});

/** Repeats a call until it is answered by something else than a broken connection or a failing server. */
async function insisting<Body>(
  call: () => Promise<{ status: number; body: Body }>,
): Promise<{ status: number; body: Body }> {
  for (let attempt = 0; ; attempt++) {
    const answer = await call().catch((error: unknown) => {
      if (attempt > 300 || !isBrokenConnection(error)) throw error;
      return undefined;
    });
    if (answer && answer.status < 500) return answer;
    await sleep(100);
  }
}

function isBrokenConnection(error: unknown): boolean {
  return ['fetch failed', 'terminated'].includes((error as Error).message);
}

interface Started {
  invoiceID: string;
  paymentID: string;
}

/** The number decides what the payer and the merchant do: instant, captured hold, cancelled hold, declined. */
async function lifeOf(number: number): Promise<Started> {
  const dueDate = new Date(Date.now() + 3_600_000).toISOString();
  const invoice = await insisting<any>(() =>
    merchant.post('/v2/processing/invoices', {
      shopID: platform.demo.shopID,
      dueDate,
      amount: 10_000 + number,
      currency: 'RUB',
      product: `Заказ № ${number}`,
      metadata: {},
      externalID: `order-${number}`,
    }),
  );
  const invoiceID: string = invoice.body.invoice.id;
  const payer = merchant.as(invoice.body.invoiceAccessToken.payload);
  const tool = await insisting<any>(() =>
    payer.post('/v2/processing/payment-resources', {
      paymentTool: {
        paymentToolType: 'CardData',
        cardNumber: number % 4 === 3 ? CARDS.noMoney : CARDS.good,
        expDate: '12/29',
        cvv: '123',
      },
      clientInfo: { fingerprint: 'browser' },
    }),
  );
  const { paymentToolToken, paymentSession } = tool.body;
  const payment = await insisting<any>(() =>
    payer.post(`/v2/processing/invoices/${invoiceID}/payments`, {
      externalID: `payment-${number}`,
      flow: number % 4 === 0 ? INSTANT : HOLD,
      payer: { payerType: 'PaymentResourcePayer', paymentToolToken, paymentSession, contactInfo: {} },
    }),
  );
  const started = { invoiceID, paymentID: payment.body.id as string };
  if (number % 4 === 1 || number % 4 === 2) await decide(started, number % 4 === 1 ? 'capture' : 'cancel');
  return started;
}

async function decide(started: Started, decision: 'capture' | 'cancel'): Promise<void> {
  const path = `/v2/processing/invoices/${started.invoiceID}/payments/${started.paymentID}`;
  await untilStatus(started, ['processed']);
  await insisting(() => merchant.post(`${path}/${decision}`, { reason: 'crash test' }));
}

async function untilStatus({ invoiceID, paymentID }: Started, statuses: readonly string[]): Promise<string> {
  for (const end = Date.now() + 180_000; Date.now() < end; await sleep(200)) {
    const { body } = await insisting<any>(() =>
      merchant.get(`/v2/processing/invoices/${invoiceID}/payments/${paymentID}`),
    );
    if (statuses.includes(body.status)) return body.status;
  }
  throw new Error(`payment ${invoiceID}.${paymentID} does not become ${statuses.join(' or ')}`);
}

async function killAtRandom(stopped: () => boolean): Promise<number> {
  const victims: ProcessHandle[] = [platform.processes.api, platform.processes.worker, platform.temporal];
  let kills = 0;
  while (!stopped() || kills < 6) {
    await sleep(300 + Math.random() * 1_500);
    const victim = victims[kills++ % victims.length];
    await victim?.kill();
    await sleep(Math.random() * 500);
    await victim?.start();
  }
  return kills;
}

test('nothing is lost and nothing doubled', async () => {
  let isOver = false;
  const killing = killAtRandom(() => isOver);
  const lives: Started[] = [];
  const queue = Array.from({ length: PAYMENTS }, (_, number) => number);
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let number = queue.shift(); number !== undefined; number = queue.shift()) lives.push(await lifeOf(number));
    }),
  );
  isOver = true;
  const kills = await killing;
  expect(kills).toBeGreaterThanOrEqual(6);

  const statuses = await Promise.all(lives.map((life) => untilStatus(life, FINAL)));
  expect(statuses).toHaveLength(PAYMENTS);
  expect(new Set(lives.map(({ invoiceID }) => invoiceID)).size).toBe(PAYMENTS);
  const counted = Object.fromEntries(FINAL.map((status) => [status, statuses.filter((one) => one === status).length]));
  expect(counted).toEqual({ captured: PAYMENTS / 2, cancelled: PAYMENTS / 4, failed: PAYMENTS / 4 });

  await everyOperationHappenedOnce();
  await everyMessageArrivedInOrder(lives, statuses);
  expect(await ledgerFaults(platform.databaseUrl)).toEqual([]);
}, 600_000);

async function everyOperationHappenedOnce(): Promise<void> {
  const operations = (await (await fetch(`${platform.sandboxUrl}/operations?prefix=payment/`)).json()) as any[];
  expect(operations.length).toBeGreaterThan(PAYMENTS);
  const doubled = operations.filter(({ effects }) => effects > 1);
  expect(doubled).toEqual([]);
}

async function everyMessageArrivedInOrder(lives: Started[], statuses: string[]): Promise<void> {
  const expected: Record<string, string[]> = {
    captured: ['InvoiceCreated', 'PaymentStarted', 'PaymentProcessed', 'PaymentCaptured', 'InvoicePaid'],
    cancelled: ['InvoiceCreated', 'PaymentStarted', 'PaymentProcessed', 'PaymentCancelled'],
    failed: ['InvoiceCreated', 'PaymentStarted', 'PaymentFailed'],
  };
  const total = statuses.reduce((sum, status) => sum + (expected[status]?.length ?? 0), 0);
  const distinct = (): number => new Set(endpoint.accepted().map((one) => one.json<any>().eventID)).size;
  await endpoint.until(() => distinct() >= total, 180_000);
  lives.forEach(({ invoiceID }, index) => {
    const heard = endpoint.accepted().filter((one) => one.json<any>().invoice?.id === invoiceID);
    const firstOfEach = [...new Map(heard.map((one) => [one.json<any>().eventID, typesOf(one)])).values()];
    expect(firstOfEach).toEqual(expected[statuses[index] ?? '']);
  });
}
