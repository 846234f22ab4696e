import { WorkflowNotFoundError, type Client } from '@temporalio/client';
import { idAtEngine } from '../../domain/workflow-ids';
import { deliveryTaskQueue, reportTaskQueue } from '../../domain/workflow-messages';
import { SEARCH_ATTRIBUTES } from '../../domain/search-attributes';
import { readOverdueSweepSeconds } from '../../store/health/health.queries';
import type { RecoverableEntity, OpenEntity } from '../../store/recovery/recoverable-entity';
import { RECOVERABLE } from '../../store/recovery/recoverable-entities';
import type { Store } from '../../store/store';
import { formatDuration, failure, ok, warning, type Check, type CheckResult } from './finding';

export interface EngineParts {
  store: Store;
  /** Connects at the first question. @throws TemporalUnavailable */
  client: () => Promise<Client>;
  namespace: string;
  taskQueue: string;
}

/** The engine's own numbers (temporal.api.enums.v1.TaskQueueType). */
const WORKFLOWS = 1;
const ACTIVITIES = 2;

/** A worker that waits for tasks asks once a minute; one that is gone is named for minutes. */
const SEEN_WITHIN_SECONDS = 100;
/** Sweeps are due every ten seconds, and taken within a few more. */
const SWEPT_WITHIN_SECONDS = 60;
const ANSWER_MS = 5_000;
/** Each costs the engine a question; a larger platform is looked at in part, and the sweeper goes through all of it. */
const LOOKED_AT_OF_A_KIND = 100;
const ASKED_AT_ONCE = 8;
const NOT_FOUND = 5;

/** What the engine says: whether it serves us, whether workers ask it for work, and whether what is open has its workflow. */
export function engineChecks(parts: EngineParts): Check[] {
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
  ];
}

async function namespace({ client, namespace: name }: EngineParts): Promise<CheckResult> {
  const engine = await client();
  try {
    const { config } = await within(engine, () => engine.workflowService.describeNamespace({ namespace: name }));
    const days = Math.round(Number(config?.workflowExecutionRetentionTtl?.seconds ?? 0) / 86_400);
    return ok(`${name} is there, it keeps histories for ${days} d`);
  } catch (error) {
    if ((error as { code?: unknown }).code !== NOT_FOUND) throw error;
    return failure(
      `there is no namespace ${name}`,
      `\`temporal operator namespace create ${name}\`, or mend TEMPORAL_NAMESPACE`,
    );
  }
}

async function searchAttributes({ client, namespace: name }: EngineParts): Promise<CheckResult> {
  const engine = await client();
  const { customAttributes } = await within(engine, () =>
    engine.connection.operatorService.listSearchAttributes({ namespace: name }),
  );
  const missing = SEARCH_ATTRIBUTES.filter((attribute) => !(attribute in (customAttributes ?? {})));
  if (missing.length === 0) return ok(`${SEARCH_ATTRIBUTES.join(', ')} are there`);
  const flags = missing.map((attribute) => `--name ${attribute} --type Keyword`).join(' ');
  return failure(
    `${missing.join(', ')} are missing: no workflow that names them starts`,
    `\`temporal operator search-attribute create ${flags}\` (a worker does it at its start, where it may)`,
  );
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
      const last = ages.length === 0 ? 'nobody asks' : `nobody has asked for ${formatDuration(Math.min(...ages))}`;
      return failure(
        `${last} ${queue} for work`,
        'start a worker, or see why it ended: its log, and /readyz at WORKER_PORT',
      );
    }
    seen.push(recent.length);
  }
  return ok(`${Math.min(...seen)} ${Math.min(...seen) === 1 ? 'worker asks' : 'workers ask'} ${queue} for work`);
}

/** The engine forgets a worker that was killed only after minutes; the record tells sooner. */
async function sweeps({ store }: EngineParts): Promise<CheckResult> {
  const seconds = await readOverdueSweepSeconds(store.database);
  if (seconds < SWEPT_WITHIN_SECONDS) return ok('workers look for lost workflows');
  return failure(
    `no worker has looked for lost workflows for ${formatDuration(seconds)}`,
    'no worker lives, or none reaches the record and the engine: its log says which',
  );
}

/** An entity that was just recovered, or whose workflow ends this moment, is looked at again before it is named. */
async function openEntities({ store, client, taskQueue }: EngineParts): Promise<CheckResult> {
  const engine = await client();
  const dead: string[] = [];
  let [lookedAt, isPart] = [0, false];
  for (const lifeline of RECOVERABLE) {
    const page = await lifeline.page(store.database, null, LOOKED_AT_OF_A_KIND);
    lookedAt += page.length;
    isPart ||= page.length === LOOKED_AT_OF_A_KIND;
    dead.push(...(await readDead({ engine, store, taskQueue }, lifeline, page)));
  }
  const what = `${lookedAt} ${isPart ? 'of those that are ' : ''}open`;
  if (dead.length === 0) return ok(`${what}, each has its workflow`);
  return warning(
    `${dead.length} of ${what} have no live workflow: ${dead.slice(0, 5).join(', ')}`,
    'the worker starts them again within a minute; one that stays here fails each time: see its last run in Temporal UI',
  );
}

async function readDead(
  { engine, store, taskQueue }: { engine: Client; store: Store; taskQueue: string },
  lifeline: RecoverableEntity,
  page: readonly OpenEntity[],
): Promise<string[]> {
  const dead: OpenEntity[] = [];
  const waiting = [...page];
  const ask = async (): Promise<void> => {
    for (let entity = waiting.shift(); entity; entity = waiting.shift()) {
      if (!(await isAlive(engine, idAtEngine(entity.start.workflowID, taskQueue)))) dead.push(entity);
    }
  };
  await Promise.all(Array.from({ length: ASKED_AT_ONCE }, ask));
  if (dead.length === 0) return [];
  const open = await lifeline.openAt(
    store.database,
    dead.map(({ key }) => key),
  );
  return open.map(({ start }) => start.workflowID);
}

async function isAlive(engine: Client, workflowID: string): Promise<boolean> {
  try {
    const { status } = await within(engine, () => engine.workflow.getHandle(workflowID).describe());
    return status.name === 'RUNNING' || status.name === 'CONTINUED_AS_NEW';
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return false;
    throw error;
  }
}

function within<Answer>(engine: Client, ask: () => Promise<Answer>): Promise<Answer> {
  return engine.withDeadline(Date.now() + ANSWER_MS, ask);
}
