import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { service } from './services';

const hosts: Server[] = [];
const host = process.env['HOLDFAST_TEST_HOST'];

afterAll(() => {
  process.env['HOLDFAST_TEST_HOST'] = host;
  for (const each of hosts) each.close();
});

async function useHost(adminUrl: string): Promise<void> {
  const server = createServer((_, response) => response.end(JSON.stringify({ adminUrl })));
  hosts.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  process.env['HOLDFAST_TEST_HOST'] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('a service of a new host replaces that of the one before', async () => {
  await useHost('first');
  expect(await service('postgres')).toEqual({ adminUrl: 'first' });
  await useHost('second');
  expect(await service('postgres')).toEqual({ adminUrl: 'second' });
});
