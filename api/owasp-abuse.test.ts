import { createHmac, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CALLBACK_SECRET } from '../tests/harness/api';
import { ask, everyOperation, startAttackedApi, type AttackedApi } from '../tests/harness/attacked-api';
import { anInvoice } from '../tests/harness/factories/payment';
import corpus from '../runtime/egress/ssrf-corpus.json';

/* Further risks of the OWASP API Security Top 10 (2023) with production settings; docs/owasp.md lists the defences. */

let api: AttackedApi;

beforeAll(async () => {
  api = await startAttackedApi();
});

afterAll(() => api?.stop());

const named = Object.fromEntries(everyOperation);
describe('API3 broken object property level authorisation', () => {
  test('fields that the platform decides cannot be set by a body', async () => {
    const { merchant, shopID } = api.own;
    const forged = {
      id: 'forged',
      status: 'paid',
      createdAt: '2000-01-01T00:00:00Z',
      invoiceTemplateID: 'forged',
      isBlocked: true,
    };
    const dueDate = new Date(Date.now() + 3_600_000).toISOString();
    const body = {
      shopID,
      dueDate,
      amount: 100,
      currency: 'RUB',
      product: 'Чай',
      metadata: {},
      ...forged,
      __proto__: { status: 'paid' },
    };
    const { status, body: made } = await merchant.post('/v2/processing/invoices', body);
    expect(status).toBe(201);
    expect(made.invoice).toMatchObject({ status: 'unpaid' });
    for (const value of ['forged', forged.createdAt]) expect(JSON.stringify(made.invoice)).not.toContain(value);
    const identity = await merchant.post('/wallet/v0/identities', {
      name: 'Ivan',
      provider: 'test',
      id: 'forged',
      isBlocked: true,
    });
    expect(identity.body).toMatchObject({ isBlocked: false });
    expect(identity.body.id).not.toBe('forged');
  });

  test('a payer reads no webhooks, no secrets and no fields for the merchant only', async () => {
    const { invoiceID, paymentID } = api.values.own;
    const { id, token } = await anInvoice(api.own.merchant, api.own.shopID);
    const own = await api.own.merchant.as(token).get(`/v2/processing/invoices/${id}`);
    expect(own.status).toBe(200);
    const other = await api.own.merchant.as(token).get(`/v2/processing/invoices/${invoiceID}/payments/${paymentID}`);
    expect([other.status, Object.keys(other.body)]).toEqual([404, ['message']]);
    const webhooks = await api.own.merchant.get('/v2/processing/webhooks');
    expect(JSON.stringify(webhooks.body)).not.toMatch(/private|secret|sealed/i);
  });
});

describe('API4 unrestricted resource consumption', () => {
  const tooMuch: [string, string, object | undefined][] = [
    ['a page of a thousand and one', '/wallet/v0/wallets?limit=1001', undefined],
    ['a page of none', '/wallet/v0/wallets?limit=0', undefined],
    ['a body of two mebibytes', '/v2/processing/invoices', { product: 'x'.repeat(2_097_152) }],
    ['a body nested two hundred times', '/wallet/v0/identities', { metadata: nested(200) }],
    ['a hundred thousand lines', '/v2/processing/invoices', { cart: Array.from({ length: 100_000 }, () => ({})) }],
  ];

  test.each(tooMuch)('%s is refused', async (_, path, body) => {
    const answer = body ? await api.own.merchant.post(path, body) : await api.own.merchant.get(path);
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.body).length).toBeLessThan(5_000);
  });
});

function nested(depth: number): object {
  let value: object = {};
  for (let count = 0; count < depth; count++) value = { value };
  return value;
}

