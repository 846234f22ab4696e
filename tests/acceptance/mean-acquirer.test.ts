import { setTimeout as sleep } from 'node:timers/promises';
import { LosingProxy } from '../../connectors/testing/losing-proxy';
import { Meanness } from '../../connectors/testing/meanness';
import { YOOKASSA_CARDS } from '../../connectors/yookassa/testing/payment-book';
import { YooKassaStandIn } from '../../connectors/yookassa/testing/yookassa-stand-in';
import { anInvoice, buildPath, HOLD, INSTANT, ledgerFaults, pay } from '../harness/factories/payment';
import { startMerchantPlatform, type MerchantPlatform } from '../harness/platform';
import { Random } from '../harness/random';
import { addAccount } from '../harness/stored-account';
import { postJson } from './acquirers/acquirer';

/* Payments at a failing acquirer: afterwards the ledger says what the acquirer's own book says. */

const SEED = process.env['MEAN_SEEDS'] ?? '1';
const PAYMENTS = 40;
/** How long the acquirer fails. */
const MEAN_MS = 15_000;
const END_MS = 90_000;

let harness: MerchantPlatform;
const standIn = new YooKassaStandIn();
const { book } = standIn;
const meanness = new Meanness(SEED);
let proxy: LosingProxy;
const webhooks: Buffer[] = [];

beforeAll(async () => {
  harness = await startMerchantPlatform();
  book.areReceiptsObligatory = true;
  proxy = new LosingProxy(await standIn.start());
  const networks = ['127.0.0.0/8', '::/0'];
  const url = await proxy.start();
  for (const [id, shopID] of Object.entries({ shop: '100500', another: '100600' })) {
    const credentials = { shopID, secretKey: 'test_mean' };
    const settings = { url, networks, receiptVat: '22%' };
    await addAccount(harness.platform, { id, connector: 'yookassa', credentials, settings });
  }
  const routes = JSON.stringify([{ connector: 'shop' }]);
  await harness.sql(`UPDATE shops SET terms = terms || jsonb_build_object('routes', $1::jsonb)`, [routes]);
  proxy.onExchange = ({ call, status, answer }) => {
    if (call.startsWith('POST') && status === 200) notify(JSON.parse(answer) as object);
  };
});

afterAll(async () => {
  proxy?.stop();
  await harness?.stop();
  await standIn.stop();
  expect(standIn.problems).toEqual([]);
});

/** Sends what the acquirer says of a payment or refund, by the seed. */
function notify(object: object): void {
  const webhook = Buffer.from(JSON.stringify({ type: 'notification', event: 'payment.succeeded', object }));
  webhooks.push(webhook);
  for (const each of proxy.meanness?.post([webhook]) ?? [webhook]) void deliver(each);
}

/** The webhook of another account changes nothing. */
async function deliver(webhook: Buffer): Promise<void> {
  for (const account of ['another', 'shop'])
    expect(await postJson(`${harness.platform.apiUrl}/callbacks/yookassa/${account}`, webhook)).toBe(200);
}

async function until<Found>(what: string, find: () => Promise<Found | undefined>): Promise<Found> {
  for (const end = Date.now() + END_MS; Date.now() < end; await sleep(200)) {
    const found = await find();
    if (found !== undefined) return found;
  }
  throw new Error(`not within the time: ${what}`);
}

/** Payers confirm what waits for them. */
function confirmAll(): void {
  for (const payment of book.payments.values()) {
    if (payment.status !== 'pending') continue;
    book.authorise(payment.id, payment['capture'] === true);
    notify(payment);
  }
}

interface LivedPayment {
  operationID: string;
  status: string;
  refunded: number;
}

