import { createServer, type RequestListener } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { stopServer } from '../tests/harness/local-server';
import { listen } from './listen';

const handle: RequestListener = (request, response) => {
  if (request.url === '/streams') return void response.write('begun');
  if (request.url === '/hangs') return;
  if (request.url === '/early') return void response.end('early');
  if (request.url === '/closes') return void response.setHeader('Connection', 'close').end('last');
  request.resume().on('end', () => response.end('ok'));
};
const server = createServer({ requestTimeout: 300, headersTimeout: 300, connectionsCheckingInterval: 50 }, handle);
let port: number;

beforeAll(async () => {
  port = await listen(server, { host: '127.0.0.1', port: 0 });
});

afterAll(() => stopServer(server));

/** Collects what the server sends until it closes the connection. */
async function converse(speak: (socket: Socket) => void): Promise<{ text: string; problem?: string }> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  let [text, problem] = ['', ''];
  socket.setEncoding('latin1').on('data', (part: string) => (text += part));
  socket.on('error', (error: NodeJS.ErrnoException) => (problem = error.code ?? ''));
  speak(socket);
  await new Promise((resolve) => socket.once('end', () => socket.end()).once('close', resolve));
  return { text, ...(problem && { problem }) };
}

const HEAD = 'GET / HTTP/1.1\r\nHost: a\r\n';

test.each([
  ['431', `${HEAD}X-Large: ${'x'.repeat(200_000)}\r\n\r\n`],
  ['400', 'no HTTP\r\n\r\n'],
  ['400', `no HTTP${'x'.repeat(200_000)}`],
  ['400', `POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n${'x'.repeat(200_000)}`],
  ['408', HEAD],
  ['408', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nhalf'],
])('a request that cannot be read is answered with %s', async (status, sent) => {
  const { text, problem } = await converse((socket) => socket.write(sent));
  const [head = '', body = ''] = text.split('\r\n\r\n');
  expect(problem).toBeUndefined();
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} .*\r\nConnection: close\r\n`));
  expect(JSON.parse(body)).toEqual({ code: 'invalidRequest', message: expect.any(String) });
});

test('a request that is completed after 408 is not handled', async () => {
  const { text } = await converse((socket) => {
    socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nhalf');
    socket.once('data', () => socket.write(`-done${HEAD}\r\n`));
  });
  expect(text.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 408']);
});

test.each(['/streams', '/hangs'])('an answer to %s is not mixed with that to the garbage behind it', async (path) => {
  const { text } = await converse((socket) => {
    socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
    void sleep(100).then(() => socket.write('no HTTP\r\n\r\n'));
  });
  expect(text).not.toContain('400');
});

test('garbage behind an answered request is answered', async () => {
  const { text } = await converse((socket) => {
    socket.write(`${HEAD}\r\n`);
    socket.once('data', () => socket.write('no HTTP\r\n\r\n'));
  });
  expect(text.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400']);
});

test.each([
  ['the client', 'GET /early HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'],
  ['the server', 'GET /closes HTTP/1.1\r\nHost: a\r\n\r\n'],
])('nothing follows an answer that %s said is the last', async (_who, request) => {
  const { text } = await converse((socket) => socket.write(`${request}no HTTP\r\n\r\n`));
  expect(text.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 200']);
});

test('clients that send headers without end, or read nothing, hold no connection', async () => {
  const floods = Array.from({ length: 64 }, (_each, place) =>
    converse((socket) => {
      if (place % 2) socket.pause();
      const send = (): void => {
        while (!socket.destroyed && socket.write('x'.repeat(64 * 1024)));
      };
      socket.write(`${HEAD}X-Large: `);
      socket.on('drain', send);
      send();
    }),
  );
  const silent = connect({ port, host: '127.0.0.1' }, () => void silent.write('no HTTP\r\n\r\n')).on('error', () => {});
  silent.pause();
  const count = promisify(server.getConnections.bind(server));
  while ((await count()) > 0) await sleep(50);
  await Promise.all(floods);
  silent.destroy();
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200);
});
