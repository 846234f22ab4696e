import { randomBytes } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { defaultPayloadConverter as converter } from '@temporalio/common';
import { createLogger } from '../../runtime/logger';
import { EncryptingCodec } from '../../runtime/payload-codec';
import { startCodecServer } from './server';
import { codecUrl, uiOrigins } from './where';

const UI = 'http://127.0.0.1:8233';
const key = { id: '0000aaaa', bytes: randomBytes(32) };
const other = { id: '1111bbbb', bytes: randomBytes(32) };
const codecWith = (first: typeof key): EncryptingCodec =>
  new EncryptingCodec({ keys: { first, all: [first] }, isWriting: true });

let server: Awaited<ReturnType<typeof startCodecServer>>;
beforeAll(async () => {
  server = await startCodecServer({
    host: '127.0.0.1',
    port: 0,
    codec: codecWith(key),
    namespace: 'payments',
    origins: [UI],
    hostnames: ['codec.example'],
    logger: createLogger({ process: 'codec', level: 'silent' }),
  });
});
afterAll(() => server?.stop());

interface CodecResponse {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

/** `fetch` does not allow setting Host and Origin. */
function request(
  path: string,
  given: { method?: string; headers?: object; body?: string | Buffer } = {},
): Promise<CodecResponse> {
  const { method = 'POST', headers = {}, body } = given;
  return new Promise((resolve, reject) => {
    const options = { port: server.port, host: '127.0.0.1', path, method, headers: { ...headers }, agent: false };
    const sent = httpRequest(options, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => (text += part));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
    });
    sent.on('error', reject).end(body);
  });
}

const json = (payloads: readonly { metadata?: unknown; data?: unknown }[]): string =>
  JSON.stringify({
    payloads: payloads.map(({ metadata, data }) => ({
      metadata: Object.fromEntries(
        Object.entries(metadata as Record<string, Uint8Array>).map(([name, value]) => [
          name,
          Buffer.from(value).toString('base64'),
        ]),
      ),
      data: Buffer.from(data as Uint8Array).toString('base64'),
    })),
  });

const clear = converter.toPayload({ invoiceID: 'inv-1' });
const getData = (text: string): string[] =>
  (JSON.parse(text) as { payloads: { data: string }[] }).payloads.map(({ data }) =>
    Buffer.from(data, 'base64').toString('utf8'),
  );

test('decode decrypts payloads and keeps plain ones, and encode encrypts', async () => {
  const [encrypted] = await codecWith(key).encode([clear]);
  const decoded = await request('/decode', { body: json([encrypted ?? {}, clear]) });
  expect([decoded.status, decoded.headers['content-type']]).toEqual([200, 'application/json']);
  expect(getData(decoded.text)).toEqual(['{"invoiceID":"inv-1"}', '{"invoiceID":"inv-1"}']);
  const encoded = await request('/any/depth/encode', { body: json([clear]), headers: { 'X-Namespace': 'payments' } });
  expect(encoded.text).not.toContain(Buffer.from('inv-1').toString('base64').slice(0, 6));
  expect(getData((await request('/decode', { body: encoded.text })).text)).toEqual(['{"invoiceID":"inv-1"}']);
  expect((await request('/decode', { body: '{"payloads":[]}' })).text).toBe('{"payloads":[]}');
});

test('only pages of Temporal UI are allowed', async () => {
  const preflight = { 'Access-Control-Request-Method': 'POST', 'Access-Control-Request-Headers': 'x-namespace' };
  const granted = await request('/decode', { method: 'OPTIONS', headers: { Origin: UI, ...preflight } });
  expect(granted.status).toBe(204);
  expect(granted.headers).toMatchObject({
    'access-control-allow-origin': UI,
    'access-control-allow-headers': expect.stringContaining('X-Namespace'),
    vary: 'Origin',
  });
  const requested = await request('/decode', { headers: { Origin: UI }, body: json([clear]) });
  expect([requested.status, requested.headers['access-control-allow-origin']]).toEqual([200, UI]);
  for (const Origin of ['http://evil.example', 'null', 'http://127.0.0.1:8234', `${UI}.evil.example`]) {
    for (const method of ['OPTIONS', 'POST']) {
      const refused = await request('/decode', { method, headers: { Origin }, body: json([clear]) });
      expect([refused.status, refused.headers['access-control-allow-origin']]).toEqual([403, undefined]);
    }
  }
});

test('foreign host names and namespaces are refused', async () => {
  const body = json([clear]);
  for (const Host of ['evil.example', 'evil.example:8084', '127.0.0.1.evil.example']) {
    expect((await request('/decode', { headers: { Host }, body })).status).toBe(403);
  }
  for (const Host of ['localhost:8084', '[::1]:8084', 'codec.example']) {
    expect((await request('/decode', { headers: { Host }, body })).status).toBe(200);
  }
  expect((await request('/decode', { headers: { 'X-Namespace': 'default' }, body })).status).toBe(403);
});

test('unreadable payloads and unknown paths give the protocol’s status codes', async () => {
  const [foreign] = await codecWith(other).encode([clear]);
  const unknown = await request('/decode', { body: json([clear, foreign ?? {}]) });
  expect([unknown.status, unknown.text]).toEqual([400, expect.stringContaining('names the key 1111bbbb')]);
  for (const body of ['', 'no', '[]', '{"payloads":[{"data":"%%%"}]}', '{"payloads":[{"metadata":{"encoding":1}}]}']) {
    expect((await request('/decode', { body })).status).toBe(400);
  }
  expect((await request('/else')).status).toBe(404);
  expect((await request('/decode', { method: 'GET' })).status).toBe(405);
  expect((await request('/readyz', { method: 'GET' })).status).toBe(200);
});

test('a body that is not UTF-8 is refused', async () => {
  const body = Buffer.concat([Buffer.from('{"payloads":[],"'), Buffer.from([0xe0]), Buffer.from('":1}')]);
  expect(await request('/decode', { body })).toMatchObject({ status: 400, text: 'the body is not encoded in UTF-8' });
});

test('defaults are the local address and the local Temporal UI', () => {
  expect(codecUrl({ CODEC_URL: undefined, CODEC_PORT: 8084 })).toBe('http://127.0.0.1:8084');
  const local = ['http://127.0.0.1:8233', 'http://localhost:8233'];
  expect(uiOrigins({ TEMPORAL_UI_URL: undefined, TEMPORAL_UI_PORT: 8233 })).toEqual(local);
  const given = { TEMPORAL_UI_URL: 'https://temporal.example/ui', TEMPORAL_UI_PORT: 8233 };
  expect(uiOrigins(given)).toEqual(['https://temporal.example']);
});
