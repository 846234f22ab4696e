import { Gauge, type Registry } from 'prom-client';
import { listHealthOfAccounts } from '../store/payments/connector-account/account-health';
import { countOverdueResults } from '../store/platform/health/overdue-results';
import type { Store } from '../store/store';

/** Measures what stops at an account: requests that are routed elsewhere, and results that do not come. */
export function measureAccounts(registry: Registry, { database }: Store): void {
  new Gauge({
    name: 'holdfast_connector_passed_over',
    help: 'Whether the account gets no new operations where there is another, because its requests fail (1 or 0)',
    labelNames: ['connector'],
    registers: [registry],
    async collect() {
      this.reset();
      for (const { account, isPassedOver } of await listHealthOfAccounts(database)) {
        this.set({ connector: account }, isPassedOver ? 1 : 0);
      }
    },
  });
  new Gauge({
    name: 'holdfast_overdue_results',
    help: 'Payouts and refunds that their connector has not decided in the time that it states',
    labelNames: ['operation'],
    registers: [registry],
    async collect() {
      const { withdrawals, payouts, refunds } = await countOverdueResults(database);
      this.set({ operation: 'withdrawal' }, withdrawals);
      this.set({ operation: 'payout' }, payouts);
      this.set({ operation: 'refund' }, refunds);
    },
  });
}
