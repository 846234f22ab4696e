import type { Store } from '../../store/store';
import {
  ConnectorUnavailable,
  type Connector,
  type PaymentConnector,
  type PayOutConnector,
} from '../../connectors/connector';

/** What asks connectors. */
export interface ConnectorDependencies {
  store: Store;
  connectors: Readonly<Record<string, Connector>>;
  /** How long one request to a connector may take (`step-deadline.ts`). */
  connectorTimeoutMs?: number;
}

/** The connector that was recorded when an entity began: it is asked to the end, whatever the shop's terms name by then. */
export function recordedConnector(dependencies: ConnectorDependencies, recorded: RecordedName): PaymentConnector {
  return configured(dependencies, recorded);
}

/** As `recordedConnector`, for a withdrawal. */
export function recordedPayOutConnector(dependencies: ConnectorDependencies, recorded: RecordedName): PayOutConnector {
  const connector = configured(dependencies, recorded);
  if (paysOut(connector)) return connector;
  throw new Error(`the connector ${recorded.connector} does not pay out`);
}

interface RecordedName {
  connector: string | null;
}

function configured({ connectors }: ConnectorDependencies, { connector: name }: RecordedName): Connector {
  const connector = name === null ? undefined : connectors[name];
  // An operator configures it, and nothing is lost meanwhile.
  if (!connector) throw new ConnectorUnavailable(`the connector ${name} is not configured`, { isUnsent: true });
  return connector;
}

function paysOut(connector: Connector): connector is PaymentConnector & PayOutConnector {
  return connector.payOut !== undefined && connector.lookUpPayOut !== undefined;
}
