import { isIP } from 'node:net';
import { parse, parseCIDR, type IPv4, type IPv6 } from 'ipaddr.js';

type Address = IPv4 | IPv6;

/**
 * Addresses of cloud platforms' own services that lie in public ranges; the others (169.254.169.254, fd00:ec2::254,
 * 100.100.100.200, 192.0.0.192) lie in ranges that are refused as a whole.
 */
const METADATA_ADDRESSES: ReadonlySet<string> = new Set(['168.63.129.16']);

/** All that is routed on the public internet; ranges within it that are not, `ipaddr.js` knows. Source: RFC 4291, IANA. */
const GLOBAL_IPV6: [Address, number] = parseCIDR('2000::/3');

/** Given out since for documentation (RFC 9637), and not yet known to `ipaddr.js`. */
const MORE_SPECIAL: [Address, number][] = [parseCIDR('3fff::/20')];

/** Names that no public name server answers for: RFC 6761, 6762, 7686, 8375, ICANN's `.internal`, and what routers make up. */
const LOCAL_NAME =
  /(^|\.)(localhost|localdomain|local|internal|intranet|private|corp|home|lan|svc|onion|home\.arpa)$|^[^.]+$/;

/** Says where webhooks may lead: to all of the public internet, and to what is allowed besides. */
export class EgressPolicy {
  private readonly allowed: [Address, number][];

  /** @param allowedNetworks CIDR networks that may be reached although they are private */
  constructor(allowedNetworks: readonly string[] = []) {
    this.allowed = allowedNetworks.map((network) => parseCIDR(network));
  }

  refuses(text: string): boolean {
    if (isIP(text) === 0) return true;
    const address = unwrapped(parse(text));
    if (this.allowed.some((network) => isWithin(address, network))) return false;
    return address.range() !== 'unicast' || METADATA_ADDRESSES.has(address.toString()) || isSpecialIPv6(address);
  }

  /**
   * Whether a host, as `URL` has normalised it, can be seen to be none of the public internet without asking any name server. Where private
   * networks are allowed their names are too. What a name resolves to is judged at each connection.
   */
  refusesHost(hostname: string): boolean {
    const host = hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.+$/, '');
    if (isIP(host) !== 0) return this.refuses(host);
    return host === '' || (this.allowed.length === 0 && LOCAL_NAME.test(host));
  }
}

/** An IPv4 address that is written as IPv6 is judged as what it is. Tunnels, which hide one, are refused as a range. */
function unwrapped(address: Address): Address {
  if (address.kind() === 'ipv4') return address;
  const v6 = address as IPv6;
  return v6.isIPv4MappedAddress() ? v6.toIPv4Address() : v6;
}

function isWithin(address: Address, [network, bits]: [Address, number]): boolean {
  return address.kind() === network.kind() && address.match([network, bits] as never);
}

/** Beside the ranges that have names: `::a.b.c.d`, NAT64 of a network's own (RFC 8215), what is not given out at all. */
function isSpecialIPv6(address: Address): boolean {
  if (address.kind() === 'ipv4') return false;
  return !isWithin(address, GLOBAL_IPV6) || MORE_SPECIAL.some((network) => isWithin(address, network));
}
