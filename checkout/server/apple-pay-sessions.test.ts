import { once } from 'node:events';
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo, LookupFunction, Server as NetServer } from 'node:net';
import { text } from 'node:stream/consumers';
import type { TLSSocket } from 'node:tls';
import express from 'express';
import { createAuthority, type CertificateFiles } from '../../vault/certificates/certificates';
import { createAppleSessions, SESSION_PATH } from './apple-pay-sessions';

const HOST = 'apple-pay-gateway.apple.com';
const ASKED = {
  validationURL: `https://${HOST}/paymentservices/startSession`,
  merchantID: 'merchant.com.example',
  merchantName: 'Чайная лавка',
  domain: 'attacker.example',
};

let gateway: Server;
let page: NetServer;
let url: string;
let answer: { status: number; body: string };
const requests: { path?: string; host?: string; client?: string; body: unknown }[] = [];
const resolved: string[] = [];

async function listen(server: NetServer): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** The gateway on the loopback address, under Apple’s name and an authority of the test. */
beforeAll(async () => {
  const authority = await createAuthority();
  const served = await authority.issue('gateway', [HOST]);
  const own = await authority.issue('merchant.com.example');
  const tls = { ...served, ca: authority.cert, requestCert: true, rejectUnauthorized: true };
  const serveSession = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { subject } = (request.socket as TLSSocket).getPeerCertificate();
    const body = JSON.parse(await text(request)) as unknown;
    const client = String(subject.CN);
    requests.push({ path: request.url ?? '', host: request.headers.host ?? '', client, body });
    response.writeHead(answer.status).end(answer.body);
  };
  gateway = createServer(tls, (request, response) => void serveSession(request, response));
  url = await serve({ ...own, port: await listen(gateway), ca: authority.cert });
});

async function serve({ port, ca, cert, key }: CertificateFiles & { port: number; ca: string }): Promise<string> {
  const lookup: LookupFunction = (host, _options, found) => {
    resolved.push(host);
    found(null, [{ address: '127.0.0.1', family: 4 }]);
  };
  const logger = { warn: () => undefined };
  const connection = { port, ca, lookup };
  const app = express().use(createAppleSessions({ domain: 'pay.example', cert, key, connection, logger }));
  page = createHttpServer(app);
  return `http://127.0.0.1:${await listen(page)}${SESSION_PATH}`;
}

beforeEach(() => {
  answer = { status: 200, body: '{"nonce":"of-apple"}' };
  requests.length = 0;
});

afterAll(() => {
  for (const server of [gateway, page]) {
    server.close();
    if ('closeAllConnections' in server) server.closeAllConnections();
  }
});

const ask = (body: object, type = 'application/json') =>
  fetch(url, { method: 'POST', headers: { 'Content-Type': type }, body: JSON.stringify(body) });

test('a session is requested with the merchant’s certificate for the checkout’s own host', async () => {
  const given = await ask(ASKED);
  expect([given.status, await given.json()]).toEqual([200, { nonce: 'of-apple' }]);
  expect(given.headers.get('cache-control')).toBe('no-store');
  expect(requests).toEqual([
    {
      path: '/paymentservices/paymentSession',
      host: expect.stringContaining(HOST) as string,
      client: 'merchant.com.example',
      body: {
        merchantIdentifier: 'merchant.com.example',
        displayName: 'Чайная лавка',
        initiative: 'web',
        initiativeContext: 'pay.example',
      },
    },
  ]);
});

test.each([
  ...['https://169.254.169.254/', 'https://localhost/', `http://${HOST}/`, `https://${HOST}.attacker.example/`],
  ...[`https://attacker.example/${HOST}`, `https://${HOST}@attacker.example/`, 'https://apple.com/', 'file:///etc'],
  ...['https://xapple-pay-gateway.apple.com/', 'https://apple-pay-gateway.apple.com.', 'https://[::1]/', ''],
])('nothing is sent for the address %j', async (validationURL) => {
  resolved.length = 0;
  expect((await ask({ ...ASKED, validationURL })).status).toBe(400);
  expect([requests, resolved]).toEqual([[], []]);
});

test('a request in another form is refused: other origins cannot send JSON', async () => {
  expect((await ask(ASKED, 'text/plain')).status).toBe(400);
  expect((await ask({ ...ASKED, merchantID: 'a b' })).status).toBe(400);
  expect((await ask({ ...ASKED, merchantName: 'x'.repeat(5_000) })).status).toBe(413);
  expect(requests).toEqual([]);
});

test.each([
  { status: 417, body: 'payment services exception' },
  { status: 302, body: '' },
  { status: 200, body: 'no JSON' },
  { status: 200, body: JSON.stringify({ nonce: 'x'.repeat(70_000) }) },
])('an answer that is no session gives nothing of it: %#', async (given) => {
  answer = given;
  const refused = await ask(ASKED);
  expect([refused.status, await refused.text()]).toEqual([502, 'Bad Gateway']);
});

test('a server with another certificate than that of the name is not asked', async () => {
  const validationURL = 'https://cn-apple-pay-gateway.apple.com/paymentservices/startSession';
  expect((await ask({ ...ASKED, validationURL })).status).toBe(502);
  expect(requests).toEqual([]);
});
