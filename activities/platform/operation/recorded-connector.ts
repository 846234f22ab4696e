import type { Store } from '../../../store/store';
import type { AccountConnectors } from '../../../connectors/account-connectors';
import {
  ConnectorUnavailable,
  type Connector,
  type PaymentConnector,
  type PayOutConnector,
} from '../../../connectors/connector';

/** Dependencies of activities that call connectors. */
export interface ConnectorDependencies {
  store: Store;
  connectors: Pick<AccountConnectors, 'find' | 'callbackPath'>;
  /** Timeout of one request to a connector (`step-deadline.ts`). */
  connectorTimeoutMs?: number;
}

/** Returns the connector of the account stored with an entity; later changes of routes do not affect it. */
export async function recordedConnector(
  dependencies: ConnectorDependencies,
  recorded: RecordedName,
): Promise<Connector> {
  return requireConfigured(dependencies, recorded);
}

/** The same for a withdrawal. */
export async function recordedPayOutConnector(
  dependencies: ConnectorDependencies,
  recorded: RecordedName,
): Promise<PayOutConnector> {
  const connector = await requireConfigured(dependencies, recorded);
  if (paysOut(connector)) return connector;
  throw new Error(`the connector ${recorded.connector} does not pay out`);
}

/** The address for the callbacks of the account stored with an entity. */
export async function recordedCallbackUrl(
  { connectors, apiUrl }: ConnectorDependencies & { apiUrl: string },
  { connector }: RecordedName,
): Promise<string> {
  return `${apiUrl}${await connectors.callbackPath(connector ?? '')}`;
}

interface RecordedName {
  connector: string | null;
}

async function requireConfigured(
  { connectors }: ConnectorDependencies,
  { connector: name }: RecordedName,
): Promise<Connector> {
  const connector = name === null ? undefined : await connectors.find(name);
  // Retryable: an operator can configure it.
  if (!connector) throw new ConnectorUnavailable(`the connector ${name} is not configured`, { isUnsent: true });
  return connector;
}

function paysOut(connector: Connector): connector is PaymentConnector & PayOutConnector {
  return connector.payOut !== undefined && connector.lookUpPayOut !== undefined;
}
