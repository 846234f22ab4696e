import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { settlementAccountIDs } from '../../../store/platform/ledger/accounts';
import { ledgerFaults } from '../../../tests/harness/factories/payment';
import { startMerchantPlatform, type MerchantPlatform } from '../../../tests/harness/platform';
import { buildPath, type CreatedPayment } from '../../../tests/harness/factories/payment';
import { httpClient, untilBody } from '../../../tests/harness/http-client';
import { eventContradictions } from '../../../tests/harness/event-specification';
import { startWebhookReceiver, type WebhookReceiver } from '../../../tests/harness/webhook-receiver';

const run = promisify(execFile);

let harness: MerchantPlatform;
let receiver: WebhookReceiver;

beforeAll(async () => {
  harness = await startMerchantPlatform();
  receiver = await startWebhookReceiver();
  const scope = {
    topic: 'InvoicesTopic',
    shopID: harness.shopID,
    eventTypes: ['PaymentChargedBack', 'PaymentRefunded'],
  };
  expect((await harness.merchant.post('/v2/processing/webhooks', { url: receiver.url, scope })).status).toBe(201);
});

afterAll(async () => {
  await receiver?.close();
  await harness?.stop();
});

let commands = 0;

interface Requested {
  status: number;
  body: { id: string; code?: string; state?: string; outcome?: any; failureCode?: string };
}

/** Requests a command as an operator does and waits for its end. */
async function request(type: string, parameters: object, key?: string): Promise<Requested['body']> {
  const token = harness.platform.environment['HOLDFAST_OPERATOR_KEY'] ?? '';
  const operator = httpClient({ baseUrl: harness.platform.apiUrl, token });
  const idempotencyKey = key ?? `order-${++commands}`;
  const body = { type, parameters, reason: 'test', idempotencyKey };
  const requested: Requested = await operator.post('/operators/v1/commands', body);
  if (requested.status !== 200) return requested.body;
  return untilBody<Requested['body']>(
    () => operator.get(`/operators/v1/commands/${requested.body.id}`),
    ({ state }) => state === 'Succeeded' || state === 'Failed',
  );
}

async function command(type: string, parameters: object, key?: string): Promise<any> {
  const ended = await request(type, parameters, key);
  if (ended.state !== 'Succeeded') throw new Error(JSON.stringify(ended));
  return ended.outcome;
}

/** The code of a refused or failed command. */
async function refusedAs(type: string, parameters: object): Promise<string> {
  const { code, failureCode = 'not refused' } = await request(type, parameters);
  return code ?? failureCode;
}

const getClaim = (ref: CreatedPayment, chargebackID = '1') => ({ ...ref, chargebackID });
const paymentStatus = async (ref: CreatedPayment): Promise<string> =>
  (await harness.merchant.get(buildPath(ref))).body.status;

async function balance(shopID = harness.shopID): Promise<{ own: number; available: number }> {
  const [row] = await harness.sql<{ own: string; available: string }>(
    `SELECT sum(credits_posted - debits_posted) AS own, sum(credits_posted - debits_posted - debits_pending) AS available
     FROM ledger_accounts WHERE id = ANY ($1)`,
    [settlementAccountIDs(shopID, 'RUB')],
  );
  return { own: Number(row?.own), available: Number(row?.available) };
}

test('a full accepted claim charges the payment back, and a later cancellation restores it', async () => {
  const ref = await harness.captured();
  const before = await balance();
  const created = await command('createChargeback', { ...ref, body: 10_000, levy: 500, reasonCode: '10.4' });
  expect(created).toMatchObject({ chargebackID: '1', stage: 'chargeback', status: 'pending', body: '10000' });
  expect(await balance()).toEqual({ own: before.own, available: before.available - 10_500 });
  expect(await harness.merchant.post(buildPath(ref, '/refunds'), {})).toMatchObject({
    status: 400,
    body: { code: 'chargebackInProgress' },
  });

  await command('acceptChargeback', getClaim(ref));
  expect(await paymentStatus(ref)).toBe('charged_back');
  expect(await balance()).toEqual({ own: before.own - 10_500, available: before.available - 10_500 });
  expect(await harness.merchant.post(buildPath(ref, '/refunds'), {})).toMatchObject({
    body: { code: 'invalidPaymentStatus' },
  });

  expect(await command('reopenChargeback', getClaim(ref))).toMatchObject({
    stage: 'pre-arbitration',
    status: 'pending',
  });
  expect(await paymentStatus(ref)).toBe('charged_back');
  expect(await balance()).toEqual({ own: before.own, available: before.available - 10_500 });
  await command('cancelChargeback', getClaim(ref));
  expect(await paymentStatus(ref)).toBe('captured');
  expect(await balance()).toEqual(before);

  const { body: seen } = await harness.merchant.get(buildPath(ref, '/chargebacks'));
  expect(seen).toMatchObject([
    {
      id: '1',
      body: 10_000,
      levy: 500,
      currency: 'RUB',
      reasonCode: '10.4',
      stage: 'pre-arbitration',
      status: 'cancelled',
    },
  ]);
  expect((await harness.merchant.get(buildPath(ref, '/chargebacks/1'))).body).toEqual(seen[0]);
  expect((await harness.merchant.get(buildPath(ref, '/chargebacks/2'))).status).toBe(404);

  await receiver.until((all) => all.some((one) => one.json<any>().invoice.id === ref.invoiceID));
  const reported = receiver.accepted().filter((one) => one.json<any>().invoice.id === ref.invoiceID);
  expect(reported.map((one) => one.json<any>())).toMatchObject([
    { eventType: 'PaymentChargedBack', payment: { id: '1', status: 'charged_back' }, invoice: { status: 'paid' } },
  ]);
  const { body: events } = await harness.merchant.get(`/v2/processing/invoices/${ref.invoiceID}/events?limit=100`);
  expect(events.slice(-2).flatMap(({ changes }: any) => changes)).toEqual([
    { changeType: 'PaymentStatusChanged', paymentID: '1', status: 'charged_back' },
    { changeType: 'PaymentStatusChanged', paymentID: '1', status: 'captured' },
  ]);
});

