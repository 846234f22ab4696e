import { Client, type ClientOptions } from '@temporalio/client';
import { encodeIdentity, type EncryptingCodec } from './payload-codec';

/** The one way to a client of the engine: whoever speaks to it reads and writes payloads as all others do. */
export function engineClient(options: Omit<ClientOptions, 'dataConverter'>, codec: EncryptingCodec): Client {
  return new Client({ identity: encodeIdentity(codec), ...options, dataConverter: { payloadCodecs: [codec] } });
}
