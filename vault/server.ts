import { createServer } from 'node:https';
import type { Registry } from 'prom-client';
import { createDrainingServer } from '../runtime/drain';
import { startHealthServer } from '../runtime/health-server';
import { listen } from '../runtime/listen';
import type { Logger } from '../runtime/logger';
import { PeriodicTask } from '../runtime/periodic-task';
import { RegisteredAccounts } from './accounts/accounts';
import { AuditChain } from './audit/audit-chain';
import { Cards } from './cards/cards';
import { FingerprintKey } from './cards/fingerprint-key';
import { TrustedConnections, type TlsFiles } from './certificates/trusted-connections';
import { migrateVault } from './database/migrate';
import { RenewingPool } from './database/renewing-pool';
import { Acquirers, type AllowedOrigins } from './forward/acquirers';
import { Forwarder } from './forward/forward';
import { Outcomes } from './forward/outcomes';
import { UseLimits, type UseLimitOptions } from './forward/use-limits';
import { createApp } from './http/app';
import { DataKeys } from './keys/data-keys';
import { VaultLocked, type KeyProvider } from './keys/key-encryption';
import { Rotation } from './keys/rotation';
import { VaultMetrics } from './metrics';
import type { WalletKeys } from './wallets/wallet-keys';
import { WalletTokens } from './wallets/wallet-tokens';

export interface VaultOptions extends AllowedOrigins, UseLimitOptions {
  databaseUrl: string;
  provider: KeyProvider;
  tls: TlsFiles;
  logger: Logger;
  host: string;
  /** 0 selects a free port. */
  port: number;
  healthPort: number;
  cvvMinutes: number;
  wallets?: WalletKeys;
}

export interface Vault {
  url: string;
  registry: Registry;
  stop(): Promise<void>;
}

const MAX_CONNECTIONS = 16;
const STATEMENT_TIMEOUT_MS = 5_000;
/** A new connection costs as much as ten requests: authentication, a process of PostgreSQL and the plans of the statements. */
const IDLE_CONNECTION_MS = 600_000;
const EXPIRY_MS = 10_000;
const CHAIN_MS = 2_000;
const BACKLOG = 511;

/** Starts the vault; it answers when the promise resolves, and is ready when its key is there. */
export async function startVault(options: VaultOptions): Promise<Vault> {
  const { logger, provider } = options;
  await migrateVault(options.databaseUrl);
  const pool = createPool(options.databaseUrl, logger);
  const metrics = new VaultMetrics(() => provider.missingShares() > 0);
  const dataKeys = new DataKeys(provider);
  const fingerprintKey = new FingerprintKey(pool, dataKeys);
  const cards = new Cards({ pool, dataKeys, fingerprintKey, cvvSeconds: options.cvvMinutes * 60 });
  const tokens = new WalletTokens({ pool, cards, keys: options.wallets ?? {} });
  const acquirers = new Acquirers(options);
  const outcomes = new Outcomes({ pool, logger });
  const limits = new UseLimits({ ...options, onReached: (limit) => metrics.countLimit(limit) });
  const accounts = new RegisteredAccounts(pool);
  const forwarder = new Forwarder({ accounts, cards, acquirers, outcomes, limits });
  const audit = new AuditChain(pool);
  const app = createApp({
    ...{ accounts, cards, tokens, forwarder, audit, logger, metrics },
    rotation: new Rotation(pool, provider),
  });
  const connections = new TrustedConnections({ files: options.tls, logger });
  const { server, drain } = createDrainingServer({ keepAliveTimeout: 60_000 }, app, (settings, handle) => {
    const secured = createServer(
      { ...settings, ...connections.options, requestCert: true, rejectUnauthorized: true },
      handle,
    );
    connections.watch(secured);
    return secured;
  });
  const port = await listen(server, { host: options.host, port: options.port, backlog: BACKLOG });
  const health = await startHealthServer({
    host: options.host,
    port: options.healthPort,
    registry: metrics.registry,
    logger,
    problem: () => findProblem(pool, provider),
  });
  const [expiry, chaining] = backgroundTasks({ cards, tokens, audit, metrics, logger });
  expiry.start();
  chaining.start();
  const stop = async (): Promise<void> => {
    await drain();
    await expiry.stop();
    await outcomes.settle();
    await chaining.stop();
    await acquirers.close();
    connections.stop();
    await health.stop();
    provider.close?.();
    await pool.end();
  };
  return { url: `https://${options.host}:${port}`, registry: metrics.registry, stop };
}

interface BackgroundParts {
  cards: Cards;
  tokens: WalletTokens;
  audit: AuditChain;
  metrics: VaultMetrics;
  logger: Logger;
}

function backgroundTasks({ cards, tokens, audit, metrics, logger }: BackgroundParts): [PeriodicTask, PeriodicTask] {
  const expiry = new PeriodicTask({
    run: async () => {
      metrics.countExpiredCvvs(await cards.deleteExpiredCvvs());
      await cards.deleteRequested();
      await tokens.deleteExpired();
      return EXPIRY_MS;
    },
    onError: (error) => logger.error({ err: error }, 'expired CVVs could not be deleted'),
    retryAfterMs: EXPIRY_MS,
  });
  const chaining = new PeriodicTask({
    run: async () => {
      const { hasMore = false, ...head } = (await audit.extend()) ?? {};
      if ('head' in head) logger.info(head, 'the audit log was chained');
      return hasMore ? 0 : CHAIN_MS;
    },
    onError: (error) => logger.error({ err: error }, 'the audit log could not be chained'),
    retryAfterMs: CHAIN_MS,
  });
  return [expiry, chaining];
}

function createPool(connectionString: string, logger: Logger): RenewingPool {
  const pool = new RenewingPool({
    connectionString,
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: STATEMENT_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_CONNECTION_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    keepAlive: true,
  });
  pool.on('error', (error) => logger.error({ err: error }, 'an idle database connection broke'));
  // An unhandled error of an active connection would end the process.
  pool.on('connect', (client) =>
    client.on('error', (error) => logger.error({ err: error }, 'a database connection broke')),
  );
  return pool;
}

async function findProblem(pool: RenewingPool, provider: KeyProvider): Promise<string | undefined> {
  try {
    if (provider.missingShares() > 0) return new VaultLocked().message;
    const text = `SELECT current_setting('transaction_read_only') = 'on' AS "isReadOnly"`;
    const { rows } = await pool.query<{ isReadOnly: boolean }>(text);
    if (!rows[0]?.isReadOnly) return undefined;
    await pool.renew();
    return 'the database takes no writes';
  } catch {
    return 'the database does not answer';
  }
}
