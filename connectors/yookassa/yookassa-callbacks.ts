import { BlockList, isIPv6 } from 'node:net';
import type { CallbackReader } from '../callback';
import { OPERATION } from './yookassa-objects';

/** Networks that YooKassa's notifications come from (yookassa.ru/developers/using-api/webhooks#ip). */
export const YOOKASSA_NETWORKS = [
  '185.71.76.0/27',
  '185.71.77.0/27',
  '77.75.153.0/25',
  '77.75.154.128/25',
  '77.75.156.11/32',
  '77.75.156.35/32',
  '2a02:5180::/32',
];

/**
 * Reads YooKassa's notifications. They have no signature, so they are accepted from the allowed networks only, and trigger
 * a look-up of the operation in the object's metadata.
 */
export function createYooKassaCallbacks(networks: readonly string[]): CallbackReader {
  const allowed = toBlockList(networks);
  return {
    read({ body, address }) {
      if (address === undefined || !allowed.check(address, isIPv6(address) ? 'ipv6' : 'ipv4'))
        return { kind: 'refused' };
      const operationID = readOperation(body);
      return operationID === undefined ? { kind: 'read' } : { kind: 'read', operationID };
    },
  };
}

function toBlockList(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    list.addSubnet(address, Number(bits), isIPv6(address) ? 'ipv6' : 'ipv4');
  }
  return list;
}

function readOperation(body: Buffer): string | undefined {
  try {
    const { object } = JSON.parse(body.toString('utf8')) as { object?: { metadata?: Record<string, unknown> } };
    const operationID = object?.metadata?.[OPERATION];
    return typeof operationID === 'string' && operationID.length <= 200 ? operationID : undefined;
  } catch {
    return undefined;
  }
}
