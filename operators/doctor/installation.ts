import { testAccount } from '../../connectors/account-test';
import type { Environment } from '../../runtime/environment';
import { accountSource } from '../../store/payments/connector-account/account-source';
import type { Store } from '../../store/store';
import type { TemporalGateway } from '../temporal-gateway';
import { examine } from './doctor';
import type { CheckFinding } from './finding';
import type { ConnectorProbe } from './machine.checks';

interface Installation {
  environment: Environment;
  store: Store;
  engine: TemporalGateway;
}

/** Returns a function that runs all checks of this installation. */
export function installationChecks(parts: Installation): () => AsyncGenerator<CheckFinding> {
  const source = accountSource(parts.store);
  return async function* () {
    // Without the database no account is known.
    const accounts = await source.list().catch(() => []);
    const connectors = accounts.map((account): ConnectorProbe => ({
      name: account.id,
      test: () => testAccount(source, account),
    }));
    yield* examine({ ...parts, connectors });
  };
}
