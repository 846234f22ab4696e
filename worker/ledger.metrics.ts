import { Gauge, type Registry } from 'prom-client';
import { ledgerFaults } from '../store/health/health.queries';
import type { Store } from '../store/store';

/** The query reads every account, so it does not run at each scrape. */
const CACHE_MS = 60_000;

/** Measures violations of the ledger's invariants. */
export function measureLedger(registry: Registry, { database }: Store): void {
  let cached: { faults: ReturnType<typeof ledgerFaults>; until: number } | undefined;
  new Gauge({
    name: 'holdfast_ledger_faults',
    help: 'Currencies whose accounts do not sum to zero, and accounts with a forbidden overdraft',
    registers: [registry],
    async collect() {
      // Caches the promise, so that concurrent scrapes share one query.
      if (!cached || cached.until < Date.now()) {
        cached = { faults: ledgerFaults(database), until: Date.now() + CACHE_MS };
      }
      const current = cached;
      try {
        this.set((await current.faults).faultCount);
      } catch (error) {
        if (cached === current) cached = undefined;
        throw error;
      }
    },
  });
}
