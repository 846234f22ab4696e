import type { Request } from 'express';
import { isIPv6 } from 'node:net';
import { parse, type IPv6 } from 'ipaddr.js';
import { isIPAddress } from './formats';

const MAPPED_IPV4 = /^::ffff:(?=\d+\.)/i;
const PORT = /^(?:\[([^\]]+)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+):\d+)$/;

/** The address of the client by the trusted proxies, without a port; undefined for an invalid address. */
export function clientAddress({ ip }: Pick<Request, 'ip'>): string | undefined {
  const [, bracketed, plain] = PORT.exec(ip ?? '') ?? [];
  const address = (bracketed ?? plain ?? ip ?? '').replace(MAPPED_IPV4, '');
  return isIPAddress(address) ? address : undefined;
}

/** The key of an address in rate limits: for IPv6 its /64 network, which belongs to one customer. */
export function getNetwork(address = 'unknown'): string {
  return isIPv6(address) ? (parse(address) as IPv6).parts.slice(0, 4).join(':') : address;
}
