import { isIP } from 'node:net';
import { parse, parseCIDR, type IPv4, type IPv6 } from 'ipaddr.js';

type Address = IPv4 | IPv6;

/**
 * Addresses of cloud platforms' own services that lie in public ranges; the others (169.254.169.254, fd00:ec2::254,
 * 100.100.100.200, 192.0.0.192) lie in ranges that are refused as a whole.
 */
const METADATA_ADDRESSES: ReadonlySet<string> = new Set(['168.63.129.16']);

/** Says which addresses webhooks may not reach: everything that is not of the public internet, save what is allowed. */
export class AddressGuard {
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