test('a claim passes three stages with changing amounts and then ends', async () => {
  const ref = await harness.captured();
  const before = await balance();
  await command('createChargeback', { ...ref, body: 4_000, levy: 100 });
  await command('rejectChargeback', getClaim(ref));
  expect(await balance()).toEqual(before);
  expect(await command('reopenChargeback', { ...getClaim(ref), body: 5_000, levy: 200 })).toMatchObject({
    stage: 'pre-arbitration',
    body: '5000',
    levy: '200',
  });
  expect(await refusedAs('reopenChargeback', getClaim(ref))).toBe('chargebackInProgress');
  await command('acceptChargeback', getClaim(ref));
  expect(await paymentStatus(ref)).toBe('captured');
  expect(await refusedAs('reopenChargeback', { ...getClaim(ref), stage: 'pre-arbitration' })).toBe(
    'invalidChargebackStatus',
  );
  expect(await refusedAs('reopenChargeback', { ...getClaim(ref), body: 10_001 })).toBe('invoicePaymentAmountExceeded');
  expect(await command('reopenChargeback', { ...getClaim(ref), body: 10_000 })).toMatchObject({ stage: 'arbitration' });
  await command('acceptChargeback', getClaim(ref));
  expect(await paymentStatus(ref)).toBe('charged_back');
  expect(await refusedAs('reopenChargeback', getClaim(ref))).toBe('invalidChargebackStatus');
  expect(await refusedAs('acceptChargeback', getClaim(ref))).toBe('invalidChargebackStatus');
  expect(await balance()).toEqual({ own: before.own - 10_200, available: before.available - 10_200 });
});

test('a claim may go straight to arbitration', async () => {
  const ref = await harness.captured();
  await command('createChargeback', { ...ref, body: 1_000, levy: 1 });
  await command('cancelChargeback', getClaim(ref));
  expect(await command('reopenChargeback', { ...getClaim(ref), stage: 'arbitration' })).toMatchObject({
    stage: 'arbitration',
  });
  await command('rejectChargeback', getClaim(ref));
});

test('refunds and accepted claims share the remaining amount of a payment', async () => {
  const ref = await harness.captured();
  await command('createChargeback', { ...ref, body: 6_000, levy: 100 });
  expect(await refusedAs('createChargeback', { ...ref, body: 1, levy: 1 })).toBe('chargebackInProgress');
  await command('acceptChargeback', getClaim(ref));
  const refund = (body: object) => harness.merchant.post(buildPath(ref, '/refunds'), body);
  expect(await refund({ amount: 4_001 })).toMatchObject({ body: { code: 'invoicePaymentAmountExceeded' } });
  expect(await refusedAs('createChargeback', { ...ref, body: 4_001, levy: 1 })).toBe('invoicePaymentAmountExceeded');
  expect(await refund({})).toMatchObject({ status: 201, body: { amount: 4_000 } });
  await untilBody<any>(
    () => harness.merchant.get(buildPath(ref)),
    ({ status }) => status === 'refunded',
  );
  await command('reopenChargeback', getClaim(ref));
  await command('rejectChargeback', getClaim(ref));
  expect(await paymentStatus(ref)).toBe('captured');
});

/** A payment of 10,000, of which a partner got 4,000. */
async function distributed(): Promise<CreatedPayment> {
  await harness.sql(
    `INSERT INTO shops (id, party_id, currency, category_id, contract_id, location_url, name)
     SELECT 'partner-shop', party_id, currency, category_id, contract_id, location_url, 'Партнёр' FROM shops WHERE id = $1
     ON CONFLICT DO NOTHING`,
    [harness.shopID],
  );
  await harness.sql(`UPDATE shops SET terms = terms || '{"allocation": true}' WHERE id = $1`, [harness.shopID]);
  const target = { allocationTargetType: 'AllocationTargetShop', shopID: 'partner-shop' };
  const part = { target, allocationBodyType: 'AllocationBodyAmount', amount: 4_000, currency: 'RUB' };
  return harness.captured({ invoice: { allocation: [part] } });
}

