import { Agent, request as ask, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDrainingServer } from './drain';

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

function get(port: number, path: string, agent: Agent): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const sent = ask({ port, path, agent, host: '127.0.0.1' }, (answer) => resolve(answer.resume()));
    sent.once('error', reject).end();
  });
}

const keepAlive = (): Agent => new Agent({ keepAlive: true, maxSockets: 1 });

test('while it is drained, the server says so, finishes what is in hand and closes each connection after its answer', async () => {
  const { server, drain } = createDrainingServer({}, (request, response) => {
    void sleep(request.url === '/slow' ? 1_000 : 0).then(() => response.end('ok'));
  });
  server.keepAliveTimeout = 60_000;
  const port = await listening(server);
  const [kept, slow] = [keepAlive(), keepAlive()];
  expect((await get(port, '/', kept)).headers.connection).toBe('keep-alive');
  const inHand = get(port, '/slow', slow);
  await sleep(100);
  const drained = drain();
  const ready = await get(port, '/readyz', kept);
  expect([ready.statusCode, ready.headers.connection]).toEqual([503, 'close']);
  const [last] = await Promise.all([inHand, drained]);
  expect([last.statusCode, last.headers.connection]).toEqual([200, 'close']);
  await expect(get(port, '/', keepAlive())).rejects.toThrow('ECONNREFUSED');
});

test('the server is never ready again from the beginning of draining to its end', async () => {
  const { server, drain } = createDrainingServer({}, (_request, response) => void response.end('ready'));
  const port = await listening(server);
  expect((await get(port, '/readyz', keepAlive())).statusCode).toBe(200);
  let isDrained = false;
  const drained = drain().then(() => (isDrained = true));
  const seen = new Set<number | undefined>();
  const watch = async (): Promise<void> => {
    while (!isDrained) {
      const answer = await get(port, '/readyz?verbose', keepAlive()).catch(() => undefined);
      if (answer) seen.add(answer.statusCode);
      else await sleep(5);
    }
  };
  await Promise.all([drained, ...Array.from({ length: 8 }, watch)]);
  expect([...seen]).toEqual([503]);
});

test('callers that go on asking are let go of after a while, and what hangs is cut off in the end', async () => {
  const { server, drain } = createDrainingServer({}, (request, response) => {
    if (request.url !== '/hangs') response.end('ok');
  });
  const port = await listening(server);
  const hanging = expect(get(port, '/hangs', keepAlive())).rejects.toThrow('socket hang up');
  const asking = (async () => {
    for (let isOpen = true; isOpen; await sleep(50))
      isOpen = await get(port, '/', keepAlive()).then(Boolean, () => false);
  })();
  await sleep(100);
  const beganMs = performance.now();
  await drain();
  await Promise.all([hanging, asking]);
  // Its limits add up to half of that.
  expect(performance.now() - beganMs).toBeLessThan(20_000);
});

test('a drain with a time to serve answers new callers for that long, with 503 at /readyz', async () => {
  const { server, drain } = createDrainingServer({ serveMs: 1_500 }, (_request, response) => void response.end('ok'));
  const port = await listening(server);
  const beganMs = performance.now();
  const drained = drain();
  const statuses: (number | undefined)[][] = [];
  // A balancer sends others on until it has seen `/readyz` fail: each of them is one more connection.
  for (; performance.now() - beganMs < 1_200; await sleep(200)) {
    const [ready, served] = await Promise.all([get(port, '/readyz', keepAlive()), get(port, '/', keepAlive())]);
    statuses.push([ready.statusCode, served.statusCode]);
  }
  await drained;
  expect(new Set(statuses.map((pair) => pair.join()))).toEqual(new Set(['503,200']));
  expect(performance.now() - beganMs).toBeGreaterThan(1_500);
  await expect(get(port, '/', keepAlive())).rejects.toThrow('ECONNREFUSED');
});
