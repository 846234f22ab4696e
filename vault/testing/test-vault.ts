import { randomBytes } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '../../runtime/logger';
import { emptyDatabase } from '../../tests/harness/database';
import { createAuthority, type CertificateFiles, type VaultAuthority } from '../certificates/certificates';
import { VaultClient } from '../client/vault-client';
import { VAULT_CALLERS, type VaultCaller } from '../client/vault.types';
import type { KeyProvider } from '../keys/key-encryption';
import { LocalKeys } from '../keys/local-keys';
import type { TlsFiles } from '../certificates/trusted-connections';
import { startVault, type VaultOptions } from '../server';

export interface TestVault {
  url: string;
  databaseUrl: string;
  authority: VaultAuthority;
  /** Clients with the certificate of each caller. */
  clients: Record<VaultCaller, VaultClient>;
  certificates: Record<VaultCaller, CertificateFiles & { ca: string }>;
  /** Its own certificates. */
  files: Required<Record<keyof TlsFiles, string>>;
  readMetrics(): Promise<string>;
  /** Its log lines. */
  log: string[];
  stop(): Promise<void>;
}

/** Starts a vault in this process, with a database and an authority of its own. It reaches loopback acquirers. */
export async function startTestVault(
  options: Partial<VaultOptions> & { provider?: KeyProvider } = {},
): Promise<TestVault> {
  const authority = await createAuthority();
  const log: string[] = [];
  const databaseUrl = options.databaseUrl ?? (await emptyDatabase());
  const files = writeFiles({ ca: authority.cert, ...(await authority.issue('vault', ['127.0.0.1'])), revoked: '' });
  const vault = await startVault({
    provider: new LocalKeys([randomBytes(32)]),
    tls: files,
    logger: createLogger({ process: 'vault', level: 'debug', destination: { write: (line) => void log.push(line) } }),
    host: '127.0.0.1',
    port: 0,
    healthPort: 0,
    cvvMinutes: 75,
    usesPerCard: 100,
    usesPerCertificate: 100_000,
    origins: ['http://127.0.0.1:*'],
    privateNetworks: ['127.0.0.0/8'],
    ...options,
    databaseUrl,
  });
  const entries = VAULT_CALLERS.map(
    async (name) => [name, { ca: authority.cert, ...(await authority.issue(name)) }] as const,
  );
  const certificates = Object.fromEntries(await Promise.all(entries)) as TestVault['certificates'];
  const client = (name: VaultCaller) => new VaultClient({ url: vault.url, tls: certificates[name] });
  const clients = { api: client('api'), worker: client('worker'), operator: client('operator') };
  const stop = async (): Promise<void> => {
    await Promise.all(Object.values(clients).map(async (one) => one.close()));
    await vault.stop();
  };
  const readMetrics = (): Promise<string> => vault.registry.metrics();
  return { url: vault.url, databaseUrl, authority, clients, certificates, files, readMetrics, log, stop };
}

function writeFiles<Name extends string>(texts: Record<Name, string>): Record<Name, string> {
  const folder = mkdtempSync(join(tmpdir(), 'vault-tls-'));
  const paths = Object.entries<string>(texts).map(([name, text]) => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return [name, path];
  });
  return Object.fromEntries(paths) as Record<Name, string>;
}
