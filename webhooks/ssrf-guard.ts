import { lookup as resolve, type LookupAddress, type LookupOptions } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { parse, parseCIDR, type IPv4, type IPv6 } from 'ipaddr.js';
import { buildConnector } from 'undici';

type Address = IPv4 | IPv6;

/**
 * Addresses of cloud platforms' own services that lie in public ranges; the others (169.254.169.254, fd00:ec2::254,
 * 100.100.100.200, 192.0.0.192) lie in ranges that are refused as a whole.
 */
const METADATA_ADDRESSES: ReadonlySet<string> = new Set(['168.63.129.16']);

/** Says which addresses webhooks may not reach: everything that is not of the public internet, save what is allowed. */
export class SsrfGuard {
  private readonly allowed: [Address, number][];

  /** @param allowedNetworks CIDR networks that may be reached although they are private */
  constructor(allowedNetworks: readonly string[]) {
    this.allowed = allowedNetworks.map((network) => parseCIDR(network));
  }

  refuses(text: string): boolean {
    if (isIP(text) === 0) return true;
    const address = unwrapped(parse(text));
    if (!address) return true;
    if (this.allowed.some((network) => isWithin(address, network))) return false;
    return address.range() !== 'unicast' || METADATA_ADDRESSES.has(address.toString()) || isCompatible(address);
  }
}

/** An IPv4 address that is written as IPv6 is judged as what it is. Tunnels, which hide one, are refused as a range. */
function unwrapped(address: Address): Address | undefined {
  if (address.kind() === 'ipv4') return address;
  const v6 = address as IPv6;
  return v6.isIPv4MappedAddress() ? v6.toIPv4Address() : v6;
}

function isWithin(address: Address, [network, bits]: [Address, number]): boolean {
  return address.kind() === network.kind() && address.match([network, bits] as never);
}

/** `::a.b.c.d`, deprecated, which no list of ranges names and some systems still route as IPv4. */
function isCompatible(address: Address): boolean {
  return address.kind() === 'ipv6' && (address as IPv6).parts.slice(0, 6).every((part) => part === 0);
}

/** The address, or every address of the name, is not one that a webhook may reach. */
export class RefusedAddress extends Error {
  readonly code = 'ADDRESS_REFUSED';

  constructor(host: string) {
    super(`${host} is not an address of the public internet`);
    this.name = 'RefusedAddress';
  }
}

/**
 * Connects only to allowed addresses. The check stands between the resolution of the name and the connection, so that a
 * name cannot resolve to one address when it is checked and to another when it is used.
 */
export function guardedConnect(guard: SsrfGuard, timeoutMs: number): buildConnector.connector {
  const connect = buildConnector({ timeout: timeoutMs, lookup: guardedLookup(guard) });
  return (options, callback) => {
    const host = options.hostname.replace(/^\[(.*)\]$/, '$1');
    if (isIP(host) !== 0 && guard.refuses(host)) return callback(new RefusedAddress(host), null);
    connect(options, callback);
  };
}

function guardedLookup(guard: SsrfGuard): LookupFunction {
  const asked = new Map<string, Promise<LookupAddress[]>>();
  return (host, options, callback) => {
    const answer = asked.get(host) ?? resolveAll(host).finally(() => asked.delete(host));
    asked.set(host, answer);
    answer.then(
      (found) => {
        const addresses = found.filter(({ address, family }) => isOfFamily(family, options) && !guard.refuses(address));
        const [first] = addresses;
        if (!first) return callback(new RefusedAddress(host), '', 0);
        if (options.all) return callback(null, addresses);
        callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, '', 0),
    );
  };
}

/** Lookups of one name that are under way are shared: a burst for one endpoint asks once. */
function resolveAll(host: string): Promise<LookupAddress[]> {
  return new Promise((done, fail) => {
    resolve(host, { all: true }, (error, addresses) => (error ? fail(error) : done(addresses)));
  });
}

function isOfFamily(family: number, options: LookupOptions): boolean {
  return options.family !== 4 && options.family !== 6 ? true : options.family === family;
}
