import { createServer, isIP, type AddressInfo, type Server } from 'node:net';
import type { LookupAddress, LookupOptions } from 'node:dns';
import { EgressPolicy } from './egress-policy';
import { guardedConnect, guardedLookup, RefusedAddress, type Resolver } from './ssrf-guard';

const PUBLIC = ['8.8.8.8', '2606:4700::1', '1.1.1.1'];
const policy = new EgressPolicy();

const addresses = (list: readonly string[]): LookupAddress[] =>
  list.map((address) => ({ address, family: isIP(address) }));

type Found = [string | LookupAddress[], number?];

function lookUp(lookup: ReturnType<typeof guardedLookup>, options: LookupOptions = {}): Promise<Found> {
  return new Promise((resolve, reject) =>
    lookup('shop.example', options, (error, address, family) =>
      error ? reject(error) : resolve(family === undefined ? [address] : [address, family]),
    ),
  );
}

const resolving = (list: readonly string[]) => guardedLookup(policy, async () => addresses(list));

test('the first allowed address is returned with its family', async () => {
  expect(await lookUp(resolving(['10.0.0.1', ...PUBLIC]))).toEqual(['8.8.8.8', 4]);
  expect(await lookUp(resolving(['::1', '2606:4700::1']))).toEqual(['2606:4700::1', 6]);
});

test('all allowed addresses are returned in their order on request', async () => {
  const lookup = resolving(['8.8.8.8', '127.0.0.1', '2606:4700::1', 'fe80::1', '1.1.1.1']);
  expect(await lookUp(lookup, { all: true })).toEqual([addresses(PUBLIC)]);
});

test.each([
  [4, ['8.8.8.8', '1.1.1.1']],
  [6, ['2606:4700::1']],
  [0, PUBLIC],
  [undefined, PUBLIC],
])('family %s limits the addresses', async (family, expected) => {
  const options = { all: true, ...(family !== undefined && { family }) };
  expect(await lookUp(resolving(PUBLIC), options)).toEqual([addresses(expected)]);
});

test.each([
  ['private addresses only', ['10.0.0.1', '::1'], {}],
  ['no address', [], { all: true }],
  ['no allowed address of the family', ['2606:4700::1', '10.0.0.1'], { family: 4 }],
])('a name with %s is refused', async (_, list, options) => {
  const refused = lookUp(resolving(list), options);
  await expect(refused).rejects.toBeInstanceOf(RefusedAddress);
  await expect(refused).rejects.toMatchObject({
    ...{ name: 'RefusedAddress', code: 'ADDRESS_REFUSED' },
    message: 'shop.example is not an address of the public internet',
  });
});

test('concurrent lookups of a name share one resolution, and later ones resolve again', async () => {
  const resolver = jest.fn<ReturnType<Resolver>, [string]>(async () => addresses(PUBLIC));
  const lookup = guardedLookup(policy, resolver);
  await Promise.all([lookUp(lookup), lookUp(lookup, { family: 6 })]);
  expect(resolver.mock.calls).toEqual([['shop.example']]);
  await lookUp(lookup);
  expect(resolver).toHaveBeenCalledTimes(2);
});

test('a failed resolution is returned to all who share it, and the next lookup resolves again', async () => {
  const failures = [new Error('no name server')];
  const lookup = guardedLookup(policy, async () => {
    const failure = failures.pop();
    if (failure) throw failure;
    return addresses(PUBLIC);
  });
  const outcomes = await Promise.allSettled([lookUp(lookup), lookUp(lookup)]);
  expect(outcomes).toMatchObject([
    { status: 'rejected', reason: { message: 'no name server' } },
    { status: 'rejected', reason: { message: 'no name server' } },
  ]);
  expect(await lookUp(lookup)).toEqual(['8.8.8.8', 4]);
});

test('names are resolved by the operating system by default', async () => {
  const lookup = guardedLookup(new EgressPolicy(['127.0.0.0/8', '::1/128']));
  const found = await new Promise((resolve) =>
    lookup('localhost', { family: 4 }, (error, address) => resolve(error ?? address)),
  );
  expect(found).toBe('127.0.0.1');
});

describe('connections', () => {
  let server: Server;
  let connectionCount = 0;
  beforeAll(async () => {
    server = createServer((socket) => void (connectionCount++, socket.destroy()));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => server?.close());

  async function connect(
    hostname: string,
    allowedNetworks: string[],
    resolver?: Resolver,
  ): Promise<string | undefined> {
    const { port } = server.address() as AddressInfo;
    const connecting = guardedConnect(new EgressPolicy(allowedNetworks), { timeoutMs: 5_000, resolver });
    const options = { hostname, host: hostname, protocol: 'http:', port: String(port) };
    return new Promise((resolve) =>
      connecting(options, (error, socket) => {
        socket?.destroy();
        resolve((error as { code?: string } | null)?.code);
      }),
    );
  }

  test.each(['127.0.0.1', '[::1]', '[::ffff:127.0.0.1]'])(
    'the address %s is refused without a connection',
    async (host) => {
      connectionCount = 0;
      expect(await connect(host, [])).toBe('ADDRESS_REFUSED');
      expect(connectionCount).toBe(0);
    },
  );

  test('an allowed address and a name that leads to one are connected', async () => {
    expect(await connect('127.0.0.1', ['127.0.0.0/8'])).toBeUndefined();
    const resolver: Resolver = async () => addresses(['10.0.0.1', '127.0.0.1']);
    expect(await connect('shop.example', ['127.0.0.0/8'], resolver)).toBeUndefined();
    expect(await connect('shop.example', [], resolver)).toBe('ADDRESS_REFUSED');
  });
});
