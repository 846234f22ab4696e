import { Gauge, type Registry } from 'prom-client';
import { isAboveLimit, listNegativeBalances } from '../store/settlement/negative-balances';
import type { Store } from '../store/store';

export function measureSettlement(registry: Registry, { database }: Store): void {
  new Gauge({
    name: 'holdfast_negative_balances',
    help: 'Balances of shops below zero, at most 1,000, by whether they are above the limit of the terms',
    labelNames: ['limit'],
    registers: [registry],
    async collect() {
      const balances = await listNegativeBalances(database);
      const above = balances.filter(isAboveLimit).length;
      this.set({ limit: 'above' }, above);
      this.set({ limit: 'within' }, balances.length - above);
    },
  });
}
