import { BlockList, isIPv6 } from 'node:net';
import { z } from 'zod';
import { parseJson } from '../acquirer-http';
import type { CallbackReader } from '../callback';
import { OPERATION } from './yookassa-objects';

const metadata = z.object({ [OPERATION]: z.string().max(200) });
const notification = z.object({ object: z.object({ metadata }) });

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
      const { data } = notification.safeParse(parseJson(body.toString('utf8')));
      return data ? { kind: 'read', operationID: data.object.metadata[OPERATION] } : { kind: 'read' };
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
