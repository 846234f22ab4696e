import { randomUUID } from 'node:crypto';
import { AccountConnectors } from '../../connectors/account-connectors';
import type { Environment } from '../../runtime/environment';
import { accountSource } from '../../store/payments/connector-account/account-source';
import type { Store } from '../../store/store';
import type { TemporalGateway } from '../temporal-gateway';
import { examine } from './doctor';
import type { CheckFinding } from './finding';
import type { ConnectorProbe } from './machine.checks';

/** A connector slower than this would delay payers too. */
const CONNECTOR_MS = 5_000;

interface Installation {
  environment: Environment;
  store: Store;
  engine: TemporalGateway;
}

/** Returns a function that runs all checks of this installation; its connectors are opened once. */
export function installationChecks(parts: Installation): () => AsyncGenerator<CheckFinding> {
  const accounts = new AccountConnectors(accountSource(parts.store));
  return async function* () {
    // Without the database no account is known.
    const names = await accounts.ids().catch((): string[] => []);
    const connectors = names.map((name): ConnectorProbe => ({
      name,
      // A connector that responds "not found" to a random operation is available.
      answers: async () => {
        const operationID = `doctor/${randomUUID()}/authorise`;
        const connector = await accounts.find(name);
        await connector?.lookUp({ kind: 'authorise', operationID, timeoutMs: CONNECTOR_MS });
      },
    }));
    yield* examine({ ...parts, connectors });
  };
}
