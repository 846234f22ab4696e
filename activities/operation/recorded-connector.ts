import type { Store } from '../../store/store';
import {
  ConnectorUnavailable,
  type Connector,
  type PaymentConnector,
  type PayOutConnector,
} from '../../connectors/connector';

/** Dependencies of activities that call connectors. */
export interface ConnectorDependencies {
  store: Store;
  connectors: Readonly<Record<string, Connector>>;
  /** Timeout of one request to a connector (`step-deadline.ts`). */
  connectorTimeoutMs?: number;
}

/** Returns the connector stored with an entity; later changes of routes do not affect it. */
export function recordedConnector(dependencies: ConnectorDependencies, recorded: RecordedName): PaymentConnector {
  return requireConfigured(dependencies, recorded);
}

/** The same for a withdrawal. */
export function recordedPayOutConnector(dependencies: ConnectorDependencies, recorded: RecordedName): PayOutConnector {
  const connector = requireConfigured(dependencies, recorded);
  if (paysOut(connector)) return connector;
  throw new Error(`the connector ${recorded.connector} does not pay out`);
}

interface RecordedName {
  connector: string | null;
}

function requireConfigured({ connectors }: ConnectorDependencies, { connector: name }: RecordedName): Connector {
  const connector = name === null ? undefined : connectors[name];
  // Retryable: an operator can configure it.
  if (!connector) throw new ConnectorUnavailable(`the connector ${name} is not configured`, { isUnsent: true });
  return connector;
}

function paysOut(connector: Connector): connector is PaymentConnector & PayOutConnector {
  return connector.payOut !== undefined && connector.lookUpPayOut !== undefined;
}
