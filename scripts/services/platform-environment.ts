import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';

/** The secrets of a local platform, generated once. */
export type Secrets = {
  ENCRYPTION_KEY: string;
  TOKEN_SIGNING_KEY: string;
  SANDBOX_SECRET: string;
  POSTGRES_PASSWORD: string;
  VAULT_KEK: string;
  VAULT_PASSWORD: string;
};

/** The ports of the processes of a local platform. */
export const LOCAL_PORTS = [
  ...(['API_PORT', 'API_METRICS_PORT', 'CODEC_PORT', 'WORKER_PORT', 'SANDBOX_PORT'] as const),
  ...(['WEB_PORT', 'CHECKOUT_PORT', 'CONSOLE_PORT', 'VAULT_PORT', 'VAULT_HEALTH_PORT'] as const),
];

type LocalPorts = Record<(typeof LOCAL_PORTS)[number], number>;

export function generateSecrets(): Secrets {
  return {
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    TOKEN_SIGNING_KEY: randomBytes(32).toString('base64'),
    SANDBOX_SECRET: randomBytes(24).toString('base64url'),
    POSTGRES_PASSWORD: randomBytes(18).toString('base64url'),
    VAULT_KEK: randomBytes(32).toString('base64'),
    VAULT_PASSWORD: randomBytes(18).toString('base64url'),
  };
}

export function platformEnvironment(input: {
  nodeEnv: 'development' | 'test';
  dataFolder: string;
  secrets: Secrets;
  ports: LocalPorts;
  databaseUrl: string;
  sandboxDatabaseUrl: string;
  vaultDatabaseUrl: string;
  temporalAddress: string;
}): Record<string, string> {
  const { secrets, ports } = input;
  const certificates = certificateFolder(input.dataFolder);
  return {
    NODE_ENV: input.nodeEnv,
    DATA_DIR: input.dataFolder,
    HOST: '127.0.0.1',
    ...Object.fromEntries(LOCAL_PORTS.map((name) => [name, String(ports[name])])),
    DATABASE_URL: input.databaseUrl,
    SANDBOX_DATABASE_URL: input.sandboxDatabaseUrl,
    TEMPORAL_ADDRESS: input.temporalAddress,
    ENCRYPTION_KEY: secrets.ENCRYPTION_KEY,
    TOKEN_SIGNING_KEY: secrets.TOKEN_SIGNING_KEY,
    SANDBOX_SECRET: secrets.SANDBOX_SECRET,
    SANDBOX_URL: `http://127.0.0.1:${ports.SANDBOX_PORT}`,
    API_URL: `http://127.0.0.1:${ports.API_PORT}`,
    SITE_URL: `http://127.0.0.1:${ports.WEB_PORT}`,
    CHECKOUT_URL: `http://127.0.0.1:${ports.CHECKOUT_PORT}`,
    CONSOLE_URL: `http://127.0.0.1:${ports.CONSOLE_PORT}`,
    // Derived, so that the secrets of an older data folder stay complete.
    CONSOLE_SESSION_KEY: createHash('sha256').update(`console ${secrets.TOKEN_SIGNING_KEY}`).digest('base64'),
    VAULT_URL: `https://127.0.0.1:${ports.VAULT_PORT}`,
    VAULT_DATABASE_URL: input.vaultDatabaseUrl,
    VAULT_KEK: secrets.VAULT_KEK,
    // The sandbox acquirer and stand-ins of others run on this machine.
    VAULT_ORIGINS: 'http://127.0.0.1:*,http://localhost:*',
    VAULT_PRIVATE_NETWORKS: '127.0.0.0/8,::1/128',
    CONNECTOR_PRIVATE_NETWORKS: '127.0.0.0/8,::1/128',
    VAULT_TLS_CA: join(certificates, 'ca.crt'),
    VAULT_TLS_CERT: join(certificates, 'operator.crt'),
    VAULT_TLS_KEY: join(certificates, 'operator.key'),
  };
}

/** The certificates of the vault and of its clients, which a local start generates. */
export function certificateFolder(dataFolder: string): string {
  return join(dataFolder, 'vault-certificates');
}
