import { ledgerFaults, listEndpointBacklogs, type EndpointBacklog } from '../../store/platform/health/health.queries';
import { listRecentlyLimitedKeys } from '../../store/merchants/api-key/api-key.queries';
import { listRequestLimits } from '../../store/merchants/request-limit/request-limit';
import { readLongestOverdueSeconds, readOverdueOutlook } from '../../store/payments/invoice/overdue';
import type { FindingKind } from '../../domain/operators/reconciliation/finding';
import { BY_PLATFORM } from '../../store/operators/reconciliation/connectors';
import { readReconciliationOverview, type ReconciliationOverview } from '../../store/operators/reconciliation/overview';
import { readOutboxBacklog } from '../../store/platform/outbox/outbox.backlog';
import type { CommandLane } from '../../workflow-names/command-lane';
import type { Store } from '../../store/store';
import { present } from '../../domain/platform/fields/present';
import { MAX_ITEMS, type CheckItem } from './check-fact';
import { overdueResultsCheck } from './overdue-results.check';
import { safeguardingCheck } from './safeguarding.check';
import { reportsCheck } from './reports.check';
import { failure, ok, compareWithBounds, warning, type Bounds, type DoctorCheck, type CheckResult } from './finding';

/** The age of a lane's oldest command, in seconds. */
const OLDEST: Readonly<Record<CommandLane, Bounds>> = {
  payer: { warning: 10, failure: 60 },
  background: { warning: 300, failure: 3_600 },
};
const LIMITED_WITHIN_SECONDS = 3_600;
const OVERDUE = { warning: 60, failure: 900 };
/** Due attempts are made within seconds; a large batch may take some minutes. */
const LATE_ATTEMPT_SECONDS = 900;

/** Checks of pending work in the database. @param configured the configured connectors */
export function workChecks(store: Store, configured: readonly string[]): DoctorCheck[] {
  return [
    { name: 'payer lane', needs: 'schema', look: () => lane(store, 'payer') },
    { name: 'background lane', needs: 'schema', look: () => lane(store, 'background') },
    {
      name: 'endpoints of webhooks',
      needs: 'schema',
      look: async () => endpoints(await listEndpointBacklogs(store.database)),
    },
    { name: 'overdue invoices', needs: 'schema', look: () => overdue(store) },
    { name: 'request limits', needs: 'schema', look: () => requestLimits(store) },
    { name: 'ledger', needs: 'schema', look: () => ledger(store) },
    reportsCheck(store),
    overdueResultsCheck(store),
    safeguardingCheck(store),
    {
      name: 'late successes',
      needs: 'schema',
      look: async () => lateSuccesses(await readReconciliationOverview(store.database)),
    },
    {
      name: 'contradicted answers',
      needs: 'schema',
      look: async () => contradictedAnswers(await readReconciliationOverview(store.database)),
    },
    {
      name: 'reconciliation',
      needs: 'schema',
      look: async () => reconciled(await readReconciliationOverview(store.database), configured),
    },
  ];
}

async function lane(store: Store, name: CommandLane): Promise<CheckResult> {
  const { count = 0, oldestSeconds = 0 } = (await readOutboxBacklog(store.database)).get(name) ?? {};
  if (count === 0) return ok({ kind: 'laneEmpty' });
  const status = compareWithBounds(oldestSeconds, OLDEST[name]);
  return { status, fact: { kind: 'laneWaits', count, seconds: oldestSeconds } };
}

function endpoints(failing: readonly EndpointBacklog[]): CheckResult {
  if (failing.length === 0) return ok({ kind: 'endpointsAccept' });
  const items = failing.slice(0, MAX_ITEMS).map(({ webhookID: id, url, subjectCount: count }) => {
    return { id, name: getHost(url), count };
  });
  const late = failing.find(({ lateSeconds }) => lateSeconds > LATE_ATTEMPT_SECONDS);
  const count = failing.length;
  if (!late) return warning({ kind: 'endpointsFail', count, items });
  return failure({ kind: 'endpointsLate', count, items, name: late.webhookID, seconds: late.lateSeconds });
}

