import type { Request } from 'express';
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
