import { Registry } from 'prom-client';
import type { VaultMerchants } from '../connectors/wallet-tokens';
import { readCardCountries } from '../operators/card-countries/read-card-countries';
import { CardAccounts } from '../operators/connector-accounts/card-accounts';
import { installationChecks } from '../operators/doctor/installation';
import { TemporalGateway } from '../operators/temporal-gateway';
import { createDrainingServer } from '../runtime/drain';
import { loadEnvironment, type Environment } from '../runtime/environment';
import { listWeakKeys } from '../runtime/production-rules';
import { startHealthServer } from '../runtime/health-server';
import { listen } from '../runtime/listen';
import { createLogger, type Logger } from '../runtime/logger';
import { PeriodicTask } from '../runtime/periodic-task';
import { stopOnSignals } from '../runtime/shutdown';
import { openTracing } from '../runtime/tracing/tracing';
import { openFileStorage } from '../files/open-file-storage';
import { KeyUse } from '../store/merchants/api-key/api-key.use';
import { OperatorsSeen } from '../store/operators/operator/operator.seen';
import { readFingerprintKey } from '../store/payments/payment-tool/fingerprint-key';
import { readKeyRing } from '../security/key-ring';
import { openStore, type Store } from '../store/store';
import { setTraceReader } from '../store/trace-context';
import { openVaultClient } from '../vault/client/open-client';
import type { VaultClient } from '../vault/client/vault-client';
import { keyPairs } from '../security/key-pairs';
import { CallLog } from './http/call-log';
import { createApi } from './server';

/** The longest allowed filters take 52 KiB when percent-encoded. */
const MAX_HEADER_BYTES = 65_536;
const REGISTRATION_MS = 1_000;

/** The API process. Stateless: run as many behind a balancer as needed. */
async function main(): Promise<void> {
  const environment = loadEnvironment();
  const logger = createLogger({ process: 'api', level: environment.LOG_LEVEL });
  const cards = await readCardCountries(environment.CARD_COUNTRIES_FILE);
  const store = openStore(environment, environment.API_CONNECTIONS, cards);
  const vault = openVaultClient(environment);
  const tracing = await openApiTracing(environment);
  const calls = new CallLog(store, logger);
  const keyUse = new KeyUse(store.database);
  const operatorsSeen = new OperatorsSeen(store.database);
  const engine = new TemporalGateway(environment);
  const registry = new Registry();
  const app = createApi({
    ...{ store, vault, logger, engine },
    tokenSigningKeys: readKeyRing(environment.TOKEN_SIGNING_KEY),
    ...{ apiUrl: environment.API_URL, registryDays: environment.REGISTRY_DAYS },
    ...{ approvalDelaySeconds: environment.OPERATOR_APPROVAL_DELAY_SECONDS },
    keys: { isProduction: environment.NODE_ENV === 'production', weak: listWeakKeys({ ...environment }) },
    ...{ checkoutUrl: environment.CHECKOUT_URL, examine: installationChecks({ environment, store, engine }) },
    files: await openFileStorage(environment),
    trustedProxies: environment.TRUSTED_PROXIES,
    vaultMerchants: getVaultMerchants(environment),
    ...{ calls, keyUse, operatorsSeen },
    openId: environment,
    rates: environment,
    tracing,
    registry,
  });
  const serveMs = environment.DRAIN_SECONDS * 1_000;
  const { server, drain } = createDrainingServer({ maxHeaderSize: MAX_HEADER_BYTES, serveMs }, app);
  server.keepAliveTimeout = 65_000;
  await listen(server, { host: environment.HOST, port: environment.API_PORT });
  const problem = () => findDatabaseProblem(store.database);
  const { HOST: host, API_METRICS_PORT: port } = environment;
  const metrics = await startHealthServer({ host, port, registry, logger, problem });
  const accounts = registration(vault, store, logger);
  accounts.start();
  stopOnSignals({
    logger,
    serveMs,
    steps: [
      { name: 'server', stop: drain },
      { name: 'metrics', stop: () => metrics.stop() },
      { name: 'calls', stop: () => calls.flush() },
      { name: 'key use', stop: () => keyUse.flush() },
      { name: 'operators seen', stop: () => operatorsSeen.flush() },
      { name: 'engine', stop: () => engine.close() },
      { name: 'accounts', stop: () => accounts.stop() },
      { name: 'vault', stop: () => vault.close() },
      { name: 'store', stop: () => store.database.close() },
      { name: 'traces', stop: async () => tracing?.stop() },
    ],
  });
  keyPairs.warmUp();
  recordFirstKey(store);
  logger.info({ port: environment.API_PORT }, 'api is ready');
}

function getVaultMerchants(environment: Environment): VaultMerchants {
  const { APPLE_PAY_VAULT_MERCHANTS: ApplePay, GOOGLE_PAY_VAULT_MERCHANTS: GooglePay } = environment;
  return { ApplePay, GooglePay };
}

/** Accounts may be stored by other processes, and the vault may be started later. */
function registration(vault: VaultClient, store: Store, logger: Logger): PeriodicTask {
  const accounts = new CardAccounts(vault, store);
  return new PeriodicTask({
    run: async () => {
      await accounts.register();
      return REGISTRATION_MS;
    },
    onError: (error) => logger.warn({ err: error }, 'the vault does not know all accounts yet'),
    retryAfterMs: REGISTRATION_MS,
  });
}

/** Records the first key while it is the only one: later it would be unknown which key made the fingerprints. */
function recordFirstKey(store: Store): void {
  void readFingerprintKey(store).catch(() => undefined);
}

async function openApiTracing(environment: Environment): ReturnType<typeof openTracing> {
  const tracing = await openTracing(environment, 'api');
  if (tracing) setTraceReader(() => tracing.current());
  return tracing;
}

async function findDatabaseProblem(database: Store['database']): Promise<string | undefined> {
  return database.ping().then(
    () => undefined,
    () => 'the database does not answer',
  );
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
