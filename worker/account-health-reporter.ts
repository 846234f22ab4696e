import type { CircuitSettings, ObservedRequests } from '../domain/payments/connector-account/account-health';
import type { Environment } from '../runtime/environment';
import type { Logger } from '../runtime/logger';
import { PeriodicTask } from '../runtime/periodic-task';
import { recordRequests } from '../store/payments/connector-account/account-health';
import type { Database } from '../store/postgres/database';
import type { ConnectorRequest, ObserveConnector } from './measured-connectors';

const REPORT_INTERVAL_MS = 1_000;

/** Outcomes that say nothing of the payer and the request. */
const TECHNICAL: ReadonlySet<string> = new Set(['unavailable', 'unknown', 'failed', 'contradicted']);

/**
 * Requests that judge an account: those that routes decide about. An acquirer may decide captures, voids and refunds later, so
 * that neither their first answer nor a look-up is conclusive.
 */
const JUDGED: ReadonlySet<string> = new Set(['authorise', 'verify', 'payOut']);

export function circuitSettings(environment: Environment): CircuitSettings {
  return {
    failurePercent: environment.ACCOUNT_FAILURE_PERCENT,
    minRequests: environment.ACCOUNT_FAILURE_REQUESTS,
    windowMs: environment.ACCOUNT_FAILURE_SECONDS * 1_000,
    passOverMs: environment.ACCOUNT_PASS_OVER_SECONDS * 1_000,
  };
}

/** Counts requests by account and adds them to the health of the accounts each second. */
export class AccountHealthReporter {
  private counts = new Map<string, ObservedRequests>();

  constructor(
    private readonly database: Database,
    private readonly settings: CircuitSettings,
    private readonly logger: Logger,
  ) {}

  /** Counts a request and passes it on. */
  observing(next: ObserveConnector): ObserveConnector {
    return (request) => {
      this.count(request);
      next(request);
    };
  }

  async report(): Promise<void> {
    const counts = this.counts;
    this.counts = new Map();
    for (const [account, observed] of counts) {
      const { before, after } = await recordRequests(this.database, { account, observed }, this.settings);
      const isNew = after.passedOverUntil?.getTime() !== before?.passedOverUntil?.getTime();
      if (!isNew) continue;
      const { passOverMs } = this.settings;
      this.logger.warn({ account, passOverMs, ...observed }, 'account is passed over: its requests fail');
    }
  }

  start(): PeriodicTask {
    const task = new PeriodicTask({
      run: async () => {
        await this.report();
        return REPORT_INTERVAL_MS;
      },
      onError: (error) => this.logger.warn({ err: error }, 'health of accounts could not be recorded'),
      retryAfterMs: REPORT_INTERVAL_MS,
    });
    task.start();
    return task;
  }

  private count({ connector, operation, outcome }: ConnectorRequest): void {
    if (!JUDGED.has(operation)) return;
    const known = this.counts.get(connector) ?? { requestCount: 0, failureCount: 0 };
    const isFailure = TECHNICAL.has(outcome);
    this.counts.set(connector, {
      requestCount: known.requestCount + 1,
      failureCount: known.failureCount + (isFailure ? 1 : 0),
    });
  }
}
