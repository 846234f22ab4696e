import { createConnectorAccount } from '../../../operators/connector-accounts/connector-accounts';
import { listGoLive } from '../../../operators/go-live/go-live';
import { recordTrial } from '../../../store/operators/go-live/go-live.queries';
import { asOperator } from '../../../store/platform/audit/origin';
import { YooKassaStandIn } from '../../../connectors/yookassa/testing/yookassa-stand-in';
import { startApi, type TestApi } from '../../../tests/harness/api';
import { anOperator } from '../../../tests/harness/factories/operator';
import { anInvoice, CARDS, HOLD, pay } from '../../../tests/harness/factories/payment';
import { httpClient, type HttpClient } from '../../../tests/harness/http-client';

let api: TestApi;
let viewer: HttpClient;
let configuration: HttpClient;
let url: string;
const acquirer = new YooKassaStandIn();
const SECRET = 'live_topsecret';

beforeAll(async () => {
  api = await startApi();
  url = await acquirer.start();
  const client = async (name: string, roles: ('viewer' | 'configuration')[]) => {
    const { secret } = await anOperator(api.store.database, { name, roles });
    return httpClient({ baseUrl: `${api.url}/operators/v1`, token: secret });
  };
  viewer = await client('viewer', ['viewer']);
  configuration = await client('configuration', ['configuration']);
  const credentials = { shopID: '100500', secretKey: SECRET };
  await createConnectorAccount(api.store, {
    ...{ id: 'yoo', connector: 'yookassa', name: 'Live', credentials, settings: { url }, reason: 'test' },
  });
});
afterAll(async () => {
  await acquirer.stop();
  await api?.stop();
});

const sql = (text: string, values: unknown[] = []) => api.store.database.search(text, values);
const lines = async (): Promise<Record<string, string>> => {
  const { body } = await viewer.get<any>(`/shops/${api.own.shopID}/go-live`);
  return Object.fromEntries(body.lines.map(({ check, state, fact }: any) => [check, `${state} ${fact.kind}`]));
};

test('the test call answers facts, is audited without credentials, and needs the role configuration', async () => {
  expect(await viewer.post('/connector-accounts/yoo/test', {})).toMatchObject({ status: 403 });
  expect(await configuration.post('/connector-accounts/none/test', {})).toMatchObject({ status: 404 });
  const answered = await configuration.post<any>('/connector-accounts/yoo/test', {});
  expect(answered.body).toEqual({ outcome: 'answered', status: 200, milliseconds: expect.any(Number) });
  acquirer.refusesKeys = true;
  const refused = await configuration.post<any>('/connector-accounts/yoo/test', {});
  acquirer.refusesKeys = false;
  expect(refused.body).toMatchObject({ outcome: 'credentialsRefused', status: 401 });
  const log = await sql(`SELECT caller, operation, after FROM audit_log WHERE subject_id = 'yoo' ORDER BY id`);
  expect(log.at(-1)).toMatchObject({ operation: 'testConnectorAccount', after: refused.body });
  for (const each of [answered.body, refused.body, log]) expect(JSON.stringify(each)).not.toContain('topsecret');
});

test('an unknown shop is not found', async () => {
  expect((await viewer.get('/shops/none/go-live')).status).toBe(404);
});

test('a new shop has everything to do, and nothing is done without evidence', async () => {
  expect(await lines()).toEqual({
    routes: 'toDo shopIsTest',
    account: 'toDo noLiveAccount',
    receipt: 'toDo noLiveAccount',
    threeDSecure: 'toDo noLiveAccount',
    webhook: 'toDo webhookMissing',
    secondPerson: 'toDo administratorMissing',
    keys: 'done keysStrong',
    backup: 'toDo backupNotRestored',
    alerts: 'toDo alertNotReceived',
  });
});

