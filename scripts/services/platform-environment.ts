import { createHash, randomBytes } from 'node:crypto';

/** The secrets of a local platform, generated once. */
export type Secrets = {
  ENCRYPTION_KEY: string;
  TOKEN_SIGNING_KEY: string;
  SANDBOX_SECRET: string;
  POSTGRES_PASSWORD: string;
};

export type LocalPorts = {
  api: number;
  apiMetrics: number;
  codec: number;
  worker: number;
  sandbox: number;
  web: number;
  checkout: number;
  console: number;
};

export function generateSecrets(): Secrets {
  return {
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    TOKEN_SIGNING_KEY: randomBytes(32).toString('base64'),
    SANDBOX_SECRET: randomBytes(24).toString('base64url'),
    POSTGRES_PASSWORD: randomBytes(18).toString('base64url'),
  };
}

export function platformEnvironment(input: {
  nodeEnv: 'development' | 'test';
  dataFolder: string;
  secrets: Secrets;
  ports: LocalPorts;
  databaseUrl: string;
  sandboxDatabaseUrl: string;
  temporalAddress: string;
}): Record<string, string> {
  const { secrets, ports } = input;
  return {
    NODE_ENV: input.nodeEnv,
    DATA_DIR: input.dataFolder,
    HOST: '127.0.0.1',
    API_PORT: String(ports.api),
    API_METRICS_PORT: String(ports.apiMetrics),
    CODEC_PORT: String(ports.codec),
    WORKER_PORT: String(ports.worker),
    SANDBOX_PORT: String(ports.sandbox),
    WEB_PORT: String(ports.web),
    CHECKOUT_PORT: String(ports.checkout),
    CONSOLE_PORT: String(ports.console),
    DATABASE_URL: input.databaseUrl,
    SANDBOX_DATABASE_URL: input.sandboxDatabaseUrl,
    TEMPORAL_ADDRESS: input.temporalAddress,
    ENCRYPTION_KEY: secrets.ENCRYPTION_KEY,
    TOKEN_SIGNING_KEY: secrets.TOKEN_SIGNING_KEY,
    SANDBOX_SECRET: secrets.SANDBOX_SECRET,
    SANDBOX_URL: `http://127.0.0.1:${ports.sandbox}`,
    API_URL: `http://127.0.0.1:${ports.api}`,
    SITE_URL: `http://127.0.0.1:${ports.web}`,
    CHECKOUT_URL: `http://127.0.0.1:${ports.checkout}`,
    CONSOLE_URL: `http://127.0.0.1:${ports.console}`,
    // Derived, so that the secrets of an older data folder stay complete.
    CONSOLE_SESSION_KEY: createHash('sha256').update(`console ${secrets.TOKEN_SIGNING_KEY}`).digest('base64'),
  };
}
