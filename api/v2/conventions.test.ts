import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { anInvoice, tokenise } from '../../tests/harness/factories/payment';
import { httpClient, type HttpClient } from '../../tests/harness/http-client';
import { startPlatform, type Platform } from '../../tests/harness/platform';
import { ARRIVAL_TIMEOUT_MS } from '../../tests/harness/timeouts';

let platform: Platform;
let merchant: HttpClient;
let shopID: string;

beforeAll(async () => {
  platform = await startPlatform({ processes: ['api'] });
  merchant = httpClient({ baseUrl: platform.apiUrl, token: platform.demo.apiKey });
  shopID = platform.demo.shopID;
});
afterAll(() => platform?.stop());

const INVOICES = '/v2/processing/invoices';
const refusal = (code: string) => ({ status: 400, body: { code } });

function invoiceBody(fields: object = {}): object {
  return {
    shopID,
    dueDate: new Date(Date.now() + 3_600_000).toISOString(),
    amount: 10_000,
    currency: 'RUB',
    product: 'Заказ',
    metadata: {},
    ...fields,
  };
}

describe('the request id', () => {
  test.each(['my-request-1', 'order 7, attempt 1', 'x'.repeat(32)])('%s is echoed', async (name) => {
    const { status, headers } = await merchant.get('/v2/processing/me', { headers: { 'X-Request-ID': name } });
    expect([status, headers.get('x-request-id')]).toEqual([200, name]);
  });

  test.each([
    ['missing', undefined],
    ['longer than 32 characters', 'x'.repeat(33)],
    ['empty', ''],
    ['not ASCII', 'café'],
  ])('being %s is refused by name', async (_what, value) => {
    const { status, body } = await merchant.get('/v2/processing/me', { headers: { 'X-Request-ID': value } });
    expect(status).toBe(400);
    expect(body.code).toBe('invalidRequest');
    expect(body.message).toContain('X-Request-ID');
  });

  test('being a UUID is refused with the form that passes', async () => {
    const uuid = randomUUID();
    const ask = (value: string) => merchant.get('/v2/processing/me', { headers: { 'X-Request-ID': value } });
    expect((await ask(uuid)).body.message).toMatch(/maxLength 32; a UUID without its dashes has 32/);
    expect((await ask(uuid.replaceAll('-', ''))).status).toBe(200);
  });

  test('appears in the log lines of its request', async () => {
    await merchant.get('/v2/processing/invoices/none', { headers: { 'X-Request-ID': 'find-me-in-the-log' } });
    const log = () => readFileSync(platform.processes.api.logFile, 'utf8');
    const end = Date.now() + ARRIVAL_TIMEOUT_MS;
    while (!log().includes('find-me-in-the-log') && Date.now() < end) await sleep(50);
    expect(log()).toContain('find-me-in-the-log');
  });
});

describe('the deadline', () => {
  test.each(['yesterday', '15h', '2020-01-01T00:00:00Z', '0s'])('%s is refused', async (deadline) => {
    const { status, body } = await merchant.get('/v2/processing/me', { headers: { 'X-Request-Deadline': deadline } });
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'invalidDeadline' });
  });

  test.each(['3s', '0.5m', '2500ms', () => new Date(Date.now() + 5_000).toISOString()])(
    '%s is kept',
    async (deadline) => {
      const header = typeof deadline === 'string' ? deadline : deadline();
      const { status } = await merchant.get('/v2/processing/me', { headers: { 'X-Request-Deadline': header } });
      expect(status).toBe(200);
    },
  );

  test('passing during a request is answered 504', async () => {
    const answers = await Promise.all(
      Array.from({ length: 30 }, () =>
        merchant.post(INVOICES, invoiceBody(), { headers: { 'X-Request-Deadline': '1ms' } }),
      ),
    );
    expect(answers.map(({ status }) => status)).toContain(504);
  });
});

describe('amounts', () => {
  test.each([
    ['a string', '"100"'],
    ['a fraction', '100.5'],
    ['zero', '0'],
    ['negative', '-1'],
    ['more than 2^53 − 1', '9007199254740993'],
    ['a boolean', 'true'],
    ['null', 'null'],
  ])('in the form of %s are refused and never coerced', async (_what, amount) => {
    const text = JSON.stringify(invoiceBody()).replace('"amount":10000', `"amount":${amount}`);
    const { status, body } = await merchant.post(INVOICES, text);
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'invalidRequest' });
    expect(body.message).toContain('amount');
  });

  test('up to 2^53 − 1 are read exactly', async () => {
    const answer = await merchant.post(INVOICES, invoiceBody({ amount: 9_007_199_254_740_991 }));
    expect(answer).toMatchObject(refusal('invoiceTermsViolated'));
  });
});

