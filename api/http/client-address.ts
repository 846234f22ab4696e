import type { Request } from 'express';
import { isIPv6 } from 'node:net';
import { parse, type IPv6 } from 'ipaddr.js';
import { isIPAddress } from './formats';

const MAPPED_IPV4 = /^::ffff:(?=\d+\.)/i;
const PORT = /^(?:\[([^\]]+)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+):\d+)$/;

/**
 * Where a request comes from, as the balancers that are trusted say it: some write the port too, and what is no address at
 * all counts as none.
 */
export function clientAddress({ ip }: Pick<Request, 'ip'>): string | undefined {
  const [, bracketed, plain] = PORT.exec(ip ?? '') ?? [];
  const address = (bracketed ?? plain ?? ip ?? '').replace(MAPPED_IPV4, '');
  return isIPAddress(address) ? address : undefined;
}

/** What an address counts as: itself, or of IPv6 the network of one customer (/64), who has all addresses in it. */
export function getNetwork(address = 'unknown'): string {
  return isIPv6(address) ? (parse(address) as IPv6).parts.slice(0, 4).join(':') : address;
}
