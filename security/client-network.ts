import { isIPv6 } from 'node:net';
import { parse, type IPv6 } from 'ipaddr.js';

const MAPPED_IPV4 = /^::ffff:(?=\d+\.)/i;

/** An address without the form that IPv4 has on IPv6 sockets. */
export function withoutMapping(address: string): string {
  return address.replace(MAPPED_IPV4, '');
}

/** What one client has: an IPv4 address, or the /64 network of an IPv6 address, which belongs to one customer. */
export function clientNetwork(given: string): string {
  const address = withoutMapping(given);
  return isIPv6(address) ? (parse(address) as IPv6).parts.slice(0, 4).join(':') : address;
}
