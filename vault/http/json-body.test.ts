import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { readJson } from './json-body';
import { stopServer } from '../../tests/harness/local-server';

const MAX_BODY_BYTES = 614_400;

let server: Server;
let port: number;
let outcomes: unknown[];

beforeAll(async () => {
  server = createServer((request, response) => {
    void readJson(request)
      .catch((error: Error) => `${error.name}: ${error.message}`)
      .then((outcome) => {
        outcomes.push(outcome);
        response.end(JSON.stringify({ outcome }));
      });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});

beforeEach(() => void (outcomes = []));

afterAll(async () => {
  await stopServer(server);
});

async function send(body: string): Promise<unknown> {
  const response = await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body });
  return ((await response.json()) as { outcome?: unknown }).outcome;
}

test.each(['{"a":[1]}', '[]', '"x"', 'null', '0'])('the body %s is read', async (body) => {
  expect(await send(body)).toEqual(JSON.parse(body));
});

test('an empty body is none', async () => {
  expect(await send('')).toBeUndefined();
});

test.each(['{', '4242424242424242x', ' '])('the body %p, which is no JSON, is refused and not quoted', async (body) => {
  expect(await send(body)).toBe('InvalidRequest: the body is not readable JSON');
});

test('a body that comes in parts is put together, also within a character', async () => {
  const bytes = Buffer.from(JSON.stringify({ name: 'Ж' }));
  const socket = connect(port, '127.0.0.1');
  socket.write(`POST / HTTP/1.1\r\nhost: a\r\ncontent-length: ${bytes.length}\r\n\r\n`);
  const middle = bytes.indexOf(Buffer.from('Ж')) + 1;
  socket.write(bytes.subarray(0, middle));
  await new Promise((resolve) => setTimeout(resolve, 50));
  socket.write(bytes.subarray(middle));
  await new Promise((resolve) => socket.once('data', resolve));
  socket.destroy();
  expect(outcomes).toEqual([{ name: 'Ж' }]);
});

test('a body of 600 KB is read, and a longer one is refused after all of it was sent', async () => {
  const textOf = (bytes: number): string => JSON.stringify('x'.repeat(bytes - 2));
  expect(await send(textOf(MAX_BODY_BYTES))).toHaveLength(MAX_BODY_BYTES - 2);
  expect(await send(textOf(MAX_BODY_BYTES + 1))).toBe('BodyTooLarge: the body is too large');
  expect(await send(textOf(4 * MAX_BODY_BYTES))).toBe('BodyTooLarge: the body is too large');
});

test('a body that breaks off is refused', async () => {
  const socket = connect(port, '127.0.0.1');
  socket.write('POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 100\r\n\r\n{"a":1}');
  await new Promise((resolve) => setTimeout(resolve, 50));
  socket.destroy();
  for (const end = Date.now() + 10_000; outcomes.length === 0 && Date.now() < end;)
    await new Promise((resolve) => setTimeout(resolve, 20));
  expect(outcomes).toEqual(['InvalidRequest: the body is incomplete']);
});
