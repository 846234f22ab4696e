import { randomUUID } from 'node:crypto';
import { judgeRoutes } from '../../connectors/known-connectors';
import { openConnectors, type Connectors } from '../../connectors/registry';
import type { Environment } from '../../runtime/environment';
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
  let opened: Promise<Connectors> | undefined;
  return async function* () {
    opened ??= openConnectors(parts.environment);
    const connectors = Object.entries(await opened).map(([name, connector]): ConnectorProbe => ({
      name,
      // A connector that responds "not found" to a random operation is available.
      answers: async () => {
        const operationID = `doctor/${randomUUID()}/authorise`;
        await connector.lookUp({ kind: 'authorise', operationID, timeoutMs: CONNECTOR_MS });
      },
    }));
    yield* examine({ ...parts, connectors, judge: judgeRoutes(parts.environment) });
  };
}
