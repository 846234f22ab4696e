import { ledgerFaults, listEndpointBacklogs, type EndpointBacklog } from '../../store/health/health.queries';
import { listRecentlyLimitedKeys } from '../../store/api-key/api-key.queries';
import { listRequestLimits } from '../../store/request-limit/request-limit';
import { readLongestOverdueSeconds, readOverdueOutlook } from '../../store/invoice/overdue';
import { BY_PLATFORM } from '../../store/reconciliation/connectors';
import { readReconciliationOverview, type ReconciliationOverview } from '../../store/reconciliation/overview';
import { readOutboxBacklog } from '../../store/outbox/outbox.backlog';
import type { CommandLane } from '../../domain/command-lane';
import type { Store } from '../../store/store';
import { reportsCheck } from './reports.check';
import {
  formatDuration,
  failure,
  ok,
  compareWithBounds,
  warning,
  type Bounds,
  type Check,
  type CheckResult,
} from './finding';

/** How old the oldest command of a lane may be, in seconds. */
const OLDEST: Readonly<Record<CommandLane, Bounds>> = {
  payer: { warning: 10, failure: 60 },
  background: { warning: 300, failure: 3_600 },
};
const LIMITED_WITHIN_SECONDS = 3_600;
const OVERDUE = { warning: 60, failure: 900 };
/** An attempt that is due is made within seconds; a batch of a great endpoint may come some minutes late. */
const LATE_ATTEMPT_SECONDS = 900;

