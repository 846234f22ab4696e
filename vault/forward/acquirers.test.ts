import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { Acquirers, NoAcquirerAnswer, NotSent, OriginNotAllowed } from './acquirers';

const LOOPBACK = ['127.0.0.0/8', '::1/128'];

let server: Server;
let port: number;
let listener: RequestListener;
const open: Acquirers[] = [];

beforeAll(async () => {
  server = createServer((request, response) => listener(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});

afterEach(async () => {
  server.closeAllConnections();
  await Promise.all(open.splice(0).map(async (acquirers) => acquirers.close()));
});

afterAll(async () => new Promise((resolve) => server.close(resolve)));

function acquirersOf(origins: string[], privateNetworks: string[] = []): Acquirers {
  const acquirers = new Acquirers({ origins, privateNetworks });
  open.push(acquirers);
  return acquirers;
}

function isAllowed(origins: string[], url: string, privateNetworks: string[] = []): boolean {
  try {
    acquirersOf(origins, privateNetworks).assertAllowed(new URL(url));
    return true;
  } catch (error) {
    expect(error).toBeInstanceOf(OriginNotAllowed);
    expect(error).toMatchObject({
      name: 'OriginNotAllowed',
      message: `the vault may not send cards to ${new URL(url).origin}`,
    });
    return false;
  }
}

async function send(
  answer: RequestListener,
  { host = '127.0.0.1', privateNetworks = LOOPBACK, timeoutMs = 10_000 } = {},
) {
  listener = answer;
  const url = new URL(`http://${host}:${port}/v1/payments?a=b`);
  return acquirersOf([url.origin], privateNetworks).send({
    ...{ method: 'PUT', url, body: '{"a":1}', timeoutMs },
    headers: { 'content-type': 'application/json' },
  });
}

const failure = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'answered',
    (error: unknown) => error,
  );

test.each([
  ['https://api.stripe.com', 'https://api.stripe.com/v1/charges', true],
  ['https://api.stripe.com', 'https://api.stripe.com:443/', true],
  ['https://api.stripe.com', 'http://api.stripe.com/', false],
  ['https://api.stripe.com', 'https://api.stripe.com:8443/', false],
  ['https://api.stripe.com', 'https://apixstripe.com/', false],
  ['https://api.stripe.com', 'https://api.stripe.com.evil.example/', false],
  ['https://api.stripe.com', 'https://evil.api.stripe.com/', false],
  ['https://api.stripe.com', 'https://user@api.stripe.com/', false],
  ['https://api.stripe.com', 'https://:secret@api.stripe.com/', false],
  ['https://*-live.adyen.com', 'https://shop-1-live.adyen.com/', true],
  ['https://*-live.adyen.com', 'https://-live.adyen.com/', false],
  ['https://*-live.adyen.com', 'https://evil.example.shop-live.adyen.com/', false],
])('with the origin %s the address %s is allowed: %p', (origin, url, expected) => {
  expect(isAllowed([origin], url)).toBe(expected);
});

test('an address is allowed if any origin names it, and none without origins', () => {
  const origins = ['https://one.example', 'https://two.example'];
  expect(origins.map((url) => isAllowed(origins, url))).toEqual([true, true]);
  expect(isAllowed([], 'https://one.example')).toBe(false);
});

test('a named address in figures is allowed if it is public, or in a private network that is named', () => {
  expect(isAllowed(['http://93.184.216.34'], 'http://93.184.216.34/')).toBe(true);
  expect(isAllowed(['http://10.0.0.1'], 'http://10.0.0.1/')).toBe(false);
  expect(isAllowed(['http://10.0.0.1'], 'http://10.0.0.1/', ['10.0.0.0/24'])).toBe(true);
  expect(isAllowed(['http://[::1]'], 'http://[::1]/')).toBe(false);
  expect(isAllowed(['http://[::1]'], 'http://[::1]/', ['::1/128'])).toBe(true);
});

test('a request is sent as it is given, and asks for an answer that is not compressed', async () => {
  const response = await send((request, given) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      const { method, url, headers } = request;
      given.writeHead(402, { 'request-id': 'r', 'set-cookie': ['a=1', 'b=2'] });
      given.end(JSON.stringify([method, url, headers['content-type'], headers['accept-encoding'], body]));
    });
  });
  expect(response).toMatchObject({ status: 402, headers: { 'request-id': 'r', 'set-cookie': 'a=1, b=2' } });
  expect(JSON.parse(response.body)).toEqual(['PUT', '/v1/payments?a=b', 'application/json', 'identity', '{"a":1}']);
});

