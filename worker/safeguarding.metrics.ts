import { Gauge, type Registry } from 'prom-client';
import { currencyExponent } from '../domain/currency/currency';
import { readSafeguarding } from '../store/settlement-report/safeguarding';
import type { Store } from '../store/store';

/** The query reads every account, so it does not run at each scrape. */
const CACHE_MS = 600_000;

/** Measures what is missing of the money of merchants. */
export function measureSafeguarding(registry: Registry, { database }: Store): void {
  let cached: { read: ReturnType<typeof readSafeguarding>; until: number } | undefined;
  new Gauge({
    name: 'holdfast_safeguarding_shortfall',
    help: 'What acquirers and the bank have less than merchants and wallets are owed, in units of the currency',
    labelNames: ['currency'],
    registers: [registry],
    async collect() {
      if (!cached || cached.until < Date.now()) {
        cached = { read: readSafeguarding(database), until: Date.now() + CACHE_MS };
      }
      const current = cached;
      try {
        for (const { currency, shortfallMinor } of await current.read) {
          this.set({ currency }, Number(shortfallMinor) / 10 ** currencyExponent(currency));
        }
      } catch (error) {
        if (cached === current) cached = undefined;
        throw error;
      }
    },
  });
}
