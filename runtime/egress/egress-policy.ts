import { isIP } from 'node:net';
import { parse, parseCIDR, type IPv4, type IPv6 } from 'ipaddr.js';

type Address = IPv4 | IPv6;

/**
 * Metadata addresses of cloud platforms in public ranges; the others (169.254.169.254, fd00:ec2::254, 100.100.100.200, 192.0.0.192) are in
 * refused ranges.
 */
const METADATA_ADDRESSES: ReadonlySet<string> = new Set(['168.63.129.16']);

/** The public IPv6 range; `ipaddr.js` knows the special ranges within it. Source: RFC 4291, IANA. */
const GLOBAL_IPV6: [Address, number] = parseCIDR('2000::/3');

/** Names that no public name server resolves: RFC 6761, 6762, 7686, 8375, ICANN's `.internal`, and common router names. */
const LOCAL_NAME =
  /(^|\.)(localhost|localdomain|local|internal|intranet|private|corp|home|lan|svc|onion|home\.arpa)$|^[^.]+$/;

/** Decides which addresses webhooks may reach: the public internet and configured networks. */
export class EgressPolicy {
  private readonly allowed: [Address, number][];

  /** @param allowedNetworks private networks that are allowed, as CIDR */
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
   * Whether a host normalised by `URL` is refused without resolving it. Local names are allowed where private networks are; resolved addresses
   * are checked at each connection.
   */
  refusesHost(hostname: string): boolean {
    const host = hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.+$/, '');
    if (isIP(host) !== 0) return this.refuses(host);
    return host === '' || (this.allowed.length === 0 && LOCAL_NAME.test(host));
  }

  /** Whether a host is allowed only because it is in an allowed network, or has a local name. */
  allowsInside(hostname: string): boolean {
    return !this.refusesHost(hostname) && new EgressPolicy().refusesHost(hostname);
  }
}

/** Returns the IPv4 address that is written as IPv6. Tunnels are refused as a range. */
function unwrapped(address: Address): Address {
  if (address.kind() === 'ipv4') return address;
  const v6 = address as IPv6;
  return v6.isIPv4MappedAddress() ? v6.toIPv4Address() : v6;
}

function isWithin(address: Address, [network, bits]: [Address, number]): boolean {
  return address.kind() === network.kind() && address.match([network, bits] as never);
}

/** Also `::a.b.c.d`, local NAT64 (RFC 8215) and unassigned ranges. */
function isSpecialIPv6(address: Address): boolean {
  return address.kind() === 'ipv6' && !isWithin(address, GLOBAL_IPV6);
}