/** A payment with its capture or cancellation and its refunds, each repeated by the platform only. */
async function live(random: Random): Promise<LivedPayment> {
  const { merchant, shopID } = harness;
  const { approved, declined, interaction } = YOOKASSA_CARDS;
  const amount = random.int(2_000, 100_000);
  const invoice = await anInvoice(merchant, shopID, { amount });
  const [card, flow] = [random.pick([approved, approved, declined, interaction]), random.pick([HOLD, INSTANT])];
  const ref = { invoiceID: invoice.id, paymentID: await pay(merchant.as(invoice.token), invoice.id, { card, flow }) };
  const untilStatus = (...statuses: string[]): Promise<string> =>
    until(`${ref.invoiceID} is ${statuses.join()}`, async () => {
      const { status } = (await merchant.get(buildPath(ref))).body;
      return statuses.includes(status) ? status : undefined;
    });
  let status = await untilStatus('processed', 'captured', 'failed', 'cancelled');
  let captured = amount;
  if (status === 'processed' && flow === HOLD) {
    const isCaptured = random.next() < 0.7;
    captured = random.pick([amount, amount - 1_000]);
    const body = isCaptured ? { reason: 'sent', amount: captured, currency: 'RUB' } : { reason: 'sold out' };
    expect((await merchant.post(buildPath(ref, isCaptured ? '/capture' : '/cancel'), body)).status).toBe(202);
  }
  if (status === 'processed') status = await untilStatus('captured', 'cancelled', 'failed');
  let refunded = 0;
  for (let part = random.int(0, 2); part > 0 && status === 'captured'; part -= 1) {
    const sum = Math.floor(captured / random.int(2, 3));
    const { status: code, body } = await merchant.post(buildPath(ref, '/refunds'), { amount: sum, currency: 'RUB' });
    expect(code).toBe(201);
    const ended = await until(`a refund of ${ref.invoiceID}`, async () => {
      const found = await merchant.get(buildPath(ref, `/refunds/${body.id}`));
      return found.body.status === 'pending' ? undefined : (found.body.status as string);
    });
    if (ended === 'succeeded') refunded += sum;
  }
  return { operationID: `payment/${ref.invoiceID}.${ref.paymentID}/authorise`, status, refunded };
}

const minor = (value: string | undefined): number => Math.round(Number(value ?? 0) * 100);

test('the ledger is the book of an acquirer that fails, lies, and notifies late, twice or never', async () => {
  const random = new Random(SEED);
  proxy.meanness = meanness;
  proxy.lies = [
    (object) => 'value' in object && (object['value'] = '1.00'),
    (object) => 'value' in object && (object['currency'] = 'USD'),
  ];
  const payers = setInterval(confirmAll, 300);
  const calm = setTimeout(() => {
    proxy.meanness = undefined;
    void (async () => {
      for (const webhook of webhooks) await deliver(webhook);
    })();
  }, MEAN_MS);
  const lived = await Promise.all(Array.from({ length: PAYMENTS }, (_, count) => live(random.of(count)))).finally(
    () => {
      clearInterval(payers);
      clearTimeout(calm);
    },
  );
  expect(new Set(lived.map(({ status }) => status)).size).toBeGreaterThan(2);

  for (const { operationID, status, refunded } of lived) {
    const found = book.find(operationID);
    expect({ operationID, status, refunded }).toEqual({
      operationID,
      status: found?.status === 'succeeded' ? 'captured' : expect.stringMatching(/^(failed|cancelled)$/),
      refunded: found ? Math.round(book.getRefunded(found.id) * 100) : 0,
    });
    expect(found?.status ?? 'canceled').toMatch(/^(succeeded|canceled)$/);
  }
  const captured = [...book.payments.values()].filter(({ status }) => status === 'succeeded');
  const [ledger] = await harness.sql<{ debits: string; credits: string; pending: string }>(
    `SELECT sum(debits_posted)::text AS debits, sum(credits_posted)::text AS credits,
       sum(debits_pending + credits_pending)::text AS pending
     FROM ledger_accounts WHERE id LIKE 'connector/shop/RUB%'`,
  );
  expect(ledger).toEqual({
    debits: String(captured.reduce((sum, { amount }) => sum + minor(amount.value), 0)),
    credits: String([...book.refunds.values()].reduce((sum, { amount }) => sum + minor(amount.value), 0)),
    pending: '0',
  });
  expect(await harness.sql(`SELECT 1 FROM ledger_accounts WHERE id LIKE 'connector/another/%'`)).toEqual([]);
  expect(await ledgerFaults(harness.platform.databaseUrl)).toEqual([]);
});