/** Reports keys throttled lately, and parties with limits of their own. */
async function requestLimits(store: Store): Promise<CheckResult> {
  const limits = (await listRequestLimits(store)).slice(0, MAX_ITEMS);
  const items = limits.map(({ partyID: id, perKey, perToken }) => ({ id, ...present({ perKey, perToken }) }));
  const limited = await listRecentlyLimitedKeys(store.database, LIMITED_WITHIN_SECONDS);
  const [first] = limited;
  if (!first) return ok({ kind: 'limitsKept', items });
  const seconds = (Date.now() - first.lastLimitedAt.getTime()) / 1_000;
  const { id: name, partyID } = first;
  return warning({ kind: 'limitsExceeded', count: limited.length, name, partyID, seconds, items });
}

/** URLs may contain keys in their query. */
function getHost(url: string): string {
  return URL.canParse(url) ? new URL(url).host : '';
}

async function overdue(store: Store): Promise<CheckResult> {
  const [seconds, { waitingCount, failingCount, failing }] = [
    await readLongestOverdueSeconds(store),
    await readOverdueOutlook(store),
  ];
  if (failingCount > 0)
    return failure({ kind: 'invoicesNotCancelled', count: failingCount, names: failing.slice(0, MAX_ITEMS) });
  const fact = { kind: 'invoicesOverdue', count: Math.round(waitingCount), seconds } as const;
  return { status: compareWithBounds(seconds, OVERDUE), fact };
}

/** Checks the accounts only; transfers are too many. */
async function ledger({ database }: Store): Promise<CheckResult> {
  const { faultCount, some } = await ledgerFaults(database);
  if (faultCount === 0) return ok({ kind: 'ledgerBalanced' });
  return failure({ kind: 'ledgerFaults', count: faultCount, names: some });
}

/** Operations are compared within half an hour; a delay of an hour is a warning. */
const COMPARISON_DELAY = { warning: 3_600, failure: 86_400 };

/** Reports the largest comparison delay; connectors whose reconciliation was ended do not count. */
function checkDelay(active: readonly ReconciliationOverview[], configured: readonly string[]): CheckResult | undefined {
  const seconds = Math.max(0, ...active.map(({ cursors }) => (Date.now() - cursors.hour.getTime()) / 1_000));
  const status = compareWithBounds(seconds, COMPARISON_DELAY);
  if (status === 'ok') return undefined;
  const items = active.flatMap(({ connector: id, problem }) =>
    problem === null ? [] : [{ id, problem: problem.kind, ...present({ text: problem.text }) }],
  );
  const gone = active.filter(({ connector }) => !configured.includes(connector)).map(({ connector }) => connector);
  return { status, fact: { kind: 'comparisonLate', seconds, names: gone, items } };
}

/** Reports payers' money received after their payments had failed. */
function lateSuccesses(connectors: readonly ReconciliationOverview[]): CheckResult {
  const items = countOpen(connectors, 'lateSuccess');
  return items.length === 0 ? ok({ kind: 'noLateSuccess' }) : failure({ kind: 'lateSuccesses', items });
}

function contradictedAnswers(connectors: readonly ReconciliationOverview[]): CheckResult {
  const items = countOpen(connectors, 'contradictedAnswer');
  return items.length === 0 ? ok({ kind: 'answersAgree' }) : failure({ kind: 'answersContradict', items });
}

function countOpen(connectors: readonly ReconciliationOverview[], wanted: FindingKind): CheckItem[] {
  return connectors.flatMap(({ connector: id, open }) =>
    open.filter(({ kind }) => kind === wanted).map(({ count }) => ({ id, count })),
  );
}

function reconciled(connectors: readonly ReconciliationOverview[], configured: readonly string[]): CheckResult {
  if (connectors.length === 0) return warning({ kind: 'nothingCompared' });
  const active = connectors.filter(({ endedAt }) => endedAt === null);
  const reconfigured = connectors.find(
    ({ connector, endedAt, endedBy }) => endedAt !== null && endedBy !== BY_PLATFORM && configured.includes(connector),
  );
  if (reconfigured) {
    const { connector: name, endedBy, endReason } = reconfigured;
    return warning({ kind: 'comparisonEnded', name, by: endedBy ?? '', text: endReason ?? '' });
  }
  const late = checkDelay(active, configured);
  if (late) return late;
  const count = connectors.flatMap(({ open }) => open).reduce((sum, each) => sum + each.count, 0);
  if (count > 0) return warning({ kind: 'differencesOpen', count });
  const names = active.map(({ connector }) => connector);
  return ok({ kind: 'connectorsAgree', names, count: connectors.length - active.length });
}
