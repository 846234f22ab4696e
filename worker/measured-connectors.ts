import { Counter, Histogram, type Registry } from 'prom-client';
import { AccountConnectors, type AccountSource } from '../connectors/account-connectors';
import { VaultOutage } from '../connectors/card-errors';
import { ConnectorMisuse, ConnectorUnavailable, type Connector } from '../connectors/connector';
import { paymentFailurePath, type PaymentFailure } from '../domain/payments/payment/payment-failure';

export interface ConnectorRequest {
  /** The account. */
  connector: string;
  operation: string;
  /** The kind of its result, or `unavailable`, `vaultUnavailable`, `misused`, `failed` after an error. */
  outcome: string;
  /** The path of the failure of a declined request. */
  declineReason?: string;
  seconds: number;
}

export type ObserveConnector = (request: ConnectorRequest) => void;

export function connectorMetric(registry: Registry): ObserveConnector {
  const requests = new Histogram({
    name: 'holdfast_connector_request_seconds',
    help: 'Duration of requests to connectors, by outcome',
    labelNames: ['connector', 'operation', 'outcome'],
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 6],
    registers: [registry],
  });
  const declines = new Counter({
    name: 'holdfast_connector_declines_total',
    help: 'Requests that connectors declined, by reason',
    labelNames: ['connector', 'operation', 'reason'],
    registers: [registry],
  });
  return ({ seconds, declineReason, ...labels }) => {
    requests.observe(labels, seconds);
    const { connector, operation } = labels;
    if (declineReason !== undefined) declines.inc({ connector, operation, reason: declineReason });
  };
}

/** Counts the requests that wait for a connector's response. */
export class RequestsInProgress {
  count = 0;
}

interface Measuring {
  observe: ObserveConnector;
  inProgress: RequestsInProgress;
}

/** The connectors of all accounts, wrapped so that `observe` receives every request. */
export function measuredAccounts(source: AccountSource, measuring: Measuring): AccountConnectors {
  return new AccountConnectors(source, (id, connector) => measured(id, connector, measuring));
}

type Result = { kind: string; failure?: PaymentFailure };
type Method = (request: unknown) => Promise<Result>;

function measured(name: string, connector: Connector, measuring: Measuring): Connector {
  return new Proxy(connector, {
    get(target, property) {
      const method = Reflect.get(target, property) as unknown;
      if (typeof method !== 'function' || typeof property !== 'string') return method;
      return (request: unknown) =>
        observed({ name, operation: property, ...measuring }, () => (method as Method).call(target, request));
    },
  });
}

async function observed(
  { name, operation, observe, inProgress }: { name: string; operation: string } & Measuring,
  send: () => Promise<Result>,
): Promise<Result> {
  const startedMs = performance.now();
  const report = (outcome: string, failure?: PaymentFailure): void =>
    observe({
      ...{ connector: name, operation, outcome, seconds: (performance.now() - startedMs) / 1_000 },
      ...(failure === undefined ? {} : { declineReason: paymentFailurePath(failure) }),
    });
  inProgress.count++;
  try {
    const result = await send().finally(() => inProgress.count--);
    report(result.kind, result.kind === 'declined' ? result.failure : undefined);
    return result;
  } catch (error) {
    report(toOutcome(error));
    throw error;
  }
}

function toOutcome(error: unknown): string {
  if (error instanceof VaultOutage) return 'vaultUnavailable';
  if (error instanceof ConnectorUnavailable) return 'unavailable';
  return error instanceof ConnectorMisuse ? 'misused' : 'failed';
}