/** What the record says of the work that is under way. @param configured the connectors of this configuration */
export function workChecks(store: Store, configured: readonly string[]): Check[] {
  return [
    { name: 'lane of payers', needs: 'schema', look: () => lane(store, 'payer') },
    { name: 'lane of what can wait', needs: 'schema', look: () => lane(store, 'background') },
    {
      name: 'endpoints of webhooks',
      needs: 'schema',
      look: async () => endpoints(await listEndpointBacklogs(store.database)),
    },
    { name: 'overdue invoices', needs: 'schema', look: () => overdue(store) },
    { name: 'request limits', needs: 'schema', look: () => requestLimits(store) },
    { name: 'ledger', needs: 'schema', look: () => ledger(store) },
    reportsCheck(store),
    {
      name: 'late successes',
      needs: 'schema',
      look: async () => lateSuccesses(await readReconciliationOverview(store.database)),
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

function endpoints(backlogs: readonly EndpointBacklog[]): CheckResult {
  if (backlogs.length === 0) return ok('all take their messages');
  const some = backlogs.slice(0, 5).map(({ webhookID, url, subjectCount }) => {
    return `${getHost(url)} (webhook ${webhookID}, ${subjectCount} ${subjectCount === 1 ? 'subject' : 'subjects'})`;
  });
  const more = backlogs.length > some.length ? ` and ${backlogs.length - some.length} more` : '';
  const found = `${backlogs.length} do not take messages: ${some.join(', ')}${more}`;
  const [first] = backlogs;
  const late = backlogs.find(({ lateSeconds }) => lateSeconds > LATE_ATTEMPT_SECONDS);
  if (late) {
    return failure(
      `${found}; attempts at webhook ${late.webhookID} are ${formatDuration(late.lateSeconds)} late`,
      'nobody attempts them: see whether the worker runs and polls its queue of deliveries',
    );
  }
  const remedy = `\`webhook attempts ${first?.webhookID}\` says what they answer; they are tried for 24 hours, then given up`;
  return warning(found, remedy);
}

/** Keys that were answered 429 lately, and the parties that have limits of their own. */
async function requestLimits(store: Store): Promise<CheckResult> {
  const limits = await listRequestLimits(store);
  const own = limits.map(
    ({ partyID, perKey, perToken }) => `${partyID}: ${perKey ?? '–'} a key, ${perToken ?? '–'} a token`,
  );
  const rule = own.length === 0 ? 'the same for all parties' : `of their own have ${own.slice(0, 5).join('; ')}`;
  const limited = await listRecentlyLimitedKeys(store.database, LIMITED_WITHIN_SECONDS);
  const [first] = limited;
  if (!first) return ok(`${rule}; no key asked too much in the last hour`);
  const ago = formatDuration((Date.now() - first.lastLimitedAt.getTime()) / 1_000);
  const found = `${limited.length} keys asked too much in the last hour: ${first.id} of ${first.partyID} ${ago} ago; ${rule}`;
  return warning(found, `talk to the party, or give it more: \`party limit ${first.partyID} --per-key …\``);
}

/** Addresses may bear keys in their query. */
function getHost(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'an address that is none';
}

async function overdue(store: Store): Promise<CheckResult> {
  const [seconds, { waitingCount, failingCount, failing }] = [
    await readLongestOverdueSeconds(store),
    await readOverdueOutlook(store),
  ];
  const found = `${Math.round(waitingCount)} wait for their dates, the longest overdue for ${formatDuration(seconds)}`;
  if (failingCount > 0) {
    const words = `${failingCount} cannot be cancelled: ${failing.slice(0, 5).join(', ')}`;
    return failure(words, 'the table overdue_failures says why; each is tried again by itself, hourly in the end');
  }
  const status = compareWithBounds(seconds, OVERDUE);
  if (status === 'ok') return ok(found);
  return {
    status,
    found,
    remedy: 'see whether the worker runs and the workflow invoices/due/<prefix> is there and open',
  };
}

/** The accounts only: their transfers are as many as there were payments. */
async function ledger({ database }: Store): Promise<CheckResult> {
  const { faultCount, some } = await ledgerFaults(database);
  if (faultCount === 0) return ok('each currency sums to zero, nobody is overdrawn (the whole proof: `ledger verify`)');
  return failure(
    `${faultCount} faults: ${some.join(', ')}`,
    'stop payouts, then `ledger verify` for every fault; transfers are never changed',
  );
}

/** Operations are compared within half an hour; from an hour on they are not as it is promised. */
const COMPARED_LATE = { warning: 3_600, failure: 86_400 };

/** Whoever is no longer compared, because an operator has said so, is never late. */
function lateness(going: readonly ReconciliationOverview[], configured: readonly string[]): CheckResult | undefined {
  const lateSeconds = Math.max(0, ...going.map(({ cursors }) => (Date.now() - cursors.hour.getTime()) / 1_000));
  const late = compareWithBounds(lateSeconds, COMPARED_LATE);
  if (late === 'ok') return undefined;
  const problems = going.flatMap(({ connector, problem }) => (problem === null ? [] : `${connector}: ${problem}`));
  const why = problems.length === 0 ? '' : ` (${problems.join('; ')})`;
  const gone = going.filter(({ connector }) => !configured.includes(connector)).map(({ connector }) => connector);
  return {
    status: late,
    found: `operations of the last ${formatDuration(lateSeconds)} are not compared with the record${why}`,
    remedy:
      gone.length === 0
        ? 'see the workflow reconciliation/CONNECTOR/PREFIX in Temporal UI: it is behind, or its connector is away'
        : `configure ${gone.join(', ')} again, or for good: \`reconciliation end ${gone[0]} --reason …\``,
  };
}

/** Money of payers that came after their payments had failed. */
function lateSuccesses(connectors: readonly ReconciliationOverview[]): CheckResult {
  const late = connectors.flatMap(({ connector, open }) =>
    open.filter(({ kind }) => kind === 'lateSuccess').map(({ count }) => `${count} at ${connector}`),
  );
  if (late.length === 0) return ok('no payment that failed was paid all the same');
  return failure(
    `payments that had failed were paid all the same: ${late.join(', ')}`,
    '`reconciliation list` names them; give the money back at the connector, then `reconciliation resolve`',
  );
}

function reconciled(connectors: readonly ReconciliationOverview[], configured: readonly string[]): CheckResult {
  if (connectors.length === 0) return warning('no connector is compared with the record', 'start a worker');
  const going = connectors.filter(({ endedAt }) => endedAt === null);
  const back = connectors.find(
    ({ connector, endedAt, endedBy }) => endedAt !== null && endedBy !== BY_PLATFORM && configured.includes(connector),
  );
  if (back) {
    return warning(
      `${back.connector} is configured, and its reconciliation was ended by ${back.endedBy}: ${back.endReason}`,
      `\`reconciliation resume ${back.connector} --reason …\``,
    );
  }
  const late = lateness(going, configured);
  if (late) return late;
  const openCount = connectors.flatMap(({ open }) => open).reduce((sum, { count }) => sum + count, 0);
  const ended = connectors.length - going.length;
  const names = going.length === 0 ? 'no connector' : going.map(({ connector }) => connector).join(', ');
  const also = ended === 0 ? '' : `; ${ended} no longer compared`;
  if (openCount === 0) return ok(`${names} and the record agree${also}`);
  return warning(
    `${openCount} differences between connectors and the record wait for an operator`,
    '`reconciliation list` names them, docs/reconciliation.md says what each kind means',
  );
}
