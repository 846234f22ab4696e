import { Gauge, type Registry } from 'prom-client';
import { judgeRoutes, type RouteProblem } from '../connectors/routed-accounts';
import { currencyExponent } from '../domain/platform/currency/currency';
import { listFailedReports } from '../store/merchants/report/report.failures';
import { readSafeguarding } from '../store/merchants/settlement-report/safeguarding';
import { isAboveLimit, listNegativeBalances } from '../store/merchants/settlement/negative-balances';
import { countAccessChanges } from '../store/operators/operator/access.changes';
import { countFailingWorkflows } from '../store/operators/recovery/restarts';
import { listAccounts } from '../store/payments/connector-account/account-directory';
import { listHealthOfAccounts } from '../store/payments/connector-account/account-health';
import { countDueChargebacks } from '../store/payments/chargeback/chargeback.queries';
import { countDueReviews } from '../store/payments/review/review.table';
import { readLongestOverdueSeconds } from '../store/payments/invoice/overdue';
import { listRoutedOwners } from '../store/payments/routing/routed-owners';
import { ledgerFaults } from '../store/platform/health/health.queries';
import { countOverdueResults } from '../store/platform/health/overdue-results';
import type { Store } from '../store/store';
import { cachedRead } from './cached-read';

/** Values by the label, or one value without a label. */
type Values = number | Readonly<Record<string, number>>;

interface StoreGauge {
  name: string;
  help: string;
  label?: string;
  /** How long a value is valid whose query reads too many rows to run at each scrape. */
  validMs?: number;
  read: (store: Store) => Promise<Values>;
}

const REPORTS_WITHIN_SECONDS = 3_600;

const GAUGES: readonly StoreGauge[] = [
  {
    name: 'holdfast_overdue_invoices_oldest_seconds',
    help: 'How long the longest overdue invoice has waited for its cancellation',
    read: readLongestOverdueSeconds,
  },
  {
    name: 'holdfast_ledger_faults',
    help: 'Currencies whose accounts do not sum to zero, and accounts with a forbidden overdraft',
    validMs: 60_000,
    read: async ({ database }) => (await ledgerFaults(database)).faultCount,
  },
  {
    name: 'holdfast_safeguarding_shortfall',
    help: 'What acquirers and the bank have less than merchants and wallets are owed, in units of the currency',
    label: 'currency',
    validMs: 600_000,
    read: async ({ database }) =>
      toValues(await readSafeguarding(database), ({ currency, shortfallMinor }) => [
        currency,
        Number(shortfallMinor) / 10 ** currencyExponent(currency),
      ]),
  },
  {
    name: 'holdfast_negative_balances',
    help: 'Balances of shops below zero, at most 1,000, by whether they are above the limit of the terms',
    label: 'limit',
    validMs: 60_000,
    read: async ({ database }) => {
      const balances = await listNegativeBalances(database);
      const above = balances.filter(isAboveLimit).length;
      return { above, within: balances.length - above };
    },
  },
  {
    name: 'holdfast_misrouted_owners',
    help: 'Shops and wallet providers with a route from a live realm to a test connector, from a test realm to a live account, or to one that is not configured',
    label: 'problem',
    validMs: 60_000,
    read: countMisrouted,
  },
  {
    name: 'holdfast_connector_passed_over',
    help: 'Whether the account gets no new operations where there is another, because its requests fail (1 or 0)',
    label: 'connector',
    read: async ({ database }) =>
      toValues(await listHealthOfAccounts(database), ({ account, isPassedOver }) => [account, isPassedOver ? 1 : 0]),
  },
  {
    name: 'holdfast_overdue_results',
    help: 'Payouts and refunds that their connector has not decided in the time that it states',
    label: 'operation',
    read: async ({ database }) => {
      const { withdrawals: withdrawal, payouts: payout, refunds: refund } = await countOverdueResults(database);
      return { withdrawal, payout, refund };
    },
  },
  {
    name: 'holdfast_chargebacks_due',
    help: 'Pending chargebacks that have to be answered within three days without documents that were sent and taken',
    validMs: 60_000,
    read: ({ database }) => countDueChargebacks(database),
  },
  {
    name: 'holdfast_reviews_due',
    help: 'Payments under review that are rejected within five minutes unless an operator decides',
    read: ({ database }) => countDueReviews(database),
  },
  {
    name: 'holdfast_reports_failed',
    help: 'Reports canceled in the last hour because their files could not be written, at most 100',
    read: async ({ database }) => (await listFailedReports(database, REPORTS_WITHIN_SECONDS)).length,
  },
  {
    name: 'holdfast_access_changes',
    help: 'Changes of operators, their keys, invitations, limits and approval rules in the last hour, by subject',
    label: 'subject',
    read: async ({ database }) =>
      toValues(await countAccessChanges(database), ({ subject, count }) => [subject, count]),
  },
  {
    name: 'holdfast_failing_workflows',
    help: 'Workflows that were restarted twice or more, and lately',
    label: 'type',
    // One type is always there, so that the series exists while no workflow fails.
    read: async ({ database }) => ({
      payment: 0,
      ...toValues(await countFailingWorkflows(database), ({ type, count }) => [type, count]),
    }),
  },
];

function toValues<Row>(rows: readonly Row[], read: (row: Row) => readonly [string, number]): Record<string, number> {
  return Object.fromEntries(rows.map(read));
}

async function countMisrouted({ database }: Store): Promise<Record<RouteProblem, number>> {
  const counts = { testConnector: 0, liveAccount: 0, notConfigured: 0 };
  const judge = judgeRoutes(await listAccounts(database));
  for (const { connector, realm, count } of await listRoutedOwners(database)) {
    const problem = judge(connector, realm);
    if (problem) counts[problem] += count;
  }
  return counts;
}

/** Measures what the database knows. Each gauge runs its own query: a gauge that another one sets would show stale values. */
export function measureStore(registry: Registry, store: Store): void {
  for (const { name, help, label = '', validMs, read } of GAUGES) {
    const load = validMs === undefined ? () => read(store) : cachedRead(() => read(store), validMs);
    new Gauge({
      name,
      help,
      labelNames: label === '' ? [] : [label],
      registers: [registry],
      async collect() {
        const values = await load();
        this.reset();
        if (typeof values === 'number') this.set(values);
        else for (const [key, value] of Object.entries(values)) this.set({ [label]: key }, value);
      },
    });
  }
}
