import { anOperator } from '../tests/harness/factories/operator';
import { startApi, type TestApi } from '../tests/harness/api';
import { misspellings, requests, type SpecifiedRequest } from '../tests/harness/specified-requests';

let api: TestApi;
let operatorKey: string;

beforeAll(async () => {
  api = await startApi();
  operatorKey = (await anOperator(api.store.database, { name: 'test' })).secret;
});

afterAll(async () => api?.stop());

const SPECIFICATIONS = ['payments', 'wallets', 'payres', 'operators'];
const JSON_TYPE = 'application/json';
const INVOICES = '/v2/processing/invoices';

type Sending = { path: string; method?: string; body?: string | Buffer<ArrayBuffer>; type?: string };

/** Sends raw bytes with a valid key. */
async function send({ path, method = 'POST', body, type = JSON_TYPE }: Sending) {
  const key = path.startsWith('/operators/') ? operatorKey : api.own.apiKey;
  const headers = { Authorization: `Bearer ${key}`, 'X-Request-ID': 'text', 'Content-Type': type };
  const answer = await fetch(api.url + path, { method, headers, ...(body !== undefined && { body }) });
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() };
}

const WINDOWS_1251 = Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xc7, 0xe0, 0xea, 0x22, 0x7d]);

describe.each(SPECIFICATIONS)('every operation of %s that takes a body', (specification) => {
  const withBody = requests(specification).filter(({ schema }) => schema);

  async function readRefusals(sending: (request: SpecifiedRequest) => Partial<Sending>, words: RegExp): Promise<void> {
    for (const request of withBody) {
      const { path, method } = request;
      const { status, text } = await send({ path, method, ...sending(request) });
      expect([method, path, status, words.test(text)]).toEqual([method, path, 400, true]);
    }
  }

  test('refuses bytes that are not UTF-8 and names the encoding', () =>
    readRefusals(() => ({ body: WINDOWS_1251 }), /UTF-8/));

  test.each(['windows-1251', 'utf-16', '"utf-8"; charset=utf-16'])('refuses the charset %s', (charset) =>
    readRefusals(() => ({ body: '{}', type: `${JSON_TYPE}; charset=${charset}` }), /utf-8/),
  );

  test('refuses a repeated name at any depth', () =>
    readRefusals(() => ({ body: '{"x":{"amount":1,"amount":2}}' }), /x\.amount.*repeated/));

  test('refuses a number that is not exact', () =>
    readRefusals(() => ({ body: '{"x":[1,9007199254740993]}' }), /x\[1\].*double precision/));
});

describe.each(SPECIFICATIONS)('every object of the requests of %s', (specification) => {
  test('refuses a name that differs only in case and reports both names', async () => {
    const wrong: string[] = [];
    let count = 0;
    for (const { method, path, body, written, known } of misspellings(specification)) {
      count += 1;
      const { status, text } = await send({ path, method, ...(body !== undefined && { body }) });
      const namesBoth = text.includes(written) && text.includes(`'${known}'`);
      if (status !== 400 || !namesBoth) wrong.push(`${method} ${path} ${body}: ${status} ${text}`);
    }
    expect(wrong).toEqual([]);
    expect(count).toBeGreaterThan(0);
  });
});

const invoice = (fields: object) => ({
  ...{ shopID: api.own.shopID, dueDate: '2099-01-01T00:00:00Z', amount: 100, currency: 'RUB', product: 'Чай' },
  ...{ metadata: {}, ...fields },
});

test('an external id in another encoding creates no invoice', async () => {
  const text = JSON.stringify(invoice({ externalID: '##' }));
  for (const bytes of [Buffer.from([0xc0, 0xc1]), Buffer.from([0xc2, 0xc3])]) {
    const [before = '', after = ''] = text.split('##');
    const { status, text: answer } = await send({
      path: INVOICES,
      body: Buffer.concat([Buffer.from(before), bytes, Buffer.from(after)]),
    });
    expect([status, answer]).toEqual([400, expect.stringContaining('body: is not encoded in UTF-8')]);
  }
});

