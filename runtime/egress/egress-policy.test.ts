import { EgressPolicy } from './egress-policy';

const guard = new EgressPolicy([]);

test.each([
  ['loopback', '127.0.0.1'],
  ['loopback', '127.8.9.10'],
  ['loopback', '::1'],
  ['unspecified', '0.0.0.0'],
  ['unspecified', '::'],
  ['private', '10.1.2.3'],
  ['private', '172.16.0.1'],
  ['private', '172.31.255.254'],
  ['private', '192.168.1.1'],
  ['carrier-grade NAT', '100.64.0.1'],
  ['cloud metadata in carrier-grade NAT', '100.100.100.200'],
  ['link-local with cloud metadata', '169.254.169.254'],
  ['link-local', 'fe80::1'],
  ['unique-local', 'fd00:ec2::254'],
  ['site-local', 'fec0::1'],
  ['multicast', '224.0.0.1'],
  ['multicast', 'ff02::1'],
  ['broadcast', '255.255.255.255'],
  ['reserved', '240.0.0.1'],
  ['benchmarking', '198.18.0.1'],
  ['documentation', '192.0.2.1'],
  ['documentation', '2001:db8::1'],
  ['documentation', '3fff:0fff::1'],
  ['cloud metadata', '192.0.0.192'],
  ['cloud metadata in a public range', '168.63.129.16'],
  ['loopback mapped into IPv6', '::ffff:127.0.0.1'],
  ['private mapped into IPv6, in hexadecimal', '::ffff:0a00:0001'],
  ['loopback as a compatible address', '::127.0.0.1'],
  ['loopback behind NAT64', '64:ff9b::7f00:1'],
  ['loopback behind 6to4', '2002:7f00:1::'],
  ['a Teredo tunnel', '2001::1'],
  ['a zone', 'fe80::1%eth0'],
  ['no address', 'localhost'],
])('%s is refused: %s', (_, address) => {
  expect(guard.refuses(address)).toBe(true);
});

test.each([
  '8.8.8.8',
  '93.184.215.14',
  '100.63.255.255',
  '172.32.0.1',
  '2606:4700::1',
  '3fff:1000::1',
  '::ffff:8.8.8.8',
])('the public internet is allowed: %s', (address) => {
  expect(guard.refuses(address)).toBe(false);
});

test('configured networks are allowed in both notations, and no others', () => {
  const development = new EgressPolicy(['127.0.0.0/8', '::1/128', 'fd12::/16']);
  for (const address of ['127.0.0.1', '127.255.0.1', '::ffff:127.0.0.1', '::1', 'fd12::7']) {
    expect([address, development.refuses(address)]).toEqual([address, false]);
  }
  for (const address of ['10.0.0.1', '::2', 'fd13::7', '169.254.169.254']) {
    expect([address, development.refuses(address)]).toEqual([address, true]);
  }
});

test.each([
  ...[
    'localhost',
    'api.localhost',
    'shop.internal',
    'nas.local',
    'router.lan',
    'a.home.arpa',
    'hidden.onion',
    'kubernetes',
  ],
  ...['localhost.', 'shop.internal..', '', '.', '[::1]', '[::ffff:a00:1]', '127.0.0.1', '10.0.0.1.'],
])('the host “%s” is refused without being resolved', (host) => {
  expect(new EgressPolicy().refusesHost(host)).toBe(true);
});

test.each([
  ...['shop.example', 'shop.example.', 'internal.example', 'notlocalhost.example', 'mylocal.shop'],
  ...['8.8.8.8', '[2606:4700::1]'],
])('the public host “%s” is not refused', (host) => {
  expect(guard.refusesHost(host)).toBe(false);
  expect(guard.allowsInside(host)).toBe(false);
});

test('local names are allowed where private networks are, addresses only within those', () => {
  const development = new EgressPolicy(['127.0.0.0/8']);
  for (const host of ['localhost', 'receiver', '127.0.0.1', '[::ffff:7f00:1]']) {
    expect([host, development.refusesHost(host), development.allowsInside(host)]).toEqual([host, false, true]);
  }
  for (const host of ['10.0.0.1', '[::1]', '']) {
    expect([host, development.refusesHost(host), development.allowsInside(host)]).toEqual([host, true, false]);
  }
  expect(development.allowsInside('shop.example')).toBe(false);
});
