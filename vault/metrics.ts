import { LIMIT_NAMES, type LimitName } from './forward/use-limits';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { collectProcessMetrics } from '../runtime/process.metrics';

/** The default of 10 ms would wake the process up a hundred times a second. */
const LAG_PRECISION_MS = 100;
const BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** What the vault measures. */
export class VaultMetrics {
  readonly registry = new Registry();
  private readonly requests = new Histogram({
    name: 'holdfast_vault_request_duration_seconds',
    help: 'Duration of requests to the vault',
    labelNames: ['route', 'status'],
    buckets: BUCKETS,
    registers: [this.registry],
  });
  private readonly expiredCvvs = new Counter({
    name: 'holdfast_vault_expired_cvvs_total',
    help: 'CVVs that were deleted by time, not at the end of an authorisation',
    registers: [this.registry],
  });

  private readonly earlyDeletions = new Counter({
    name: 'holdfast_vault_early_deletions_total',
    help: 'Cards that the worker wanted to delete before they were due',
    registers: [this.registry],
  });
  private readonly limits = new Counter({
    name: 'holdfast_vault_limits_reached_total',
    help: 'Uses of cards that were refused, and numbers that acquirers sent back, by limit',
    labelNames: ['limit'],
    registers: [this.registry],
  });

  /** @param isLocked read at each scrape */
  constructor(isLocked: () => boolean) {
    new Gauge({
      name: 'holdfast_vault_locked',
      help: '1 while the vault waits for its custodians',
      registers: [this.registry],
      collect() {
        this.set(isLocked() ? 1 : 0);
      },
    });
    // A series must exist before its first increase, or the alert misses it.
    for (const limit of LIMIT_NAMES) this.limits.inc({ limit }, 0);
    collectProcessMetrics(this.registry, { eventLoopMonitoringPrecision: LAG_PRECISION_MS });
  }

  observe({ route, status, seconds }: { route: string; status: number; seconds: number }): void {
    this.requests.observe({ route, status: String(status) }, seconds);
  }

  countEarlyDeletion(): void {
    this.earlyDeletions.inc();
  }

  countLimit(limit: LimitName): void {
    this.limits.inc({ limit });
  }

  countExpiredCvvs(count: number): void {
    this.expiredCvvs.inc(count);
  }
}