test('each line is done once its evidence is there', async () => {
  const { shopID, merchant } = api.own;
  const { database } = api.store;
  await sql(`UPDATE payment_institutions SET realm = 'live' RETURNING id`);
  await sql(
    `UPDATE shops SET terms = jsonb_set(terms, '{routes}', '[{"connector": "sandbox"}]') WHERE id = $1 RETURNING id`,
    [shopID],
  );
  expect(await lines()).toMatchObject({ routes: 'toDo routeWrong', account: 'toDo noLiveAccount' });
  await sql(
    `UPDATE shops SET terms = jsonb_set(terms, '{routes}', '[{"connector": "yoo"}]') WHERE id = $1 RETURNING id`,
    [shopID],
  );
  expect(await lines()).toMatchObject({
    ...{ routes: 'done routesLive', account: 'done accountAnswers', receipt: 'toDo receiptNotTried' },
    threeDSecure: 'done browserNotNeeded',
  });
  acquirer.refusesKeys = true;
  expect(await lines()).toMatchObject({ account: 'toDo accountFails' });
  acquirer.refusesKeys = false;

  const cart = [{ product: 'Tea', quantity: 1, price: 5_000 }];
  const invoice = await anInvoice(merchant, shopID, { amount: 5_000, body: { cart } });
  const id = await pay(merchant, invoice.id, { card: CARDS.good, flow: HOLD });
  await sql(
    `UPDATE payments SET connector = 'yoo', status = 'captured', status_changed_at = now()
     WHERE invoice_id = $1 AND id = $2 RETURNING id`,
    [invoice.id, id],
  );
  expect(await lines()).toMatchObject({ receipt: 'notKnown receiptNotCompared' });
  await sql(
    `UPDATE reconciled_connectors SET hour_until = now() + interval '1 second' WHERE connector = 'yoo' RETURNING connector`,
  );
  expect(await lines()).toMatchObject({ receipt: 'done receiptNotRefused' });
  await sql(
    `INSERT INTO reconciliation_findings (id, connector, kind, operation_id, operation_kind, subject, status,
       status_changed_at, facts, operation_at, found_at, found_by)
     VALUES ('f', 'yoo', 'refusedReceipt', 'o', 'capture', $1, 'open', now(), '{}', now(), now(), 'hour') RETURNING id`,
    [`payment/${invoice.id}.${id}`],
  );
  expect(await lines()).toMatchObject({ receipt: 'toDo receiptRefused' });

  const scope = { topic: 'InvoicesTopic', shopID, eventTypes: ['InvoiceCreated'] };
  const { body: webhook } = await merchant.post<any>('/v2/processing/webhooks', {
    ...{ url: 'https://shop.example/hook', scope },
  });
  expect(await lines()).toMatchObject({ webhook: 'toDo webhookNotTried' });
  const attempt = (event: number, status: number | null) =>
    sql(
      `INSERT INTO webhook_attempts (webhook_id, event_id, number, started_at, duration_ms, status)
       VALUES ($1, $2, 1, now(), 1, $3) RETURNING number`,
      [webhook.id, event, status],
    );
  await attempt(1, null);
  expect(await lines()).toMatchObject({ webhook: 'toDo webhookFails' });
  await attempt(2, 204);
  expect(await lines()).toMatchObject({ webhook: 'done webhookAccepted' });
  await sql(`UPDATE webhooks SET key_created_at = now() + interval '1 second' WHERE id = $1 RETURNING id`, [
    webhook.id,
  ]);
  expect(await lines()).toMatchObject({ webhook: 'toDo webhookNotTried' });

  await anOperator(database, { name: 'one', roles: ['administrator'] });
  expect(await lines()).toMatchObject({ secondPerson: 'toDo administratorMissing' });
  await anOperator(database, { name: 'two', roles: ['administrator'] });
  expect(await lines()).toMatchObject({ secondPerson: 'done administrators' });

  const acting = asOperator(api.store, { operation: 'restored', requestID: 'r', paymentID: null }, 'operator/one');
  await recordTrial(acting, 'restored', 'a spare database');
  expect(await lines()).toMatchObject({ backup: 'done backupRestored', alerts: 'toDo alertNotReceived' });
  await recordTrial(acting, 'alertReceived', 'the telephone on duty');
  expect(await lines()).toMatchObject({ alerts: 'done alertReceived' });
  const weak = await listGoLive(api.store, shopID, { isProduction: true, weak: ['ENCRYPTION_KEY'] });
  expect(weak.find(({ check }) => check === 'keys')).toMatchObject({
    state: 'toDo',
    fact: { names: ['ENCRYPTION_KEY'] },
  });
});

test('3-D Secure of an acquirer that asks for the browser needs the whole of it', async () => {
  const { shopID, merchant } = api.own;
  const settings = { checkoutUrl: 'https://abc-checkout-live.adyenpayments.com/checkout/v71' };
  const credentials = { apiKey: 'key', merchantAccount: 'Live', hmacKey: 'ab'.repeat(32) };
  await createConnectorAccount(api.store, {
    ...{ id: 'adyen-live', connector: 'adyen', name: 'Live', credentials, settings, reason: 'test' },
  });
  await sql(
    `UPDATE shops SET terms = jsonb_set(terms, '{routes}', '[{"connector": "adyen-live"}]') WHERE id = $1 RETURNING id`,
    [shopID],
  );
  expect(await lines()).toMatchObject({ threeDSecure: 'toDo browserNotSeen', receipt: 'done receiptsNotSent' });
  const invoice = await anInvoice(merchant, shopID);
  const id = await pay(merchant, invoice.id, { card: CARDS.good, flow: HOLD });
  const setBrowser = (browser: object) =>
    sql(
      `UPDATE payments SET connector = 'adyen-live',
         payer = jsonb_set(payer, '{clientInfo}', jsonb_build_object('fingerprint', 'f', 'browser', $3::jsonb))
       WHERE invoice_id = $1 AND id = $2 RETURNING id`,
      [invoice.id, id, JSON.stringify(browser)],
    );
  await setBrowser({ userAgent: 'u' });
  expect(await lines()).toMatchObject({ threeDSecure: 'toDo browserIncomplete' });
  const screen = { screenWidth: 1, screenHeight: 1, colorDepth: 24, timeZoneOffset: 0 };
  await setBrowser({ userAgent: 'u', acceptHeader: '*/*', language: 'ru', ...screen });
  expect(await lines()).toMatchObject({ threeDSecure: 'done browserComplete' });
});