describe('bodies', () => {
  test.each([
    ['no JSON', '{"shopID":'],
    ['an array', '[]'],
    ['text with NUL', '{"shopID":"a\\u0000b"}'],
    ['half of a surrogate pair', '{"shopID":"\\ud800"}'],
  ])('with %s are refused', async (_what, text) => {
    const { status, body } = await merchant.post(INVOICES, text);
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'invalidRequest' });
  });

  test('may have unknown fields', async () => {
    expect((await merchant.post(INVOICES, invoiceBody({ unknownField: 1 }))).status).toBe(201);
  });

  test('with a card number in a wrong place are refused without repeating it', async () => {
    const { status, body } = await merchant.post('/v2/processing/payment-resources', {
      paymentTool: { paymentToolType: 'CardData', cardNumber: '4242424242424242', expDate: 'soon', cvv: '987' },
      clientInfo: { fingerprint: 'x' },
    });
    expect(status).toBe(400);
    expect(body.message).toContain('expDate');
    expect(JSON.stringify(body)).not.toMatch(/4242424242424242|987/);
  });
});

describe('another party’s entity', () => {
  test('responds as if it did not exist', async () => {
    const invoice = await anInvoice(merchant, shopID);
    const other = await anInvoice(merchant, shopID);
    const holder = merchant.as(other.token);
    const { status, body } = await holder.get(`${INVOICES}/${invoice.id}`);
    expect({ status, body }).toEqual({ status: 404, body: { message: 'Invoice not found' } });
  });

  test('rejects changes by an access token', async () => {
    const invoice = await anInvoice(merchant, shopID);
    const { status, body } = await merchant
      .as(invoice.token)
      .post(`${INVOICES}/${invoice.id}/rescind`, { reason: 'x' });
    expect({ status, body }).toEqual({ status: 401, body: undefined });
  });
});

test('a browser may call with an access token from any origin', async () => {
  const answer = await fetch(`${platform.apiUrl}${INVOICES}/x/payments`, {
    method: 'OPTIONS',
    headers: {
      Origin: 'https://shop.example',
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'authorization,content-type,x-request-id',
    },
  });
  expect(answer.ok).toBe(true);
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  expect(answer.headers.get('access-control-allow-headers')).toContain('authorization');
});

test('card tokens fit their bounds and reveal nothing about the card', async () => {
  const { paymentToolToken, paymentSession } = await tokenise(merchant, '4242424242424242');
  expect(paymentToolToken?.length).toBeLessThanOrEqual(2_000);
  expect(paymentSession?.length).toBeLessThanOrEqual(1_000);
  expect(Buffer.from(paymentToolToken ?? '', 'base64').toString()).not.toContain('4242424242424242');
});

describe('an unknown operation', () => {
  const ask = async (method: string, path: string) => {
    const headers = { Authorization: `Bearer ${platform.demo.apiKey}`, 'X-Request-ID': 'unknown' };
    return fetch(`${platform.apiUrl}${path}`, { method, headers });
  };

  test.each([
    ['GET', '/v2/processing/nothing'],
    ['POST', `${INVOICES}/none/nothing`],
  ])('%s %s is answered 501', async (method, path) => {
    const answer = await ask(method, path);
    expect([answer.status, await answer.json()]).toEqual([501, { message: expect.any(String) }]);
  });

  test.each([
    ['PATCH', INVOICES, 'GET, HEAD, POST'],
    ['DELETE', '/v2/processing/me', 'GET, HEAD'],
    ['GET', '/v2/processing/me/activate', 'PUT'],
  ])('%s %s is answered 405 with what is allowed', async (method, path, allowed) => {
    const answer = await ask(method, path);
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, allowed]);
  });

  test('HEAD is answered as GET, without the body', async () => {
    const headers = { Authorization: `Bearer ${platform.demo.apiKey}`, 'X-Request-ID': 'head' };
    const head = async (path: string) => fetch(`${platform.apiUrl}${path}`, { method: 'HEAD', headers });
    const { status, headers: answered } = await head('/v2/processing/me');
    expect([status, answered.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    expect((await head(`${INVOICES}/none`)).status).toBe(404);
  });
});

