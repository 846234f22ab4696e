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
import { overdueResultsCheck } from './overdue-results.check';
import { safeguardingCheck } from './safeguarding.check';
import { reportsCheck } from './reports.check';
import {
  formatDuration,
  failure,
  ok,
  compareWithBounds,
  warning,
  type Bounds,
  type DoctorCheck,
  type CheckResult,
} from './finding';

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
  if (count === 0) return ok('empty');
  const found = `${count} commands wait, the oldest for ${formatDuration(oldestSeconds)}`;
  const status = compareWithBounds(oldestSeconds, OLDEST[name]);
  if (status === 'ok') return ok(found);
  return {
    status,
    found,
    remedy: 'docs/runbooks/full-lane.md: check that a worker runs and Temporal answers, then its slots',
  };
}

function endpoints(failing: readonly EndpointBacklog[]): CheckResult {
  if (failing.length === 0) return ok('all accept their messages');
  const some = failing.slice(0, 5).map(({ webhookID, url, subjectCount }) => {
    return `${getHost(url)} (webhook ${webhookID}, ${subjectCount} ${subjectCount === 1 ? 'subject' : 'subjects'})`;
  });
  const more = failing.length > some.length ? ` and ${failing.length - some.length} more` : '';
  const found = `${failing.length} do not accept messages: ${some.join(', ')}${more}`;
  const [first] = failing;
  const late = failing.find(({ lateSeconds }) => lateSeconds > LATE_ATTEMPT_SECONDS);
  if (late) {
    return failure(
      `${found}; attempts at webhook ${late.webhookID} are ${formatDuration(late.lateSeconds)} late`,
      'no worker attempts them: check that one is running and polls its delivery queue',
    );
  }
  const remedy = `\`webhook attempts ${first?.webhookID}\` shows their responses; they are retried for 24 hours, then discarded`;
  return warning(found, remedy);
}

/** Reports keys throttled lately, and parties with limits of their own. */
async function requestLimits(store: Store): Promise<CheckResult> {
  const limits = await listRequestLimits(store);
  const own = limits.map(
    ({ partyID, perKey, perToken }) => `${partyID}: ${perKey ?? '–'} a key, ${perToken ?? '–'} a token`,
  );
  const rule = own.length === 0 ? 'the same for all parties' : `own limits: ${own.slice(0, 5).join('; ')}`;
  const limited = await listRecentlyLimitedKeys(store.database, LIMITED_WITHIN_SECONDS);
  const [first] = limited;
  if (!first) return ok(`${rule}; no key was throttled in the last hour`);
  const ago = formatDuration((Date.now() - first.lastLimitedAt.getTime()) / 1_000);
  const found = `${limited.length} keys were throttled in the last hour: ${first.id} of ${first.partyID} ${ago} ago; ${rule}`;
  return warning(found, `contact the party, or raise its limit: \`party limit ${first.partyID} --per-key …\``);
}

/** URLs may contain keys in their query. */
function getHost(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'an invalid address';
}

async function overdue(store: Store): Promise<CheckResult> {
  const [seconds, { waitingCount, failingCount, failing }] = [
    await readLongestOverdueSeconds(store),
    await readOverdueOutlook(store),
  ];
  const found = `${Math.round(waitingCount)} are unpaid, the longest overdue for ${formatDuration(seconds)}`;
  if (failingCount > 0) {
    const words = `${failingCount} cannot be cancelled: ${failing.slice(0, 5).join(', ')}`;
    return failure(words, 'the table overdue_failures says why; each is retried automatically, at least hourly');
  }
  const status = compareWithBounds(seconds, OVERDUE);
  if (status === 'ok') return ok(found);
  return {
    status,
    found,
    remedy: 'check that a worker and the workflow invoices/due/<prefix> are running',
  };
}

/** Checks the accounts only; transfers are too many. */
async function ledger({ database }: Store): Promise<CheckResult> {
  const { faultCount, some } = await ledgerFaults(database);
  if (faultCount === 0)
    return ok('each currency sums to zero, no account is overdrawn (complete check: `ledger verify`)');
  return failure(
    `${faultCount} faults: ${some.join(', ')}`,
    'stop payouts, then run `ledger verify` for all faults; transfers are never changed',
  );
}

