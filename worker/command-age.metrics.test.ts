import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { Client } from '@temporalio/client';
import { NativeConnection } from '@temporalio/worker';
import { Registry } from 'prom-client';
import { freshDatabase } from '../tests/harness/database';
import { service } from '../tests/harness/services';
import { openStore } from '../store/store';
import { measureCommandAge } from './command-age.metrics';

const MAX_SCRAPE_MS = 5_000;

/** A proxy that keeps its connections and passes nothing on after `freeze`. */
async function startFreezingProxy(address: string) {
  const [host, port] = address.split(':');
  const sockets: Socket[] = [];
  const server = createServer((near) => {
    const far = connect(Number(port), host);
    near.pipe(far).pipe(near);
    sockets.push(near, far);
    for (const socket of [near, far]) socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    freeze: () => sockets.forEach((socket) => socket.unpipe().pause()),
    close: () => {
      sockets.forEach((socket) => socket.destroy());
      server.close();
    },
  };
}

test('a scrape answers within seconds while Temporal is silent, without the age of its tasks', async () => {
  const proxy = await startFreezingProxy((await service('temporal')).address);
  const connection = await NativeConnection.connect({ address: proxy.address });
  const store = openStore({ DATABASE_URL: await freshDatabase(), ENCRYPTION_KEY: '' }, 2);
  const registry = new Registry();
  const engine = { client: new Client({ connection }), namespace: 'default', taskQueue: 'scraped' };
  measureCommandAge(registry, store, engine);
  try {
    expect(await registry.metrics()).toMatch(/{place="outbox"} 0\n.*{place="engine"} 0\n/);
    proxy.freeze();
    const began = performance.now();
    const text = await registry.metrics();
    expect(performance.now() - began).toBeLessThan(MAX_SCRAPE_MS);
    expect(text).toContain('{place="outbox"} 0');
    expect(text).not.toContain('engine"');
  } finally {
    proxy.close();
    await connection.close();
    await store.database.close();
  }
});
