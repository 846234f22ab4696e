import { Client, type ClientOptions } from '@temporalio/client';
import { encodeIdentity, type EncryptingCodec } from './payload-codec';

/** Creates every Temporal client, so that all of them encode payloads as the workers do. */
export function engineClient(options: Omit<ClientOptions, 'dataConverter'>, codec: EncryptingCodec): Client {
  return new Client({ identity: encodeIdentity(codec), ...options, dataConverter: { payloadCodecs: [codec] } });
}
