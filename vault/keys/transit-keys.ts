import { readFileSync } from 'node:fs';
import { Agent } from 'undici';
import { KeysUnavailable, type KeyProvider, type WrappedKey } from './key-encryption';

export interface TransitSettings {
  /** Address of HashiCorp Vault. */
  url: string;
  /** The name of the key. */
  key: string;
  /** Path of the secrets engine. */
  mount: string;
  /** File of the token, which an agent renews: read at each call. */
  tokenFile: string;
  /** PEM of a private authority. */
  ca?: string | undefined;
}

const TIMEOUT_MS = 3_000;

/**
 * A key of the transit engine of HashiCorp Vault, whose versions are rotated there. Plain HTTP: three operations, and its npm clients bring
 * an HTTP client, templates and schemas for hundreds of others.
 */
export class TransitKeys implements KeyProvider {
  readonly isRemote = true;
  private readonly agent: Agent;

  constructor(private readonly settings: TransitSettings) {
    const { ca } = settings;
    this.agent = new Agent({ connect: { timeout: TIMEOUT_MS, ...(ca === undefined ? {} : { ca }) } });
  }

  async currentKeyID(): Promise<string> {
    const { latest_version: version } = await this.call<{ latest_version?: number }>('GET', 'keys');
    return this.nameVersion(version);
  }

  missingShares(): number {
    return 0;
  }

  async wrap(dataKey: Buffer, cardID: string): Promise<WrappedKey> {
    const { ciphertext } = await this.call<{ ciphertext?: string }>('POST', 'encrypt', {
      plaintext: dataKey.toString('base64'),
      associated_data: Buffer.from(cardID).toString('base64'),
    });
    const [, version] = /^vault:v(\d+):/.exec(ciphertext ?? '') ?? [];
    return { keyID: this.nameVersion(Number(version)), bytes: Buffer.from(ciphertext ?? '') };
  }

  async unwrap({ bytes }: WrappedKey, cardID: string): Promise<Buffer> {
    const { plaintext } = await this.call<{ plaintext?: string }>('POST', 'decrypt', {
      ciphertext: bytes.toString(),
      associated_data: Buffer.from(cardID).toString('base64'),
    });
    if (plaintext === undefined) throw new KeysUnavailable('HashiCorp Vault returned no plaintext');
    return Buffer.from(plaintext, 'base64');
  }

  close(): void {
    void this.agent.close();
  }

  private nameVersion(version: number | undefined): string {
    if (version === undefined || Number.isNaN(version))
      throw new KeysUnavailable('HashiCorp Vault names no version of the key');
    return `transit:${this.settings.key}/v${version}`;
  }

  private async call<Data>(
    method: 'GET' | 'POST',
    operation: 'encrypt' | 'decrypt' | 'keys',
    body?: object,
  ): Promise<Data> {
    const { url, mount, key, tokenFile } = this.settings;
    const answer = await this.agent
      .request({
        origin: new URL(url).origin,
        path: `/v1/${mount}/${operation}/${encodeURIComponent(key)}`,
        method,
        headers: { 'x-vault-token': readFileSync(tokenFile, 'utf8').trim(), 'content-type': 'application/json' },
        body: body === undefined ? null : JSON.stringify(body),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      .catch((error: { code?: string }) => {
        throw new KeysUnavailable(`HashiCorp Vault does not answer (${error.code ?? 'no code'})`);
      });
    const text = await answer.body.text();
    if (answer.statusCode !== 200) throw new KeysUnavailable(`HashiCorp Vault answers ${answer.statusCode}`);
    return (JSON.parse(text) as { data: Data }).data;
  }
}
