import { randomUUID } from 'node:crypto';
import { toMetadataKeys } from '../../../domain/operators/person/erased';
import { createLogger } from '../../../runtime/logger';
import { eraseMessages } from '../../../store/operators/person/erase-messages';
import { startApi, type TestApi } from '../../../tests/harness/api';
import { anOperator } from '../../../tests/harness/factories/operator';
import { anInvoice, HOLD, pay, subscribe } from '../../../tests/harness/factories/payment';
import { httpClient, untilBody, type HttpClient } from '../../../tests/harness/http-client';
import { startWebhookReceiver, type Delivery, type WebhookReceiver } from '../../../tests/harness/webhook-receiver';
import { startWebhookDispatcher } from '../../../webhooks/dispatcher';

/* The dispatcher delivers to a real endpoint, which echoes the message. */

/** The payer's, of the factory. */
const EMAIL = 'anna@example.com';
const SECRET = 'token=of-the-merchant';

let api: TestApi;
let receiver: WebhookReceiver;
let stopDispatcher: () => Promise<void>;
let clients: Record<'support' | 'viewer', HttpClient>;
let webhookID: string;
let foreignID: string;
let delivery: Delivery;
let eventID: string;

const pathOf = (webhook: string, event: string, number: number | string = 1) =>
  `/operators/v1/webhooks/${webhook}/attempts/${event}/${number}`;

beforeAll(async () => {
  [api, receiver] = await Promise.all([startApi(), startWebhookReceiver()]);
  const { store, databaseUrl } = api;
  const client = async (name: string, roles: Parameters<typeof anOperator>[1]['roles']): Promise<HttpClient> =>
    httpClient({ baseUrl: api.url, token: (await anOperator(store.database, { name, roles })).secret });
  clients = { support: await client('anna', ['support']), viewer: await client('vera', ['viewer', 'administrator']) };
  receiver.answerWith(({ body }) => ({ status: 200, body: body.toString('utf8') }));
  const logger = createLogger({ process: 'test', level: 'error' });
  stopDispatcher = startWebhookDispatcher({
    ...{ store, databaseUrl, allowedNetworks: ['127.0.0.0/8'], maxWorkflows: 50, logger, newToken: randomUUID },
  }).stop;
  const hook = async ({ merchant, shopID }: TestApi['own']) =>
    (await subscribe(merchant, { shopID, url: `${receiver.url}/hook?${SECRET}` })).id;
  [webhookID, foreignID] = [await hook(api.own), await hook(api.foreign)];
  const { merchant, shopID } = api.own;
  const invoice = await anInvoice(merchant, shopID, { body: { metadata: { order: 'A-17' } } });
  await pay(merchant.as(invoice.token), invoice.id, { card: '4242424242424242', flow: HOLD });
  const isPayment = (each: Delivery) => each.json<any>().eventType === 'PaymentStarted';
  const found = (await receiver.until((all) => all.some(isPayment))).find(isPayment);
  if (!found) throw new Error('no message about the payment');
  delivery = found;
  eventID = String(found.json<any>().eventID);
  await untilBody(
    () => clients.support.get<any>(`/operators/v1/webhooks/${webhookID}/attempts`),
    ({ attempts }) => attempts.some((attempt: any) => attempt.eventID === eventID),
  );
});

afterAll(async () => {
  await stopDispatcher?.();
  await Promise.all([api?.stop(), receiver?.close()]);
});

test('the request of an attempt is what the endpoint got, to the byte, without secrets', async () => {
  const { status, body } = await clients.support.get<any>(pathOf(webhookID, eventID));
  expect([status, body.isMasked, body.isErased]).toEqual([200, false, false]);
  expect(Buffer.from(body.body, 'utf8').equals(delivery.body)).toBe(true);
  expect(body.body).toContain(EMAIL);
  expect(body.url).toBe(`${receiver.url}/hook`);
  expect(body.headers).toEqual([
    { name: 'Content-Type', value: delivery.headers['content-type'] },
    { name: 'User-Agent', value: delivery.headers['user-agent'] },
    { name: 'Content-Signature' },
  ]);
  expect(JSON.stringify(body)).not.toContain(SECRET);
});

