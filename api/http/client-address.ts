import type { Request } from 'express';
import { clientNetwork, withoutMapping } from '../../security/client-network';
import { isIPAddress } from './formats';

const PORT = /^(?:\[([^\]]+)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+):\d+)$/;

/** The address of the client by the trusted proxies, without a port; undefined for an invalid address. */
export function clientAddress({ ip }: Pick<Request, 'ip'>): string | undefined {
  const [, bracketed, plain] = PORT.exec(ip ?? '') ?? [];
  const address = withoutMapping(bracketed ?? plain ?? ip ?? '');
  return isIPAddress(address) ? address : undefined;
}

/** The key of an address in rate limits. */
export function getNetwork(address = 'unknown'): string {
  return clientNetwork(address);
}
