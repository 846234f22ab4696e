import { getEventListeners } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { HttpSender } from './http-sender';
import { listenLocally } from '../tests/harness/local-server';

const body = Buffer.from('{"eventID":1}');
const contentSignature = 'alg=RS256; digest=AA==';

let sender: HttpSender;
let server: Server;
let url: string;
let handle: RequestListener;
let connectionCount: number;
let requestCount: number;

beforeEach(async () => {
  [connectionCount, requestCount] = [0, 0];
  handle = (_request, response) => void response.end();
  server = createServer((request, response) => {
    requestCount++;
    request.resume();
    handle(request, response);
  });
  server.on('connection', () => connectionCount++);
  url = `${await listenLocally(server)}/hook`;
  sender = new HttpSender({ allowedNetworks: ['127.0.0.0/8', '::1/128'] });
});
afterEach(async () => {
  await sender.close();
  server.closeAllConnections();
  if (server.listening) await new Promise((resolve) => server.close(resolve));
});

const send = (options = {}, headers: Record<string, string> = {}) =>
  sender.send({ url, body, contentSignature, headers }, options);

test('further headers of a message are sent beside the fixed ones', async () => {
  let seen: object = {};
  handle = (request, response) => {
    seen = request.headers;
    response.end();
  };
  await send({}, { 'webhook-id': '7' });
  expect(seen).toMatchObject({ 'user-agent': 'Holdfast', 'content-signature': contentSignature, 'webhook-id': '7' });
});

test.each([
  ['no byte', '', null],
  ['a short text', 'ok', 'ok'],
  ['exactly a kilobyte', 'x'.repeat(1_024), 'x'.repeat(1_024)],
  ['a byte more', `${'x'.repeat(1_024)}y`, 'x'.repeat(1_024)],
  ['zero bytes only', '\0\0', '\uFFFD\uFFFD'],
])('the first kilobyte of a response with %s is kept', async (_, text, answer) => {
  handle = (_request, response) => void response.end(text);
  expect(await send()).toMatchObject({ status: 200, error: null, answer });
});

test('a response in several parts is kept in their order', async () => {
  handle = (_request, response) => {
    response.write('first,');
    setTimeout(() => response.write('second,'), 50);
    setTimeout(() => response.end('third'), 100);
  };
  expect(await send()).toMatchObject({ answer: 'first,second,third' });
});

test('a response that breaks off counts with its status and what has arrived', async () => {
  handle = (request, response) => {
    response.writeHead(500, { 'Content-Length': '100' }).write('partial');
    setTimeout(() => request.socket.destroy(), 100);
  };
  expect(await send()).toMatchObject({ status: 500, error: null, answer: 'partial' });
});

test('headers of a response above sixteen kilobytes are a failed attempt', async () => {
  handle = (_request, response) => void response.writeHead(200, { 'X-Long': 'x'.repeat(15_000) }).end();
  expect(await send()).toMatchObject({ status: 200 });
  handle = (_request, response) => void response.writeHead(200, { 'X-Long': 'x'.repeat(17_000) }).end();
  expect(await send()).toMatchObject({ status: null, error: 'UND_ERR_HEADERS_OVERFLOW', answer: null });
});

test('a host gets at most 64 connections; further messages wait', async () => {
  const waiting: (() => void)[] = [];
  handle = (_request, response) => void waiting.push(() => response.end());
  const sending = Promise.all(Array.from({ length: 70 }, () => send()));
  for (let waited = 0; waiting.length < 64 && waited < 200; waited++) await sleep(20);
  await sleep(300);
  expect([connectionCount, waiting.length]).toEqual([64, 64]);
  handle = (_request, response) => void response.end();
  for (const respond of waiting) respond();
  expect((await sending).every(({ status }) => status === 200)).toBe(true);
});

test('a connection is used again within three seconds and not later', async () => {
  server.keepAliveTimeout = 60_000;
  await send();
  // A connection is free a moment after its response has ended.
  await sleep(100);
  await send();
  expect(connectionCount).toBe(1);
  await sleep(3_500);
  await send();
  expect([connectionCount, requestCount]).toEqual([2, 3]);
});

test('a connection that closes without any response is not tried again', async () => {
  handle = (request) => void request.socket.destroy();
  expect(await send()).toMatchObject({ status: null, error: 'UND_ERR_SOCKET' });
  expect(requestCount).toBe(1);
});

test('a name whose every address refuses has the error of the first', async () => {
  await new Promise((resolve) => server.close(resolve));
  const both = ['127.0.0.1', '::1'].map((address, index) => ({ address, family: index === 0 ? 4 : 6 }));
  const resolving = new HttpSender({ allowedNetworks: ['127.0.0.0/8', '::1/128'], resolver: async () => both });
  const named = url.replace('127.0.0.1', 'shop.example');
  const attempt = await resolving.send({ url: named, body, contentSignature });
  expect(attempt).toMatchObject({ status: null, error: 'ECONNREFUSED' });
  await resolving.close();
});

test('an attempt has the moment of the given clock and its duration', async () => {
  handle = (_request, response) => void setTimeout(() => response.end(), 300);
  const now = new Date('2026-11-21T12:00:00Z');
  const attempt = await send({ now: () => now });
  expect(attempt.startedAt).toBe(now);
  expect(Number.isInteger(attempt.durationMs)).toBe(true);
  expect(attempt.durationMs).toBeGreaterThanOrEqual(290);
  expect(attempt.durationMs).toBeLessThan(10_000);
  const before = Date.now();
  expect((await send()).startedAt.getTime()).toBeGreaterThanOrEqual(before);
});

test('a stopped sender sends nothing, and attempts leave no listener on the signal', async () => {
  const stop = new AbortController();
  await send({ stop: stop.signal });
  handle = (request) => void request.socket.destroy();
  await send({ stop: stop.signal });
  expect(getEventListeners(stop.signal, 'abort')).toEqual([]);
  stop.abort(new Error('shutting down'));
  await expect(send({ stop: stop.signal })).rejects.toThrow('shutting down');
  expect(requestCount).toBe(2);
});

test('a stop during a response aborts the attempt with its reason', async () => {
  handle = () => undefined;
  const stop = new AbortController();
  const sending = send({ stop: stop.signal });
  const outcome = expect(sending).rejects.toThrow('shutting down');
  for (let waited = 0; requestCount === 0 && waited < 200; waited++) await sleep(10);
  stop.abort(new Error('shutting down'));
  await outcome;
});