test.each([
  ['identity', Buffer.from('answer')],
  [' IDENTITY ', Buffer.from('answer')],
  ['', Buffer.from('answer')],
  ['gzip', gzipSync('answer')],
  ['X-GZIP', gzipSync('answer')],
  ['deflate', deflateSync('answer')],
  [' br', brotliCompressSync('answer')],
])('an answer in the encoding %p is read', async (encoding, body) => {
  const answer = await send((_request, response) => {
    response.writeHead(200, { 'content-encoding': encoding }).end(body);
  });
  expect(answer.body).toBe('answer');
});

test.each(['zstd', 'gzip, gzip', 'constructor'])('an answer in the encoding %p is none', async (encoding) => {
  const work = send((_request, response) => {
    response.writeHead(200, { 'content-encoding': encoding }).end('answer');
  });
  expect(await failure(work)).toBeInstanceOf(NoAcquirerAnswer);
});

test('an answer of a megabyte is read, compressed or not, and a longer one is none', async () => {
  const respond = (bytes: number, isCompressed: boolean) =>
    failure(
      send((_request, response) => {
        const text = Buffer.alloc(bytes, 'x');
        response.writeHead(200, isCompressed ? { 'content-encoding': 'gzip' } : {});
        response.end(isCompressed ? gzipSync(text) : text);
      }),
    );
  for (const isCompressed of [false, true]) {
    expect(await respond(1_048_576, isCompressed)).toBe('answered');
    expect(await respond(1_048_577, isCompressed)).toBeInstanceOf(NoAcquirerAnswer);
  }
});

test('an acquirer that is silent, or breaks off its answer, may have got the request', async () => {
  const silent = await failure(send(() => undefined, { timeoutMs: 100 }));
  const slow = await failure(
    send((_request, response) => void response.writeHead(200).write('half'), { timeoutMs: 500 }),
  );
  const broken = await failure(send((request) => request.socket.destroy()));
  const message = 'the acquirer did not answer in time or in full';
  for (const error of [silent, slow, broken]) {
    expect(error).toBeInstanceOf(NoAcquirerAnswer);
    expect(error).toMatchObject({ name: 'NoAcquirerAnswer', message });
  }
});

test('a request whose connection is refused was not sent', async () => {
  const url = new URL('http://127.0.0.1:1/');
  const request = { method: 'POST', url, headers: {}, body: '{}', timeoutMs: 10_000 } as const;
  const error = await failure(acquirersOf([url.origin], LOOPBACK).send(request));
  expect(error).toBeInstanceOf(NotSent);
  expect(error).toMatchObject({ name: 'NotSent', message: 'the acquirer was not reached (ECONNREFUSED)' });
});

test('a name is connected to if its address is allowed, and gets nothing if it is private', async () => {
  const answer: RequestListener = (_request, response) => void response.end('answer');
  expect(await send(answer, { host: 'localhost' })).toMatchObject({ status: 200, body: 'answer' });
  const received = jest.fn();
  const error = await failure(send(received, { host: 'localhost', privateNetworks: ['10.0.0.0/8'] }));
  expect(error).toBeInstanceOf(NotSent);
  expect((error as Error).message).toContain('ADDRESS_REFUSED');
  expect(received).not.toHaveBeenCalled();
});

test('a name that does not resolve was not sent to', async () => {
  const error = await failure(send(() => undefined, { host: 'acquirer.invalid' }));
  expect(error).toBeInstanceOf(NotSent);
  expect((error as Error).message).toMatch(/ENOTFOUND|EAI_AGAIN/);
});
