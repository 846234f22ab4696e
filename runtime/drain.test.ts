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
    const sent = ask({ port, path, agent, host: '127.0.0.1' }, (response) => resolve(response.resume()));
    sent.once('error', reject).end();
  });
}

const keepAlive = (): Agent => new Agent({ keepAlive: true, maxSockets: 1 });

test('a draining server answers 503 at /readyz, finishes requests in flight and closes connections', async () => {
  const { server, drain } = createDrainingServer({}, (request, response) => {
    void sleep(request.url === '/slow' ? 1_000 : 0).then(() => response.end('ok'));
  });
  server.keepAliveTimeout = 60_000;
  const port = await listening(server);
  const [idle, slow] = [keepAlive(), keepAlive()];
  expect((await get(port, '/', idle)).headers.connection).toBe('keep-alive');
  const inFlight = get(port, '/slow', slow);
  await sleep(100);
  const drained = drain();
  const ready = await get(port, '/readyz', idle);
  expect([ready.statusCode, ready.headers.connection]).toEqual([503, 'close']);
  const [last] = await Promise.all([inFlight, drained]);
  expect([last.statusCode, last.headers.connection]).toEqual([200, 'close']);
  await expect(get(port, '/', keepAlive())).rejects.toThrow('ECONNREFUSED');
});

test('a draining server answers 503 at /readyz until it stops', async () => {
  const { server, drain } = createDrainingServer({}, (_request, response) => void response.end('ready'));
  const port = await listening(server);
  expect((await get(port, '/readyz', keepAlive())).statusCode).toBe(200);
  let isDrained = false;
  const drained = drain().then(() => (isDrained = true));
  const seen = new Set<number | undefined>();
  const watch = async (): Promise<void> => {
    while (!isDrained) {
      const response = await get(port, '/readyz?verbose', keepAlive()).catch(() => undefined);
      if (response) seen.add(response.statusCode);
      else await sleep(5);
    }
  };
  await Promise.all([drained, ...Array.from({ length: 8 }, watch)]);
  expect([...seen]).toEqual([503]);
});

test('a drain ends while clients keep polling, and hanging requests are aborted', async () => {
  const { server, drain } = createDrainingServer({}, (request, response) => {
    if (request.url !== '/hangs') response.end('ok');
  });
  const port = await listening(server);
  const hanging = expect(get(port, '/hangs', keepAlive())).rejects.toThrow('socket hang up');
  const polling = (async () => {
    for (let isOpen = true; isOpen; await sleep(50))
      isOpen = await get(port, '/', keepAlive()).then(Boolean, () => false);
  })();
  await sleep(100);
  const beganMs = performance.now();
  await drain();
  await Promise.all([hanging, polling]);
  // The limits add up to half of this.
  expect(performance.now() - beganMs).toBeLessThan(20_000);
});

test('a drain with a time to serve answers new callers for that long, with 503 at /readyz', async () => {
  const { server, drain } = createDrainingServer({ serveMs: 1_500 }, (_request, response) => void response.end('ok'));
  const port = await listening(server);
  const beganMs = performance.now();
  const drained = drain();
  const statuses: (number | undefined)[][] = [];
  // A load balancer opens new connections until it notices that `/readyz` fails.
  for (; performance.now() - beganMs < 1_200; await sleep(200)) {
    const [ready, served] = await Promise.all([get(port, '/readyz', keepAlive()), get(port, '/', keepAlive())]);
    statuses.push([ready.statusCode, served.statusCode]);
  }
  await drained;
  expect(new Set(statuses.map((pair) => pair.join()))).toEqual(new Set(['503,200']));
  expect(performance.now() - beganMs).toBeGreaterThan(1_500);
  await expect(get(port, '/', keepAlive())).rejects.toThrow('ECONNREFUSED');
});
