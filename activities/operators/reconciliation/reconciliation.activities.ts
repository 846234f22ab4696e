import { cancellationSignal, heartbeat, log } from '@temporalio/activity';
import { ConnectorUnavailable, type Connector, type ListingConnector } from '../../../connectors/connector';
import {
  dueAt,
  dueWindow,
  firstHalf,
  PASSES,
  type Cursors,
  type Pass,
  type Window,
} from '../../../domain/operators/reconciliation/passes';
import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import { startTracked } from '../../../store/operators/recovery/tracked-workflows';
import { findReconciledConnector, recordProblem } from '../../../store/operators/reconciliation/connectors';
import { lateSuccessStart } from '../../../store/operators/reconciliation/late-success';
import { listRepairs } from '../../../store/operators/reconciliation/findings';
import { countOpenFindings, countRepairs } from '../../../store/operators/reconciliation/finding.queries';
import type { Clock } from '../../../store/postgres/database-clock';
import { recordWindow, type ComparedWindow } from '../../../store/operators/reconciliation/windows';
import type {
  ReconciliationActivities,
  ReconciliationInput,
  ReconciliationLook,
} from '../../../workflows/operators/reconciliation/reconciliation.contract';
import { toApplicationFailures } from '../../platform/operation/application-failures';
import type { ConnectorDependencies } from '../../platform/operation/recorded-connector';
import { CONNECTOR_TIMEOUT_MS } from '../../platform/operation/step-deadline';
import { compareWindow, TooManyOperations, type ComparisonParts } from './compare-window';
import type { LookUpSteps } from './repair';
import { REPAIR_MESSAGES, repairOne, type Repaired } from './repair-one';
import { NotComparable } from './not-comparable';

export interface ReconciliationDependencies extends ConnectorDependencies {
  /** The look-up steps of entities' workflows. */
  steps: LookUpSteps;
  clock: Clock;
  /** Called after each window. */
  onCompared?: (compared: ComparedWindow) => void;
}

/** Repairs per batch: a few seconds, so that a killed worker repeats little. */
const REPAIR_BATCH_SIZE = 20;

/** Activities of reconciliation workflows. */
export function createReconciliationActivities(dependencies: ReconciliationDependencies): ReconciliationActivities {
  return {
    compareNextWindow: (input) => toApplicationFailures(() => compareAndNoteProblem(dependencies, input)),
    repairFindings: (input) => toApplicationFailures(() => repairSome(dependencies, input)),
  };
}

/** Stores why a connector cannot be compared, for operators. */
async function compareAndNoteProblem(
  dependencies: ReconciliationDependencies,
  input: ReconciliationInput,
): Promise<ReconciliationLook> {
  try {
    return await compareNext(dependencies, input);
  } catch (error) {
    if (!(error instanceof ConnectorUnavailable)) throw error;
    const problem =
      error instanceof NotComparable ? error.problem : ({ kind: 'unavailable', text: error.message } as const);
    await recordProblem(dependencies.store.database, input.connector, problem);
    throw error;
  }
}

async function compareNext(
  dependencies: ReconciliationDependencies,
  { connector: name }: ReconciliationInput,
): Promise<ReconciliationLook> {
  const { store, onCompared } = dependencies;
  const { database } = store;
  const now = await dependencies.clock();
  const { cursors, endedAt } = await findReconciledConnector(database, name);
  if (endedAt) return { ...(await toLook(dependencies, { name, cursors })), isEnded: true };
  const due = nextWindow(cursors, now);
  if (!due) return toLook(dependencies, { name, cursors });
  const parts: ComparisonParts = {
    database,
    name,
    connector: await listingConnector(dependencies, name),
    timeoutMs: dependencies.connectorTimeoutMs ?? CONNECTOR_TIMEOUT_MS,
    asOf: now,
    signal: cancellationSignal(),
    onProgress: heartbeat,
    onReturned: async (operationID) => {
      await startTracked(database, [lateSuccessStart(name, operationID)]);
      store.wakeUp.send('outbox');
    },
  };
  const compared = await compareFittingPart(parts, due);
  if (await recordWindow(database, compared, new Date())) {
    onCompared?.(compared);
    const { findings, operationCount } = compared;
    if (findings.length > 0)
      log.warn('reconciliation found differences', { connector: name, count: findings.length, operationCount });
  }
  return toLook(dependencies, { name, cursors: { ...cursors, [due.pass]: compared.window.to }, compared });
}

