import { DecryptCommand, EncryptCommand, KMSClient } from '@aws-sdk/client-kms';
import { KeysUnavailable, type KeyProvider, type WrappedKey } from './key-encryption';

export interface KmsSettings {
  /** ARNs or ids, the current key first. */
  keys: readonly string[];
  region: string;
  /** An address other than Amazon's: a VPC endpoint. */
  endpoint?: string | undefined;
}

const ATTEMPTS = 3;
const TIMEOUT_MS = 3_000;
const PREFIX = 'kms:';

/** Keys of AWS KMS. The SDK finds the credentials (environment, instance or pod role). */
export class KmsKeys implements KeyProvider {
  readonly isRemote = true;
  private readonly client: KMSClient;
  private readonly current: string;

  constructor({ keys, region, endpoint }: KmsSettings) {
    const [current] = keys;
    if (current === undefined) throw new Error('at least one KMS key is required');
    this.current = current;
    this.client = new KMSClient({
      region,
      maxAttempts: ATTEMPTS,
      requestHandler: { requestTimeout: TIMEOUT_MS, connectionTimeout: TIMEOUT_MS },
      ...(endpoint === undefined ? {} : { endpoint }),
    });
  }

  currentKeyID(): Promise<string> {
    return Promise.resolve(PREFIX + this.current);
  }

  missingShares(): number {
    return 0;
  }

  async wrap(dataKey: Buffer, cardID: string): Promise<WrappedKey> {
    const command = new EncryptCommand({
      KeyId: this.current,
      Plaintext: dataKey,
      EncryptionContext: { card: cardID },
    });
    const { CiphertextBlob: bytes } = await this.client.send(command).catch(explain);
    if (!bytes) throw new KeysUnavailable('AWS KMS returned no ciphertext');
    return { keyID: PREFIX + this.current, bytes: Buffer.from(bytes) };
  }

  async unwrap({ keyID, bytes }: WrappedKey, cardID: string): Promise<Buffer> {
    const command = new DecryptCommand({
      KeyId: keyID.slice(PREFIX.length),
      CiphertextBlob: bytes,
      EncryptionContext: { card: cardID },
    });
    const { Plaintext: plain } = await this.client.send(command).catch(explain);
    if (!plain) throw new KeysUnavailable('AWS KMS returned no plaintext');
    return Buffer.from(plain);
  }

  close(): void {
    this.client.destroy();
  }
}

/** The name of the error says what is wrong; its message may quote the request. */
function explain(error: Error): never {
  throw new KeysUnavailable(`AWS KMS refuses or does not answer (${error.name})`);
}
