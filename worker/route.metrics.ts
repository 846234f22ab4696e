import { Gauge, type Registry } from 'prom-client';
import { judgeRoutes, type RouteProblem } from '../connectors/routed-accounts';
import { listAccounts } from '../store/payments/connector-account/account-directory';
import { listRoutedOwners } from '../store/payments/routing/routed-owners';
import type { Store } from '../store/store';
import { cachedRead } from './cached-read';

const PROBLEMS = ['testConnector', 'liveAccount', 'notConfigured'] as const satisfies readonly RouteProblem[];
/** The query reads every shop, so it does not run at each scrape. */
const CACHE_MS = 60_000;

export function measureRoutes(registry: Registry, { database }: Store): void {
  const read = cachedRead(() => countProblems(database), CACHE_MS);
  new Gauge({
    name: 'holdfast_misrouted_owners',
    help: 'Shops and wallet providers with a route from a live realm to a test connector, from a test realm to a live account, or to one that is not configured',
    labelNames: ['problem'],
    registers: [registry],
    async collect() {
      const counts = await read();
      for (const problem of PROBLEMS) this.set({ problem }, counts[problem]);
    },
  });
}

async function countProblems(database: Store['database']): Promise<Record<RouteProblem, number>> {
  const counts = { testConnector: 0, liveAccount: 0, notConfigured: 0 };
  const judge = judgeRoutes(await listAccounts(database));
  for (const { connector, realm, count } of await listRoutedOwners(database)) {
    const problem = judge(connector, realm);
    if (problem) counts[problem] += count;
  }
  return counts;
}