/** Returns the most overdue window. */
function nextWindow(cursors: Cursors, now: Date): { pass: Pass; window: Window } | undefined {
  const due = PASSES.flatMap((pass) => {
    const window = dueWindow(pass, cursors[pass], now);
    return window ? [{ pass, window, at: dueAt(pass, cursors[pass]) }] : [];
  });
  return due.sort((one, other) => one.at.getTime() - other.at.getTime())[0];
}

/** Halves a window with too many operations until it fits; the rest is compared next. */
async function compareFittingPart(
  parts: ComparisonParts,
  { pass, window }: { pass: Pass; window: Window },
): Promise<ComparedWindow> {
  for (let part: Window = window; ;) {
    const half = firstHalf(part);
    try {
      return await compareWindow(parts, { pass, window: part, ...(half ? {} : { max: Infinity }) });
    } catch (error) {
      if (!(error instanceof TooManyOperations) || !half) throw error;
      part = half;
    }
  }
}

async function toLook(
  { store }: ReconciliationDependencies,
  { name, cursors, compared }: { name: string; cursors: Cursors; compared?: ComparedWindow },
): Promise<ReconciliationLook> {
  const nextAt = Math.min(...PASSES.map((pass) => dueAt(pass, cursors[pass]).getTime()));
  const [open, repairCount] = [await countOpenFindings(store.database, name), await countRepairs(store.database, name)];
  return {
    ...(compared && { compared: summarise(compared) }),
    repairCount,
    open,
    nextAt: rfc3339Text(new Date(nextAt)),
  };
}

function summarise({ pass, window, operationCount, findings }: ComparedWindow): ReconciliationLook['compared'] {
  const [from, to] = [rfc3339Text(window.from), rfc3339Text(window.to)];
  return { pass, from, to, operationCount, findingCount: findings.length };
}

/** Repairs a batch; a failed repair does not block others and is retried with the next window. */
async function repairSome(
  dependencies: ReconciliationDependencies,
  { connector: name }: ReconciliationInput,
): Promise<{ repairedCount: number; leftCount: number }> {
  const { store, steps, connectorTimeoutMs } = dependencies;
  const connector = await listingConnector(dependencies, name);
  const asOf = await dependencies.clock();
  const parts = { store, connector, steps, asOf, ...(connectorTimeoutMs !== undefined && { connectorTimeoutMs }) };
  const done: Record<Repaired, number> = { repaired: 0, listed: 0, later: 0 };
  for (const finding of await listRepairs(store.database, name, REPAIR_BATCH_SIZE)) {
    heartbeat();
    const { id, kind, subject } = finding;
    const outcome = await repairOne(parts, finding);
    done[outcome] += 1;
    log.warn(REPAIR_MESSAGES[outcome], { id, kind, subject });
  }
  const leftCount = done.later > 0 ? 0 : await countRepairs(store.database, name);
  return { repairedCount: done.repaired, leftCount };
}

/** @throws NotComparable if it is not configured or has no listing: an operator fixes that, and nothing is lost until then */
async function listingConnector(
  { connectors }: ReconciliationDependencies,
  name: string,
): Promise<Connector & ListingConnector> {
  const connector = await connectors.find(name);
  if (!connector) throw new NotComparable({ kind: 'notConfigured' });
  if (lists(connector)) return connector;
  throw new NotComparable({ kind: 'listsNothing' });
}

/** Whether a connector can be compared with the record. */
export function lists(connector: Connector): connector is Connector & ListingConnector {
  return connector.listOperations !== undefined;
}