/** The available money of both shops. */
const disposable = async () => ({
  own: (await balance()).available,
  partner: (await balance('partner-shop')).available,
});

test('a chargeback of a distributed payment is split among the shops, and the own shop pays the levy', async () => {
  const ref = await distributed();
  const before = await disposable();
  await command('createChargeback', { ...ref, body: 5_000, levy: 100 });
  const disputed = { own: before.own - 3_100, partner: before.partner - 2_000 };
  expect(await disposable()).toEqual(disputed);
  await command('acceptChargeback', getClaim(ref));
  expect(await disposable()).toEqual(disputed);
  expect((await balance('partner-shop')).own).toBe(disputed.partner);

  await command('reopenChargeback', { ...getClaim(ref), body: 10_000, levy: 200 });
  expect(await disposable()).toEqual({ own: before.own - 6_200, partner: before.partner - 4_000 });
  await command('rejectChargeback', getClaim(ref));
  expect(await disposable()).toEqual(before);
});

test('refunds and claims of a distributed payment share the remaining amount of each shop', async () => {
  const ref = await distributed();
  const before = await disposable();
  await command('createChargeback', { ...ref, body: 5_000, levy: 100 });
  await command('acceptChargeback', getClaim(ref));
  expect(await harness.merchant.post(buildPath(ref, '/refunds'), {})).toMatchObject({
    status: 201,
    body: { amount: 5_000 },
  });
  await untilBody<any>(
    () => harness.merchant.get(buildPath(ref)),
    ({ status }) => status === 'refunded',
  );
  expect(await disposable()).toEqual({ own: before.own - 6_100, partner: before.partner - 4_000 });
});

test('a repeated command acts once', async () => {
  const ref = await harness.captured();
  const input = { ...ref, body: 1_000, levy: 100 };
  const key = `twice-${ref.invoiceID}`;
  await command('createChargeback', input, key);
  await command('createChargeback', input, key);
  expect((await harness.merchant.get(buildPath(ref, '/chargebacks'))).body).toHaveLength(1);
  const before = await balance();
  await command('acceptChargeback', getClaim(ref), `${key}-accept`);
  await command('acceptChargeback', getClaim(ref), `${key}-accept`);
  expect((await balance()).own).toBe(before.own - 1_100);
});

test('an invalid or forbidden command fails without effect', async () => {
  const ref = await harness.captured();
  expect(await refusedAs('createChargeback', { ...ref, body: 0, levy: 1 })).toBe('invalidRequest');
  expect(await refusedAs('createChargeback', { ...ref, body: 1, levy: 1, boddy: 2 })).toBe('invalidRequest');
  expect(await refusedAs('createChargeback', { ...ref, paymentID: '7', body: 1, levy: 1 })).toBe('notFound');
  expect(await refusedAs('createChargeback', { ...ref, body: 1, levy: 1, currency: 'USD' })).toBe(
    'inconsistentRefundCurrency',
  );
  expect(await refusedAs('acceptChargeback', getClaim(ref))).toBe('notFound');
  expect(await refusedAs('createChargeback', { ...(await harness.held()), body: 1, levy: 1 })).toBe(
    'invalidPaymentStatus',
  );
  expect((await harness.merchant.get(buildPath(ref, '/chargebacks'))).body).toEqual([]);
});

test('operators give the same commands from a shell', async () => {
  const ref = await harness.captured();
  const cli = join(__dirname, '..', '..', '..', 'dist', 'cli', 'main.js');
  const shell = async (...args: string[]): Promise<any> => {
    const env = { ...process.env, ...harness.platform.environment };
    const { stdout } = await run(process.execPath, [cli, 'chargeback', ...args, '--reason', 'test'], { env });
    return JSON.parse(stdout);
  };
  expect(await shell('create', JSON.stringify({ ...ref, body: 10_000, levy: 1 }))).toMatchObject({ status: 'pending' });
  const accepted = await shell('accept', JSON.stringify(getClaim(ref)), '--id', `accept-${ref.invoiceID}`);
  expect(accepted).toMatchObject({ status: 'accepted', stage: 'chargeback' });
  expect(await paymentStatus(ref)).toBe('charged_back');
  const refused = shell('reject', JSON.stringify(getClaim(ref)));
  await expect(refused).rejects.toThrow('invalidChargebackStatus: chargeback is accepted');
});

test('every message conforms to its specification', () => {
  expect(receiver.deliveries.length).toBeGreaterThan(0);
  expect(receiver.deliveries.flatMap((one) => eventContradictions(one.json()))).toEqual([]);
});

test('the ledger is consistent at the end', async () => {
  expect(await ledgerFaults(harness.platform.databaseUrl)).toEqual([]);
});
