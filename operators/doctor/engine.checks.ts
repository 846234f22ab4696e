import type { Client } from '@temporalio/client';
import { findRunProblem, type RunProblem } from '../../domain/operators/recovery/run-problem';
import { describeOpenRun } from '../../runtime/workflow-run';
import { idAtEngine } from '../../workflow-names/workflow-ids';
import { deliveryTaskQueue, reportTaskQueue } from '../../workflow-names/workflow-messages';
import { SEARCH_ATTRIBUTES } from '../../workflow-names/search-attributes';
import { readOverdueSweepSeconds } from '../../store/platform/health/health.queries';
import type { RecoverableEntity, OpenEntity } from '../../store/operators/recovery/recoverable-entity';
import { OVERDUE, RECOVERABLE } from '../../store/operators/recovery/recoverable-entities';
import { listFailingWorkflows } from '../../store/operators/recovery/restarts';
import type { Store } from '../../store/store';
import { MAX_ITEMS, type CheckItem } from './check-fact';
import { failure, ok, warning, type DoctorCheck, type CheckResult } from './finding';

export interface EngineParts {
  store: Store;
  /** Connects on first use. @throws TemporalUnavailable */
  client: () => Promise<Client>;
  namespace: string;
  taskQueue: string;
}

/** Temporal's constants (temporal.api.enums.v1.TaskQueueType). */
const WORKFLOWS = 1;
const ACTIVITIES = 2;

/** A polling worker is seen once a minute; Temporal lists a dead one for minutes. */
const SEEN_WITHIN_SECONDS = 100;
/** Sweeps run every ten seconds with some seconds of delay. */
const SWEPT_WITHIN_SECONDS = 60;
const ANSWER_MS = 5_000;
/** Limits the look-ups; the sweeper checks all entities. */
const MAX_ENTITIES_PER_KIND = 100;
const LOOKUP_CONCURRENCY = 8;
const NOT_FOUND = 5;

/** Checks of Temporal: its namespace, polling workers, and live workflows of open entities. */
export function engineChecks(parts: EngineParts): DoctorCheck[] {
  const { taskQueue } = parts;
  const queue = (name: string, types: readonly number[]) => () => pollers(parts, name, types);
  return [
    { name: 'namespace', needs: 'engine', look: () => namespace(parts) },
    { name: 'search attributes', needs: 'engine', look: () => searchAttributes(parts) },
    { name: 'queue of workflows', needs: 'engine', look: queue(taskQueue, [WORKFLOWS, ACTIVITIES]) },
    { name: 'queue of deliveries', needs: 'engine', look: queue(deliveryTaskQueue(taskQueue), [ACTIVITIES]) },
    { name: 'queue of reports', needs: 'engine', look: queue(reportTaskQueue(taskQueue), [ACTIVITIES]) },
    { name: 'sweeps of workers', needs: 'schema', look: () => sweeps(parts) },
    { name: 'open entities', needs: 'engine', look: () => openEntities(parts) },
    { name: 'failing workflows', needs: 'schema', look: () => failingWorkflows(parts) },
  ];
}

async function namespace({ client, namespace: name }: EngineParts): Promise<CheckResult> {
  const engine = await client();
  try {
    const { config } = await within(engine, () => engine.workflowService.describeNamespace({ namespace: name }));
    const days = Math.round(Number(config?.workflowExecutionRetentionTtl?.seconds ?? 0) / 86_400);
    return ok({ kind: 'namespaceFound', name, days });
  } catch (error) {
    if ((error as { code?: unknown }).code !== NOT_FOUND) throw error;
    return failure({ kind: 'namespaceMissing', name });
  }
}

async function searchAttributes({ client, namespace: name }: EngineParts): Promise<CheckResult> {
  const engine = await client();
  const { customAttributes } = await within(engine, () =>
    engine.connection.operatorService.listSearchAttributes({ namespace: name }),
  );
  const missing = SEARCH_ATTRIBUTES.filter((attribute) => !(attribute in (customAttributes ?? {})));
  if (missing.length === 0) return ok({ kind: 'searchAttributesFound', names: SEARCH_ATTRIBUTES });
  return failure({ kind: 'searchAttributesMissing', names: missing });
}