test.each(['0.1', '10.50', '9007199254740992', '-12.5e3', '1e21', '0.30000000000000004'])(
  'metadata keep the number %s',
  async (number) => {
    const body = JSON.stringify(invoice({})).replace('"metadata":{}', `"metadata":{"number":${number}}`);
    const { status, text } = await send({ path: INVOICES, body });
    expect(status).toBe(201);
    expect(JSON.parse(text).invoice.metadata).toEqual({ number: Number(number) });
  },
);

test.each([
  ['9007199254740993', 'metadata'],
  ['1e400', 'metadata'],
  ['0.1234567890123456789', 'metadata'],
  ['99999999999.9999999', 'amount'],
  ['100.5', 'amount'],
  ['1e400', 'amount'],
])('the number %s is refused in %s with its place', async (number, field) => {
  const body = JSON.stringify(invoice({ [field]: field === 'amount' ? '##' : { number: '##' } })).replace(
    '"##"',
    number,
  );
  const { status, text } = await send({ path: INVOICES, body });
  expect([status, JSON.parse(text).code]).toEqual([400, 'invalidRequest']);
  expect(text).toContain(field === 'amount' ? 'body.amount' : 'body.metadata.number');
});

test.each(['100.0', '1e2', '100'])('the integer %s is accepted as an amount', async (number) => {
  const body = JSON.stringify(invoice({ amount: '##' })).replace('"##"', number);
  const { status, text } = await send({ path: INVOICES, body });
  expect([status, JSON.parse(text).invoice.amount]).toEqual([201, 100]);
});

test('a refund with a misspelt amount is refused and refunds nothing', async () => {
  const path = `${INVOICES}/none/payments/1/refunds`;
  const { status, text } = await send({ path, body: '{"Amount":100,"currency":"RUB"}' });
  expect([status, JSON.parse(text)]).toEqual([
    400,
    { code: 'invalidRequest', message: "body.Amount: differs from 'amount' by letter case only" },
  ]);
});

test('unknown names and names within metadata are ignored', async () => {
  const body = JSON.stringify(invoice({ cms: 'x', metadata: { Amount: 1, amount: 2, SHOPID: 3 } }));
  expect((await send({ path: INVOICES, body })).status).toBe(201);
});

describe('an operation that takes no body', () => {
  test.each([
    ['GET', `${INVOICES}?externalID=none`, 404],
    ['GET', '/v2/processing/me', 200],
    ['PUT', '/v2/processing/me/activate', 204],
    ['GET', '/wallet/v0/wallets?limit=1', 200],
  ])('%s %s ignores the media type of a body', async (method, path, expected) => {
    for (const type of [JSON_TYPE, `${JSON_TYPE}; charset=windows-1251`, 'text/plain']) {
      expect((await send({ method, path, type })).status).toBe(expected);
    }
    if (method === 'GET') return;
    for (const body of ['', 'null', '{"a":', '{}']) expect((await send({ method, path, body })).status).toBe(expected);
  });
});

describe('an answer outside the APIs', () => {
  test.each([
    ['POST', '/files/x', 405],
    ['OPTIONS', '/files/x', 405],
    ['GET', '/files/x', 404],
    ['PUT', '/', 404],
    ['GET', '/', 404],
    ['GET', '/v3/invoices', 404],
    ['GET', '/callbacks', 404],
    ['PUT', '/callbacks/sandbox/sandbox', 405],
    ['DELETE', '/callbacks/none', 404],
    ['POST', '/healthz', 405],
    ['DELETE', '/readyz', 405],
    ['POST', '/operators', 404],
    ['GET', '/files/%ff', 400],
  ])('%s %s is answered in JSON, in the form of the API', async (method, path, expected) => {
    const { status, type, text } = await send({ method, path });
    expect([status, type]).toEqual([expected, 'application/json; charset=utf-8']);
    expect(JSON.parse(text)).toMatchObject({ message: expect.any(String) });
  });
});