describe('a body', () => {
  test('with another media type than JSON is refused', async () => {
    const headers = { 'Content-Type': 'text/plain' };
    const answer = await merchant.post(INVOICES, invoiceBody(), { headers });
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'invalidRequest', message: expect.stringContaining('Content-Type') },
    });
  });

  test('with endless nesting is refused', async () => {
    const nested = (depth: number): string => '{"a":'.repeat(depth) + '1' + '}'.repeat(depth);
    const sent = (metadata: string) =>
      merchant.post(
        INVOICES,
        JSON.stringify(invoiceBody({ metadata: 0 })).replace('"metadata":0', `"metadata":${metadata}`),
      );
    expect((await sent(nested(50))).status).toBe(201);
    expect(await sent(nested(20_000))).toMatchObject(refusal('limitExceeded'));
  });

  test.each([
    ['larger than a mebibyte', { description: 'x'.repeat(1_100_000) }],
    ['of more values than any request has', { metadata: { all: Array<number>(60_000).fill(1) } }],
    [
      'of more metadata than is kept',
      { metadata: { all: Array<number>(9_000).fill(1), more: Array<number>(9_000).fill(1) } },
    ],
    ['thousands of unknown fields', Object.fromEntries(Array.from({ length: 1_001 }, (_, n) => [`f${n}`, 1]))],
  ])('with %s exceeds a limit', async (_what, fields) => {
    expect(await merchant.post(INVOICES, invoiceBody(fields))).toMatchObject(refusal('limitExceeded'));
  });

  test('with many problems gets twenty of them and the number of the others up to a hundred', async () => {
    const cart = Array.from({ length: 100 }, () => ({ taxMode: { type: 'x' } }));
    const { status, body } = await merchant.post(INVOICES, invoiceBody({ cart }));
    expect([status, body.code]).toEqual([400, 'invalidRequest']);
    expect(body.message).toMatch(
      /^body\.cart\[0\]\.product: 'product' is required; .*; request: has more than 100 more problems$/,
    );
    expect(body.message.match(/body\.cart/g)).toHaveLength(20);
    const fewer = await merchant.post(INVOICES, invoiceBody({ cart: cart.slice(0, 10) }));
    expect(fewer.body.message).toMatch(/; request: has 20 more problems$/);
  });

  test('with a list above its maximum length is refused before its items are validated', async () => {
    const cart = Array.from({ length: 101 }, () => ({ taxMode: { type: 'x' } }));
    const { status, body } = await merchant.post(INVOICES, invoiceBody({ cart }));
    expect([status, body]).toEqual([400, { code: 'invalidRequest', message: 'body.cart: maxItems 100' }]);
  });

  test.each([
    ['product', 'Чай\u0087'],
    ['description', 'a\u0008b'],
    ['externalID', 'x\u001b[2J'],
  ])('with a control character in %s is refused', async (field, value) => {
    const { status, body } = await merchant.post(INVOICES, invoiceBody({ [field]: value }));
    expect([status, body.message]).toEqual([400, `body.${field}: has a control character`]);
  });

  test('may contain text of several lines', async () => {
    expect((await merchant.post(INVOICES, invoiceBody({ description: 'one\n\ttwo\r\n' }))).status).toBe(201);
  });

  test('may have the maximum length in characters of any size', async () => {
    expect((await merchant.post(INVOICES, invoiceBody({ product: '🍵'.repeat(100) }))).status).toBe(201);
    expect(await merchant.post(INVOICES, invoiceBody({ product: '🍵'.repeat(101) }))).toMatchObject(
      refusal('invalidRequest'),
    );
  });

  test('matching one union variant nearly gets the problems of that variant', async () => {
    const paymentTool = { paymentToolType: 'MobileCommerceData', mobilePhone: { cc: '7', ctn: '123' } };
    const answer = await merchant.post('/v2/processing/payment-resources', {
      paymentTool,
      clientInfo: { fingerprint: 'browser' },
    });
    expect(answer).toMatchObject(refusal('invalidRequest'));
    expect(answer.body.message).toMatch(/^body\.paymentTool\.mobilePhone\.ctn: /);
  });
});
