import { createHmac } from 'node:crypto';
import { request } from 'node:http';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { CALLBACK_SECRET, startApi, type TestApi } from '../tests/harness/api';

let api: TestApi;

beforeAll(async () => {
  api = await startApi();
});

afterAll(async () => api?.stop());

type Answer = { status: number; text: string };
type Sending = { method?: string; path: string; headers?: Record<string, string>; body?: string | Buffer };

/** Sends a raw request, which `fetch` would correct or refuse. */
function send({ method = 'GET', path, headers = {}, body }: Sending): Promise<Answer> {
  const standard = { Authorization: `Bearer ${api.own.apiKey}`, 'X-Request-ID': 'hostile' };
  const { hostname, port } = new URL(api.url);
  return new Promise((resolve, reject) => {
    const sent = { hostname, port, method, path, headers: { ...standard, ...headers } };
    const call = request(sent, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    call.on('error', reject);
    call.end(body);
  });
}

function expectRefused({ status, text }: Answer, allowed: readonly number[] = [400]): void {
  expect(allowed).toContain(status);
  expect(text).not.toMatch(/node_modules|\bat \S+ \(|\.ts:\d|\.js:\d/);
}

const INVOICES = '/v2/processing/invoices';
const JSON_TYPE = { 'Content-Type': 'application/json' };

describe('a callback', () => {
  const callback = (body: string | Buffer | undefined, headers: Record<string, string> = {}) =>
    send({ method: 'POST', path: '/callbacks/sandbox/sandbox', headers, ...(body === undefined ? {} : { body }) });
  const signed = (body: string | Buffer) => ({
    'X-Sandbox-Signature': createHmac('sha256', CALLBACK_SECRET).update(body).digest('hex'),
  });

  test.each([
    ['without a body', undefined, {}],
    ['without a media type', '{}', {}],
    ['of broken JSON', '{"operationID":', JSON_TYPE],
    ['of a bad encoding', 'no gzip', { 'Content-Encoding': 'gzip', ...JSON_TYPE }],
    ['with a signature that is no hexadecimal', '{}', { 'X-Sandbox-Signature': 'zz', ...JSON_TYPE }],
  ])('%s is refused without details', async (_what, body, headers) => {
    expectRefused(await callback(body, headers), [400, 401]);
  });

  test.each(['', 'null', '[]', '{"operationID":7}', '{', '"x"'])(
    'that is signed and says %j is refused',
    async (body) => {
      expectRefused(await callback(body, { ...JSON_TYPE, ...signed(body) }));
    },
  );

  test('with a valid signature and invalid UTF-8 is refused with the encoding named', async () => {
    const body = Buffer.from([0x7b, 0x22, 0x6f, 0x22, 0x3a, 0x22, 0xe0, 0x22, 0x7d]);
    const { status, text } = await callback(body, { ...JSON_TYPE, ...signed(body) });
    expect([status, JSON.parse(text)]).toEqual([
      400,
      { code: 'invalidRequest', message: 'body: is not encoded in UTF-8' },
    ]);
  });

  test.each(['stripe', 'unknown', '__proto__', 'toString'])(
    'of %s, which is no account, is not found',
    async (name) => {
      const path = `/callbacks/${name}/${name}`;
      const notFound = { status: 404, text: '{"message":"Connector not found"}' };
      expect(await send({ method: 'POST', path, body: '{}', headers: JSON_TYPE })).toEqual(notFound);
      expect(await send({ path })).toEqual(notFound);
    },
  );

  test('shows payers a closing page on GET', async () => {
    const { status, text } = await send({ path: '/callbacks/sandbox/sandbox?payment_intent=pi_1' });
    expect(status).toBe(200);
    expect(text).toContain('можно закрыть');
    expect(text).not.toContain('pi_1');
  });

  test('with a valid signature and an unknown operation is accepted', async () => {
    const body = '{"operationID":"payment/none.1/capture"}';
    expect(await callback(body, { ...JSON_TYPE, ...signed(body) })).toEqual({ status: 200, text: '' });
  });
});

describe('an address', () => {
  test.each([
    '/%ff',
    '/callbacks/%ff',
    '/v2/processing/invoices/%ff',
    '/v2/processing/invoices/%',
    '/v2/processing/invoices/%00',
    '/v2/processing/invoices/%ed%a0%80',
    '/v2/processing/invoices?externalID=%ff',
    '/v2/processing/invoices?externalID=%00',
    '/wallet/v0/wallets/%c0%ae',
    '/wallet/v0/wallets?limit=1&limit=2',
    '/wallet/v0/wallets?limit[]=1',
    '/wallet/v0/wallets?limit=1&identityID[a]=1',
    '/wallet/v0/wallets?limit=1&identityID=1&identityID=2',
    '/v2/processing/invoices?externalID=a&externalID=b',
    '/wallet/v0/wallets?limit=1e3',
    '/wallet/v0/wallets?limit=10000000000000000000000',
    '/wallet/v0/wallets?limit=0x10',
    '/wallet/v0/wallets?limit=1&__proto__=1&constructor=2&toString=3',
    '/wallet/v0/withdrawals?limit=1&createdAtFrom=0000-01-01T00:00:00Z',
    '/wallet/v0/withdrawals?limit=1&createdAtTo=9999-12-31T23:59:59-23:59',
    '/payres/v0/bank-cards/%ff',
    `/v2/processing/invoices/${'a'.repeat(10_000)}`,
    '//v2//processing/me',
    '/v2/processing/../../etc/passwd',
  ])('%.70s is answered without an internal error', async (path) => {
    expectRefused(await send({ path }), [200, 400, 404, 501]);
  });
});

describe('a body', () => {
  const invoice = (headers: Record<string, string>, body: string | Buffer) =>
    send({ method: 'POST', path: INVOICES, headers, body });

  test.each([
    ['Content-Type', { 'Content-Type': 'application/json; charset=utf-16' }, '{}'],
    ['Content-Type', { 'Content-Type': 'application/json; charset=nonsense' }, '{}'],
    ['Content-Type', { 'Content-Type': ';;;' }, '{}'],
    ['Content-Type', { 'Content-Type': 'multipart/form-data' }, '{}'],
    ['Content-Encoding', { ...JSON_TYPE, 'Content-Encoding': 'zstd' }, '{}'],
    ['Content-Encoding', { ...JSON_TYPE, 'Content-Encoding': 'gzip' }, 'no gzip'],
    ['Content-Encoding', { ...JSON_TYPE, 'Content-Encoding': 'gzip, gzip' }, gzipSync(gzipSync('{}'))],
  ])('with an invalid %s (%j) is refused', async (_header, headers, body) => {
    expectRefused(await invoice(headers, body));
  });

  test('with a decompression bomb is refused', async () => {
    const bomb = gzipSync(Buffer.alloc(256 * 1_048_576, 0x20));
    expectRefused(await invoice({ ...JSON_TYPE, 'Content-Encoding': 'gzip' }, bomb));
  });

  test.each(['null', '"text"', '7', '[]', '', ' ', '{"a":1}}', "{'a':1}", '{"__proto__":{"a":1}}', '\ufeff{}'])(
    'of %j is refused',
    async (body) => expectRefused(await invoice(JSON_TYPE, body)),
  );

  test('in invalid UTF-8 is refused', async () => {
    expectRefused(await invoice(JSON_TYPE, Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])));
  });

  test.each([
    ['shorter than its length says', 'Content-Length: 100\r\n\r\n{}'],
    ['of two lengths', 'Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}'],
    ['chunked badly', 'Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n'],
    ['chunked and of a length', 'Transfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n{}'],
  ])('with %s does no harm', async (_what, rest) => {
    const { hostname, port } = new URL(api.url);
    const head = `POST ${INVOICES} HTTP/1.1\r\nHost: api\r\nX-Request-ID: raw\r\nAuthorization: Bearer ${api.own.apiKey}\r\n`;
    const answer = await new Promise<string>((resolve) => {
      let text = '';
      const socket = connect(Number(port), hostname, () =>
        socket.end(`${head}Content-Type: application/json\r\n${rest}`),
      );
      socket.on('data', (part) => (text += part.toString()));
      socket.on('error', () => resolve(text)).on('close', () => resolve(text));
    });
    expect(answer).not.toMatch(/^HTTP\/1\.1 5|node_modules/);
    expect((await send({ path: '/healthz' })).status).toBe(200);
  });
});

