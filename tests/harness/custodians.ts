import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { certificateFolder } from '../../scripts/services/platform-environment';
import { readCertificates } from '../../vault/certificates/certificates';
import { VaultClient } from '../../vault/client/vault-client';
import type { VaultStatus } from '../../vault/client/vault.types';
import { addKey, createKeyFile, removeOldKeys } from '../../vault/custodian/key-file';
import type { Platform } from './platform';

/** So that a rotation has several batches. */
const BATCH_SIZE = 20;

/** Two custodians of a vault whose key is in a file, so that it is locked after each start. */
export class Custodians {
  private readonly file = join(mkdtempSync(join(tmpdir(), 'custodians-')), 'keys');
  private readonly shares = createKeyFile(this.file);
  /** For `startPlatform`. */
  readonly environment = { VAULT_KEK: '', VAULT_KEY_FILE: this.file };

  async unlock(platform: Platform): Promise<void> {
    await this.unlockHalf(platform);
    await withOperator(platform, (client) => client.unlock(this.shares[1]));
  }

  /** One share of two, which leaves the vault locked. */
  async unlockHalf(platform: Platform): Promise<VaultStatus> {
    return withOperator(platform, (client) => client.unlock(this.shares[0]));
  }

  /** Adds a key, rewraps what the old one has wrapped, and removes the old one. @returns the number of rewrapped keys */
  async rotate(platform: Platform): Promise<{ rewrapped: number; status: VaultStatus }> {
    addKey(this.file, this.shares);
    return withOperator(platform, async (client) => {
      let rewrapped = 0;
      let status: VaultStatus;
      do {
        rewrapped += (await client.rotate(BATCH_SIZE)).rewrapped;
        status = await client.status();
      } while (Object.keys(status.cardsByKey).some((key) => key !== status.currentKey));
      rewrapped += (await client.rotate()).rewrapped;
      removeOldKeys(this.file, this.shares);
      return { rewrapped, status };
    });
  }
}

export async function withOperator<Result>(
  { environment }: Pick<Platform, 'environment'>,
  work: (client: VaultClient) => Promise<Result>,
): Promise<Result> {
  const tls = readCertificates(certificateFolder(environment['DATA_DIR'] ?? ''), 'operator');
  const client = new VaultClient({ url: environment['VAULT_URL'] ?? '', tls });
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}