test('a role that deals with no payers gets masks in place of personal data, also in the answer of the endpoint', async () => {
  const { status, body } = await clients.viewer.get<any>(pathOf(webhookID, eventID));
  expect([status, body.isMasked, body.isErased]).toEqual([200, true, false]);
  const { payment, invoice } = JSON.parse(body.body);
  expect(payment.payer.contactInfo).toEqual({ email: 'a***@example.com' });
  expect([payment.amount, invoice.metadata]).toEqual([delivery.json<any>().payment.amount, { order: '***' }]);
  const paths = [
    pathOf(webhookID, eventID),
    `/operators/v1/webhooks/${webhookID}/attempts`,
    `/operators/v1/payments/${invoice.id}/${payment.id}/timeline?unfolded=true&kind=webhook`,
  ];
  for (const path of paths) {
    expect([path, JSON.stringify((await clients.viewer.get(path)).body)]).toEqual([
      path,
      expect.not.stringContaining(EMAIL),
    ]);
  }
});

test('a read with personal data is in the audit log, a masked one is not', async () => {
  const read = async () => {
    const path = `/operators/v1/audit?subjectType=webhook&subjectID=${webhookID}`;
    const { actions } = (await clients.viewer.get<any>(path)).body;
    return actions.filter(({ operation }: any) => operation === 'getAttemptRequest');
  };
  const before = (await read()).length;
  await clients.viewer.get(pathOf(webhookID, eventID));
  expect(await read()).toHaveLength(before);
  await clients.support.get(pathOf(webhookID, eventID));
  const [newest, ...others] = await read();
  expect(others).toHaveLength(before);
  expect(newest).toMatchObject({
    after: { eventID: String(eventID), attempt: 1 },
    caller: expect.stringMatching(/^operator/),
  });
});

test('an attempt of another webhook, an absent one and a deleted one are not found', async () => {
  for (const path of [
    pathOf(foreignID, eventID),
    pathOf('none', eventID),
    pathOf(webhookID, eventID, 2),
    pathOf(webhookID, '999999999999999999'),
  ]) {
    const { status, body } = await clients.support.get<any>(path);
    expect([path, status, body]).toEqual([path, 404, { code: 'notFound', message: 'Delivery attempt not found' }]);
  }
  for (const [event, number] of [
    ['0', 1],
    ['-1', 1],
    ['1e3', 1],
    [eventID, 0],
    [eventID, '1.5'],
    [eventID, 2_147_483_648],
    [eventID, 'x'],
  ] as const) {
    expect([event, number, (await clients.support.get(pathOf(webhookID, event, number))).status]).toEqual([
      ...[event, number, 400],
    ]);
  }
});

test('the history of the payment names its attempts', async () => {
  const { invoice, payment } = delivery.json<any>();
  const { body } = await clients.viewer.get<any>(`/operators/v1/payments/${invoice.id}/${payment.id}/timeline`);
  const facts = body.entries.map(({ fact }: any) => fact);
  expect(facts).toContainEqual(expect.objectContaining({ type: 'delivery', webhookID, eventID, attempt: 1 }));
});

test('a person reads at most sixty messages a minute, and 64 at once are all answered or refused', async () => {
  const { secret } = await anOperator(api.store.database, { name: 'greedy', roles: ['support'] });
  const greedy = httpClient({ baseUrl: api.url, token: secret });
  const answers = await Promise.all(Array.from({ length: 64 }, () => greedy.get(pathOf(webhookID, eventID))));
  expect(answers.every(({ status }) => [200, 429].includes(status))).toBe(true);
  for (let reads = 0; reads < 60; reads++) await greedy.get(pathOf(webhookID, eventID));
  expect(await greedy.get(pathOf(webhookID, eventID))).toMatchObject({ status: 429 });
  expect((await clients.support.get(pathOf(webhookID, eventID))).status).toBe(200);
});

test('an erased message says so, and shows what is left to every role', async () => {
  const { store, own } = api;
  const subject = `invoice/${delivery.json<any>().invoice.id}`;
  await store.database.transaction((tx) =>
    eraseMessages({ store, partyID: own.partyID, subject, keys: toMetadataKeys(['order']) }, tx),
  );
  for (const client of Object.values(clients)) {
    const { body } = await client.get<any>(pathOf(webhookID, eventID));
    expect(body.isErased).toBe(true);
    expect(body.body).not.toMatch(/anna|A-17/);
  }
});

test('a deleted webhook still shows what it sent', async () => {
  await api.own.merchant.delete(`/v2/processing/webhooks/${webhookID}`);
  expect((await clients.viewer.get(pathOf(webhookID, eventID))).status).toBe(200);
});