describe('headers', () => {
  test.each([
    ['Authorization', 'Bearer '],
    ['Authorization', `Bearer ${'a'.repeat(12_000)}`],
    ['Authorization', 'Bearer a.b.c'],
    ['Authorization', 'Basic Og=='],
    ['X-Request-Deadline', '9'.repeat(39) + 'm'],
    ['X-Request-Deadline', '9999-99-99T99:99:99Z'],
    ['X-Request-ID', 'x'.repeat(8_000)],
    ['Expect', 'nonsense'],
    ['Cookie', ';;;=;'],
  ])('%s: %.30s is answered without an internal error', async (name, value) => {
    expectRefused(await send({ path: '/v2/processing/me', headers: { [name]: value } }), [200, 400, 401, 417]);
  });

  test('above the size limit are refused', async () => {
    const { status } = await send({ path: '/healthz', headers: { 'X-Large': 'x'.repeat(200_000) } });
    expect(status).toBe(431);
  });
});

describe('a time beyond the range of Temporal', () => {
  const body = (dueDate: string) => ({
    ...{ shopID: api.own.shopID, dueDate, amount: 100, currency: 'RUB', product: 'Чай', metadata: {} },
  });

  test.each(['2407-01-01T00:00:00Z', '9999-12-31T23:59:59Z', '9999-12-31T23:59:59-23:59', '0000-01-01T00:00:00Z'])(
    '%s is refused as a due date',
    async (dueDate) => {
      const answer = await api.own.merchant.post(INVOICES, body(dueDate));
      expect([answer.status, answer.body.code]).toEqual([400, 'invalidRequest']);
    },
  );

  test('ninety years from now is accepted as a due date', async () => {
    const dueDate = `${new Date().getUTCFullYear() + 90}-01-01T00:00:00Z`;
    expect((await api.own.merchant.post(INVOICES, body(dueDate))).status).toBe(201);
  });
});
