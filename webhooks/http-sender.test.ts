import { createServer, type Server } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net';
import { startWebhookReceiver, type WebhookReceiver } from '../tests/harness/webhook-receiver';
import { HttpSender } from './http-sender';

const development = { allowedNetworks: ['127.0.0.0/8', '::1/128'] };
const body = Buffer.from('{"eventID":1,"product":"Чай"}');
const contentSignature = 'alg=RS256; digest=AA==';

let sender: HttpSender;
let receiver: WebhookReceiver;
const stops: (() => void)[] = [];

beforeEach(async () => {
  sender = new HttpSender(development);
  receiver = await startWebhookReceiver();
});
afterEach(async () => {
  await sender.close();
  for (const stop of stops.splice(0)) stop();
  await receiver.close();
});

async function send(url = receiver.url, options = {}) {
  return sender.send({ url, body, contentSignature }, options);
}

/** A server that handles raw connections. */
async function rawServer(answer: (socket: Socket, connection: number) => void): Promise<string> {
  let count = 0;
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    const connection = ++count;
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('data', () => answer(socket, connection));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  stops.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

test('the exact bytes arrive by POST with their type and signature', async () => {
  expect(await send()).toMatchObject({ status: 200, error: null });
  expect(receiver.deliveries).toMatchObject([
    {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8', 'content-signature': contentSignature },
      body,
    },
  ]);
});

test('the beginning of the response is kept, without zero bytes', async () => {
  receiver.answerNext({ status: 500, body: `\0${'я'.repeat(2_000)}` });
  const { status, answer } = await send();
  expect(status).toBe(500);
  expect(Buffer.byteLength(answer ?? '')).toBeLessThanOrEqual(1_030);
  expect(answer?.slice(0, 4)).toBe('\uFFFDяяя');
});

test('a redirect is not followed', async () => {
  receiver.answerNext({ status: 302, headers: { Location: `${receiver.url}/elsewhere` } });
  expect(await send()).toMatchObject({ status: 302 });
  expect(receiver.deliveries).toHaveLength(1);
});

test('every status is returned unchanged', async () => {
  receiver.answerNext({ status: 204 }, { status: 201 }, { status: 404, body: '{"message":"nobody"}' });
  expect([(await send()).status, (await send()).status, (await send()).status]).toEqual([204, 201, 404]);
});

test('a response that takes more than ten seconds is a timeout, also if it drips', async () => {
  receiver.answerNext({ delayMs: 20_000 });
  const drops = await rawServer((socket) => {
    const timer = setInterval(() => socket.write('H'), 500);
    socket.on('close', () => clearInterval(timer));
  });
  const [late, dripping] = await Promise.all([send(), send(drops)]);
  expect(late).toMatchObject({ status: null, error: 'TIMEOUT' });
  expect(late.durationMs).toBeGreaterThan(9_900);
  expect(late.durationMs).toBeLessThan(15_000);
  expect(dripping.status).toBeNull();
  expect(dripping.durationMs).toBeLessThan(15_000);
});

test('a response within ten seconds counts', async () => {
  receiver.answerNext({ delayMs: 5_000 });
  expect(await send()).toMatchObject({ status: 200 });
});

test('a status counts even if the body never ends', async () => {
  const endless = await rawServer((socket) => {
    socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n');
  });
  const attempt = await send(endless);
  expect(attempt).toMatchObject({ status: 200, answer: 'ok' });
  expect(attempt.durationMs).toBeLessThan(9_000);
});

test('a huge response is read up to its limit', async () => {
  let written = 0;
  const huge: Server = createServer((_request, response) => {
    const chunk = Buffer.alloc(1 << 16, 'x');
    const write = (): void => {
      while (!response.destroyed && written < 1 << 30) {
        written += chunk.length;
        if (!response.write(chunk)) return void response.once('drain', write);
      }
    };
    response.on('error', () => undefined);
    write();
  });
  await new Promise<void>((resolve) => void huge.listen(0, '127.0.0.1', resolve));
  stops.push(
    () => void huge.close(),
    () => huge.closeAllConnections(),
  );
  const attempt = await send(`http://127.0.0.1:${(huge.address() as AddressInfo).port}/`);
  expect(attempt).toMatchObject({ status: 200, answer: 'x'.repeat(1_024) });
  expect(written).toBeLessThan(1 << 26);
});

test('a connection that is reset, refused or not HTTP is a failed attempt with its error code', async () => {
  receiver.answerNext({ isCut: true });
  expect(await send()).toMatchObject({ status: null, error: 'UND_ERR_SOCKET' });
  expect(receiver.deliveries).toHaveLength(1);
  const nonsense = await rawServer((socket) => socket.end('nonsense\r\n\r\n'));
  expect(await send(nonsense)).toMatchObject({ status: null, error: 'HTTPParserError' });
  await receiver.goDown();
  expect(await send()).toMatchObject({ status: null, error: 'ECONNREFUSED' });
  await receiver.comeBack();
  expect(await send('http://name-that-does-not-exist.invalid/')).toMatchObject({
    status: null,
    error: expect.stringMatching(/^(ENOTFOUND|EAI_AGAIN)$/),
  });
});

test('an idle connection that the server closes during a message is not a failure', async () => {
  const answers = await rawServer((socket, connection) => {
    const isSecond = socket.bytesWritten > 0;
    if (connection === 1 && isSecond) return void socket.destroy();
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
  });
  expect(await send(answers)).toMatchObject({ status: 200 });
  expect(await send(answers)).toMatchObject({ status: 200 });
});

test('an aborted delivery is not an attempt', async () => {
  receiver.answerNext({ delayMs: 500 });
  const stop = new AbortController();
  setTimeout(() => stop.abort(), 100);
  await expect(send(receiver.url, { stop: stop.signal })).rejects.toMatchObject({ name: 'AbortError' });
  await expect(send(receiver.url, { stop: stop.signal })).rejects.toMatchObject({ name: 'AbortError' });
});

describe('a sender without allowed networks', () => {
  let strict: HttpSender;
  beforeEach(() => void (strict = new HttpSender({ allowedNetworks: [] })));
  afterEach(() => strict.close());

  const places = ['127.0.0.1', 'localhost', '127.1', '2130706433', '0x7f000001', '0177.0.0.1', '0.0.0.0', '[::1]'];
  const others = ['[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[64:ff9b::7f00:1]', '169.254.169.254', '10.0.0.1'];

  test.each([...places, ...others])('does not connect to %s', async (host) => {
    const url = Object.assign(new URL(receiver.url), { hostname: host }).href;
    const attempt = await strict.send({ url, body, contentSignature });
    expect(attempt).toMatchObject({ status: null, error: 'ADDRESS_REFUSED' });
    expect(receiver.deliveries).toEqual([]);
  });
});

test('connects to the allowed addresses of a name', async () => {
  const url = Object.assign(new URL(receiver.url), { hostname: 'localhost' }).href;
  const onlyV4 = new HttpSender({ allowedNetworks: ['127.0.0.0/8'] });
  expect(await onlyV4.send({ url, body, contentSignature })).toMatchObject({ status: 200 });
  const onlyV6 = new HttpSender({ allowedNetworks: ['::1/128'] });
  const attempt = await onlyV6.send({ url, body, contentSignature });
  expect(attempt.status).toBeNull();
  expect(receiver.deliveries).toHaveLength(1);
  await Promise.all([onlyV4.close(), onlyV6.close()]);
});