/** Operations are compared within half an hour; a delay of an hour is a warning. */
const COMPARISON_DELAY = { warning: 3_600, failure: 86_400 };

/** Reports the largest comparison delay; connectors whose reconciliation was ended do not count. */
function checkDelay(active: readonly ReconciliationOverview[], configured: readonly string[]): CheckResult | undefined {
  const lateSeconds = Math.max(0, ...active.map(({ cursors }) => (Date.now() - cursors.hour.getTime()) / 1_000));
  const late = compareWithBounds(lateSeconds, COMPARISON_DELAY);
  if (late === 'ok') return undefined;
  const problems = active.flatMap(({ connector, problem }) => (problem === null ? [] : `${connector}: ${problem}`));
  const why = problems.length === 0 ? '' : ` (${problems.join('; ')})`;
  const gone = active.filter(({ connector }) => !configured.includes(connector)).map(({ connector }) => connector);
  return {
    status: late,
    found: `operations of the last ${formatDuration(lateSeconds)} are not compared with the database${why}`,
    remedy:
      gone.length === 0
        ? 'see the workflow reconciliation/CONNECTOR/PREFIX in Temporal UI: it is behind, or its connector is unavailable'
        : `configure ${gone.join(', ')} again, or end its reconciliation: \`reconciliation end ${gone[0]} --reason …\``,
  };
}

/** Reports payers' money received after their payments had failed. */
function lateSuccesses(connectors: readonly ReconciliationOverview[]): CheckResult {
  const late = countOpen(connectors, 'lateSuccess');
  if (late.length === 0) return ok('no failed payment received money');
  return failure(
    `failed payments received money: ${late.join(', ')}`,
    '`reconciliation list` lists them; refund the money at the connector, then run `reconciliation resolve`',
  );
}

function contradictedAnswers(connectors: readonly ReconciliationOverview[]): CheckResult {
  const contradicted = countOpen(connectors, 'contradictedAnswer');
  if (contradicted.length === 0) return ok('every answer of a connector is about what it was asked');
  return failure(
    `answers contradict their requests: ${contradicted.join(', ')}`,
    'docs/runbooks/contradicted-answers.md: compare each with the provider, then run `reconciliation resolve`',
  );
}

function countOpen(connectors: readonly ReconciliationOverview[], wanted: FindingKind): string[] {
  return connectors.flatMap(({ connector, open }) =>
    open.filter(({ kind }) => kind === wanted).map(({ count }) => `${count} at ${connector}`),
  );
}

function reconciled(connectors: readonly ReconciliationOverview[], configured: readonly string[]): CheckResult {
  if (connectors.length === 0) return warning('no connector is compared with the database', 'start a worker');
  const active = connectors.filter(({ endedAt }) => endedAt === null);
  const reconfigured = connectors.find(
    ({ connector, endedAt, endedBy }) => endedAt !== null && endedBy !== BY_PLATFORM && configured.includes(connector),
  );
  if (reconfigured) {
    return warning(
      `${reconfigured.connector} is configured, and its reconciliation was ended by ${reconfigured.endedBy}: ${reconfigured.endReason}`,
      `\`reconciliation resume ${reconfigured.connector} --reason …\``,
    );
  }
  const late = checkDelay(active, configured);
  if (late) return late;
  const openCount = connectors.flatMap(({ open }) => open).reduce((sum, { count }) => sum + count, 0);
  const ended = connectors.length - active.length;
  const names = active.length === 0 ? 'no connector' : active.map(({ connector }) => connector).join(', ');
  const also = ended === 0 ? '' : `; ${ended} no longer compared`;
  if (openCount === 0) return ok(`${names} and the database agree${also}`);
  return warning(
    `${openCount} differences between connectors and the database are open`,
    '`reconciliation list` lists them, docs/reconciliation.md explains each kind',
  );
}
