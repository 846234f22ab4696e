import { BlockList, isIPv6 } from 'node:net';
import type { CallbackReader } from '../callback';
import { OPERATION } from './yookassa-objects';

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
