import { CONNECTOR_KINDS } from '../connectors/kinds';
import { loadVaultEnvironment } from '../runtime/environment';
import { createLogger } from '../runtime/logger';
import { stopOnSignals } from '../runtime/shutdown';
import { startWithRetry } from '../runtime/start-with-retry';
import { createProvider } from './keys/create-provider';
import { startVault } from './server';
import { readWalletKeys } from './wallets/wallet-keys';

async function main(): Promise<void> {
  const environment = loadVaultEnvironment();
  const logger = createLogger({ process: 'vault', level: environment.LOG_LEVEL });
  const provider = await createProvider(environment);
  const wallets = readWalletKeys(environment);
  const start = () =>
    startVault({
      databaseUrl: environment.VAULT_DATABASE_URL,
      provider,
      tls: {
        ca: environment.VAULT_TLS_CA,
        cert: environment.VAULT_TLS_CERT,
        key: environment.VAULT_TLS_KEY,
        revoked: environment.VAULT_REVOKED_FILE,
      },
      logger,
      host: environment.HOST,
      port: environment.VAULT_PORT,
      healthPort: environment.VAULT_HEALTH_PORT,
      cvvMinutes: environment.VAULT_CVV_MINUTES,
      wallets,
      usesPerCard: environment.VAULT_USES_PER_CARD,
      usesPerCertificate: environment.VAULT_USES_PER_CERTIFICATE,
      // No card goes to an acquirer on whose own page it is entered.
      origins: [
        ...CONNECTOR_KINDS.flatMap(({ origins, cards }) => (cards.requests.length > 0 ? origins : [])),
        ...environment.VAULT_ORIGINS,
      ],
      privateNetworks: environment.VAULT_PRIVATE_NETWORKS,
    });
  const isRetryable = (error: unknown): boolean =>
    /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|57P03|3D000)$/.test((error as { code?: string }).code ?? '');
  const vault = await startWithRetry(start, { isRetryable, logger, target: 'the database of the vault' });
  stopOnSignals({ logger, steps: [{ name: 'vault', stop: () => vault.stop() }] });
  logger.info({ url: vault.url }, 'the vault is listening');
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