describe('API6 unrestricted access to sensitive business flows', () => {
  test('a payer’s token charges no saved card, refunds nothing and makes no more tokens', async () => {
    const { invoiceID, paymentID, customerID } = api.values.own;
    const { partyID, shopID } = api.own;
    const token = await api.token({ kind: 'invoice', id: invoiceID ?? '', partyID, shopID });
    const payer = api.own.merchant.as(token);
    const { id, token: fresh } = await anInvoice(api.own.merchant, shopID);
    const charge = { flow: { type: 'PaymentFlowInstant' }, payer: { payerType: 'CustomerPayer', customerID } };
    const charged = await api.own.merchant.as(fresh).post(`/v2/processing/invoices/${id}/payments`, charge);
    expect([400, 401]).toContain(charged.status);
    const path = `/v2/processing/invoices/${invoiceID}`;
    const statuses = [
      await payer.post(`${path}/payments/${paymentID}/refunds`, { amount: 1, currency: 'RUB' }),
      await payer.post(`${path}/access-tokens`),
      await payer.post(`${path}/fulfill`, { reason: 'because' }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([401, 401, 401]);
  });

  test('64 concurrent payments of one invoice create one payment', async () => {
    const { id, token } = await anInvoice(api.own.merchant, api.own.shopID);
    const payer = api.own.merchant.as(token);
    const body = { ...(api.bodies['payments createPayment'] as object) };
    const path = `/v2/processing/invoices/${id}/payments`;
    const answers = await Promise.all(Array.from({ length: 64 }, async () => api.own.merchant.post(path, body)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect((await payer.get(path)).body).toHaveLength(1);
  });
});

describe('API7 server side request forgery', () => {
  const creations = Object.entries(corpus.refused);

  test.each(creations)('%s is refused as a webhook URL in both APIs', async (_, urls) => {
    for (const url of urls) {
      for (const name of ['payments createWebhook', 'wallets createWebhook'] as const) {
        const one = named[name];
        if (!one) throw new Error(`there is no ${name}`);
        const body = { ...(api.bodies[name] as object), url };
        const answer = await ask(api, one, { token: api.own.apiKey, body });
        expect([url, name, answer.status]).toEqual([url, name, 400]);
        expect(JSON.stringify(answer.body)).not.toContain('169.254');
      }
    }
  });

  test('creating a webhook resolves no host name, which would reveal internal names', async () => {
    const one = named['payments createWebhook'];
    const url = `https://${randomBytes(8).toString('hex')}.example.com/hook`;
    const body = { ...(api.bodies['payments createWebhook'] as object), url };
    if (one) expect((await ask(api, one, { token: api.own.apiKey, body })).status).toBe(201);
  });
});

/** Matches internals of the program. */
const INSIDE =
  /node_modules|\bat \S+ \(|\.[jt]s:\d|SELECT |INSERT |pg_|sequelize|ECONN|\/work\/|relation "|\bTypeError\b/i;

describe('API8 security misconfiguration', () => {
  test('an internal error shows the request id and no internals', async () => {
    await api.store.database.sequelize.query('ALTER TABLE shops RENAME TO shops_away');
    try {
      for (const path of [
        '/v2/processing/shops',
        '/v2/analytics/shops/x/payments?fromTime=2020-01-01T00:00:00Z&toTime=2021-01-01T00:00:00Z&limit=1',
      ]) {
        const answer = await fetch(api.url + path, {
          headers: { Authorization: `Bearer ${api.own.apiKey}`, 'X-Request-ID': 'provoked' },
        });
        const text = await answer.text();
        expect([path, answer.status]).toEqual([path, 500]);
        expect(text).toContain('provoked');
        expect(text).not.toMatch(INSIDE);
      }
    } finally {
      await api.store.database.sequelize.query('ALTER TABLE shops_away RENAME TO shops');
    }
  });

  test.each(['GET', 'POST', 'TRACE', 'OPTIONS', 'PROPFIND'])(
    '%s of unknown paths reveals nothing about the server',
    async (method) => {
      for (const path of [
        '/',
        '/v2',
        '/v2/%ff',
        '/v2/processing/invoices/%00',
        '/nowhere',
        '/callbacks/x',
        '/files/x',
        '/operators/v1/x',
      ]) {
        const sent = method === 'TRACE' ? 'PATCH' : method;
        const answer = await fetch(api.url + path, {
          method: sent,
          headers: { 'X-Request-ID': 'x' },
          redirect: 'manual',
        });
        expect(await answer.text()).not.toMatch(INSIDE);
        for (const header of ['x-powered-by', 'server', 'set-cookie', 'access-control-allow-credentials']) {
          expect([path, header, answer.headers.get(header)]).toEqual([path, header, null]);
        }
        expect(answer.status).not.toBe(500);
      }
    },
  );
});

describe('API9 improper inventory management', () => {
  test.each([
    ['payments', 'v2'],
    ['wallets', 'wallet-v0'],
    ['payres', 'payres-v0'],
  ])('the routes of %s match its specification', (document, folder) => {
    const text = readFileSync(join(__dirname, folder, 'routes.generated.ts'), 'utf8');
    const routes = [...text.matchAll(/app\.(get|post|put|delete|patch)\('([^']+)'/g)].map(
      ([, method, path = '']) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`,
    );
    const specified = everyOperation
      .filter(([, one]) => one.document === document)
      .map(([, { operation }]) => `${operation.method} ${operation.path}`);
    expect(routes.sort()).toEqual(specified.sort());
  });

  test('no older version, console or file is served', async () => {
    const beside = [
      '/v1/processing/invoices',
      '/v3/processing/invoices',
      '/wallet/v1/wallets',
      '/swagger',
      '/docs',
      '/openapi.json',
    ];
    const more = [
      '/.env',
      '/.git/config',
      '/admin',
      '/debug/pprof',
      '/actuator/env',
      '/graphql',
      '/package.json',
      '/server-status',
      '/metrics',
    ];
    for (const path of [...beside, ...more]) {
      const headers = { Authorization: `Bearer ${api.own.apiKey}`, 'X-Request-ID': 'x' };
      expect([path, (await fetch(api.url + path, { headers })).status]).toEqual([path, 404]);
    }
  });
});

describe('API10 unsafe consumption of APIs', () => {
  test('a callback without a signature or with a claimed success changes nothing', async () => {
    const { id } = await anInvoice(api.own.merchant, api.own.shopID);
    const body = JSON.stringify({ operationID: `payment/${id}.1/capture`, status: 'approved', amount: 100 });
    const callback = async (signature: string) =>
      fetch(`${api.url}/callbacks/sandbox/sandbox`, {
        method: 'POST',
        body,
        headers: { 'Content-Type': 'application/json', 'X-Sandbox-Signature': signature },
      });
    const good = createHmac('sha256', CALLBACK_SECRET).update(body).digest('hex');
    const statuses = [];
    for (const signature of [
      '',
      'zz',
      '0'.repeat(64),
      createHmac('sha256', 'guess').update(body).digest('hex'),
      good,
    ]) {
      statuses.push((await callback(signature)).status);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 200]);
    const invoice = await api.own.merchant.get(`/v2/processing/invoices/${id}`);
    expect(invoice.body.status).toBe('unpaid');
  });
});
