import { Gauge, type Registry } from 'prom-client';
import { ledgerFaults } from '../store/platform/health/health.queries';
import type { Store } from '../store/store';
import { cachedRead } from './cached-read';

/** The query reads every account, so it does not run at each scrape. */
const CACHE_MS = 60_000;

/** Measures violations of the ledger's invariants. */
export function measureLedger(registry: Registry, { database }: Store): void {
  const read = cachedRead(() => ledgerFaults(database), CACHE_MS);
  new Gauge({
    name: 'holdfast_ledger_faults',
    help: 'Currencies whose accounts do not sum to zero, and accounts with a forbidden overdraft',
    registers: [registry],
    async collect() {
      this.set((await read()).faultCount);
    },
  });
}
