import { anInvoice, tokenise } from '../../acceptance/story';
import { httpClient, type HttpClient } from '../../testing/http-client';
import { startPlatform, type Platform } from '../../testing/platform';

let platform: Platform;
let merchant: HttpClient;
let shopID: string;

beforeAll(async () => {
  platform = await startPlatform({ processes: ['api'] });
  merchant = httpClient({ baseUrl: platform.apiUrl, token: platform.demo.apiKey });
  shopID = platform.demo.shopID;
}, 240_000);
afterAll(() => platform?.stop());

const INVOICES = '/v2/processing/invoices';

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
  test('is heard back', async () => {
    const { headers } = await merchant.get('/v2/processing/me', { headers: { 'X-Request-ID': 'my-request-1' } });
    expect(headers.get('x-request-id')).toBe('my-request-1');
  });

  test.each([
    ['missing', undefined],
    ['longer than 32 characters', 'x'.repeat(33)],
    ['empty', ''],
  ])('that is %s is refused by name', async (_what, value) => {
    const { status, body } = await merchant.get('/v2/processing/me', { headers: { 'X-Request-ID': value } });
    expect(status).toBe(400);
    expect(body.code).toBe('invalidRequest');
    expect(body.message).toContain('X-Request-ID');
  });

  test('stands in the log lines of its request', async () => {
    await merchant.get('/v2/processing/invoices/none', { headers: { 'X-Request-ID': 'find-me-in-the-log' } });
    const { readFileSync } = await import('node:fs');
    const { setTimeout: sleep } = await import('node:timers/promises');
    await sleep(300);
    expect(readFileSync(platform.processes.api.logFile, 'utf8')).toContain('find-me-in-the-log');
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

  test('that passes while the API works is answered 504', async () => {
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
  ])('that are %s are refused, never coerced', async (_what, amount) => {
    const text = JSON.stringify(invoiceBody()).replace('"amount":10000', `"amount":${amount}`);
    const { status, body } = await merchant.post(INVOICES, text);
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'invalidRequest' });
    expect(body.message).toContain('amount');
  });

  test('up to 2^53 − 1 are kept to the last unit', async () => {
    const { body } = await merchant.post(INVOICES, invoiceBody({ amount: 9_007_199_254_740_991 }));
    expect(body.invoice.amount).toBe(9_007_199_254_740_991);
  });
});

describe('bodies', () => {
  test.each([
    ['no JSON', '{"shopID":'],
    ['an array', '[]'],
    ['text with NUL', '{"shopID":"a\\u0000b"}'],
    ['half of a surrogate pair', '{"shopID":"\\ud800"}'],
  ])('that are %s are refused', async (_what, text) => {
    const { status, body } = await merchant.post(INVOICES, text);
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'invalidRequest' });
  });

  test('may have fields that nobody knows', async () => {
    expect((await merchant.post(INVOICES, invoiceBody({ unknownField: 1 }))).status).toBe(201);
  });

  test('that hold a card number in a wrong place are refused without repeating it', async () => {
    const { status, body } = await merchant.post('/v2/processing/payment-resources', {
      paymentTool: { paymentToolType: 'CardData', cardNumber: '4242424242424242', expDate: 'soon', cvv: '987' },
      clientInfo: { fingerprint: 'x' },
    });
    expect(status).toBe(400);
    expect(body.message).toContain('expDate');
    expect(JSON.stringify(body)).not.toMatch(/4242424242424242|987/);
  });
});

describe('what is somebody else’s', () => {
  test('is not found, as if it did not exist', async () => {
    const invoice = await anInvoice(merchant, shopID);
    const other = await anInvoice(merchant, shopID);
    const holder = merchant.as(other.token);
    const { status, body } = await holder.get(`${INVOICES}/${invoice.id}`);
    expect({ status, body }).toEqual({ status: 404, body: { message: 'Invoice not found' } });
  });

  test('cannot be changed by an access token', async () => {
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

test('a path that no operation has is not found', async () => {
  const { status } = await merchant.get('/v2/processing/nothing-of-the-kind');
  expect(status).toBe(404);
});

test('the tokens of a card fit their bounds and say nothing of it', async () => {
  const { paymentToolToken, paymentSession } = await tokenise(merchant, '4242424242424242');
  expect(paymentToolToken?.length).toBeLessThanOrEqual(2_000);
  expect(paymentSession?.length).toBeLessThanOrEqual(1_000);
  expect(Buffer.from(paymentToolToken ?? '', 'base64').toString()).not.toContain('4242424242424242');
});
