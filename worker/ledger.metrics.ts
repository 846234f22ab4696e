import { Gauge, type Registry } from 'prom-client';
import { ledgerFaults } from '../store/health/health.queries';
import type { Store } from '../store/store';

/** Every account is read, so not at each scrape. */
const KEPT_MS = 60_000;

/** What the ledger's accounts alone prove, as the doctor looks at it. */
export function measureLedger(registry: Registry, { database }: Store): void {
  let known: { faults: ReturnType<typeof ledgerFaults>; until: number } | undefined;
  new Gauge({
    name: 'holdfast_ledger_faults',
    help: 'Currencies that do not sum to zero, and accounts that are overdrawn and may not be',
    registers: [registry],
    async collect() {
      // Kept from its beginning: who asks meanwhile has no second look made.
      if (!known || known.until < Date.now()) known = { faults: ledgerFaults(database), until: Date.now() + KEPT_MS };
      const asked = known;
      try {
        this.set((await asked.faults).faultCount);
      } catch (error) {
        if (known === asked) known = undefined;
        throw error;
      }
    },
  });
}
