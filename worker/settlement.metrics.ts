import { Gauge, type Registry } from 'prom-client';
import { isAboveLimit, listNegativeBalances } from '../store/merchants/settlement/negative-balances';
import type { Store } from '../store/store';
import { cachedRead } from './cached-read';

/** The query reads every account of a shop, so it does not run at each scrape. */
const CACHE_MS = 60_000;

export function measureSettlement(registry: Registry, { database }: Store): void {
  const read = cachedRead(() => listNegativeBalances(database), CACHE_MS);
  new Gauge({
    name: 'holdfast_negative_balances',
    help: 'Balances of shops below zero, at most 1,000, by whether they are above the limit of the terms',
    labelNames: ['limit'],
    registers: [registry],
    async collect() {
      const balances = await read();
      const above = balances.filter(isAboveLimit).length;
      this.set({ limit: 'above' }, above);
      this.set({ limit: 'within' }, balances.length - above);
    },
  });
}
