import { Gauge, type Registry } from 'prom-client';
import { currencyExponent } from '../domain/platform/currency/currency';
import { readSafeguarding } from '../store/merchants/settlement-report/safeguarding';
import type { Store } from '../store/store';
import { cachedRead } from './cached-read';

/** The query reads every account, so it does not run at each scrape. */
const CACHE_MS = 600_000;

/** Measures what is missing of the money of merchants. */
export function measureSafeguarding(registry: Registry, { database }: Store): void {
  const read = cachedRead(() => readSafeguarding(database), CACHE_MS);
  new Gauge({
    name: 'holdfast_safeguarding_shortfall',
    help: 'What acquirers and the bank have less than merchants and wallets are owed, in units of the currency',
    labelNames: ['currency'],
    registers: [registry],
    async collect() {
      for (const { currency, shortfallMinor } of await read())
        this.set({ currency }, Number(shortfallMinor) / 10 ** currencyExponent(currency));
    },
  });
}