async function pollers(
  { client, namespace: name }: EngineParts,
  queue: string,
  types: readonly number[],
): Promise<CheckResult> {
  const engine = await client();
  const seen: number[] = [];
  for (const taskQueueType of types) {
    const described = await within(engine, () =>
      engine.workflowService.describeTaskQueue({ namespace: name, taskQueue: { name: queue }, taskQueueType }),
    );
    const ages = (described.pollers ?? []).map(
      ({ lastAccessTime }) => Date.now() / 1_000 - Number(lastAccessTime?.seconds),
    );
    const recent = ages.filter((age) => age < SEEN_WITHIN_SECONDS);
    if (recent.length === 0) {
      if (ages.length === 0) return failure({ kind: 'queueNotPolled', name: queue });
      return failure({ kind: 'queueLeft', name: queue, seconds: Math.min(...ages) });
    }
    seen.push(recent.length);
  }
  return ok({ kind: 'queuePolled', name: queue, count: Math.min(...seen) });
}

/** Temporal lists a killed worker for minutes; the database shows it earlier. */
async function sweeps({ store }: EngineParts): Promise<CheckResult> {
  const seconds = await readOverdueSweepSeconds(store.database);
  return seconds < SWEPT_WITHIN_SECONDS ? ok({ kind: 'sweepsRun' }) : failure({ kind: 'sweepsOverdue', seconds });
}

/** Rechecks each entity, which may have been recovered or completed since. */
async function openEntities({ store, client, taskQueue }: EngineParts): Promise<CheckResult> {
  const engine = await client();
  const faulty: CheckItem[] = [];
  let [checkedCount, isPart] = [0, false];
  for (const lifeline of [...RECOVERABLE, ...OVERDUE]) {
    const page = await lifeline.page(store.database, null, MAX_ENTITIES_PER_KIND);
    if (!lifeline.isOverdue) checkedCount += page.length;
    isPart ||= page.length === MAX_ENTITIES_PER_KIND;
    faulty.push(...(await listFaulty({ engine, store, taskQueue }, lifeline, page)));
  }
  if (faulty.length === 0) return ok({ kind: 'entitiesRun', total: checkedCount, isPart });
  const counts = { count: faulty.length, total: checkedCount, isPart };
  return warning({ kind: 'entitiesWithoutWorkflow', ...counts, items: faulty.slice(0, MAX_ITEMS) });
}

async function listFaulty(
  { engine, store, taskQueue }: { engine: Client; store: Store; taskQueue: string },
  lifeline: RecoverableEntity,
  page: readonly OpenEntity[],
): Promise<CheckItem[]> {
  const problems = new Map<string, RunProblem>();
  const waiting = [...page];
  const ask = async (): Promise<void> => {
    for (let entity = waiting.shift(); entity; entity = waiting.shift()) {
      const id = idAtEngine(entity.start.workflowID, taskQueue);
      const run = await within(engine, () => describeOpenRun(engine, id));
      const problem = findRunProblem(run, { isOverdue: lifeline.isOverdue ?? false, now: new Date() });
      if (problem) problems.set(entity.start.workflowID, problem);
    }
  };
  await Promise.all(Array.from({ length: LOOKUP_CONCURRENCY }, ask));
  if (problems.size === 0) return [];
  const open = await lifeline.openAt(
    store.database,
    page.filter(({ start }) => problems.has(start.workflowID)).map(({ key }) => key),
  );
  return open.map(({ start: { workflowID: id } }) => ({ id, problem: problems.get(id) }));
}

/** The sweeper restarts them with backoff; a defect stays. */
async function failingWorkflows({ store }: EngineParts): Promise<CheckResult> {
  const failing = await listFailingWorkflows(store.database, MAX_ENTITIES_PER_KIND);
  if (failing.length === 0) return ok({ kind: 'workflowsRun' });
  const items = failing
    .slice(0, MAX_ITEMS)
    .map(({ workflowID: id, count, reason }) => ({ id, count, problem: reason }));
  return failure({ kind: 'workflowsFail', count: failing.length, items });
}

function within<Answer>(engine: Client, ask: () => Promise<Answer>): Promise<Answer> {
  return engine.withDeadline(Date.now() + ANSWER_MS, ask);
}
