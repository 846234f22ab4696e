import type { Client } from '@temporalio/client';
import { temporal } from '@temporalio/proto';
import { Gauge, type Registry } from 'prom-client';
import { readOutboxBacklog } from '../store/platform/outbox/outbox.backlog';
import type { Store } from '../store/store';

const { TaskQueueType } = temporal.api.enums.v1;
const TASK_TYPES = [TaskQueueType.TASK_QUEUE_TYPE_WORKFLOW, TaskQueueType.TASK_QUEUE_TYPE_ACTIVITY];

/** A scrape waits for Temporal at most this long: a hanging Temporal keeps its connections open. */
const MAX_WAIT_MS = 1_000;

interface Engine {
  client: Client;
  namespace: string;
  taskQueue: string;
}

/** Measures how long the oldest accepted command of a payer has waited: in the outbox, or as a task at Temporal. */
export function measureCommandAge(registry: Registry, { database }: Store, engine: Engine): void {
  new Gauge({
    name: 'holdfast_oldest_command_seconds',
    help: 'Age of the oldest command of a payer that is not carried out: in the outbox, or as a task at Temporal',
    labelNames: ['place'],
    registers: [registry],
    async collect() {
      this.reset();
      const [backlog, seconds] = await Promise.all([readOutboxBacklog(database), readOldestTaskSeconds(engine)]);
      this.set({ place: 'outbox' }, backlog.get('payer')?.oldestSeconds ?? 0);
      if (seconds !== undefined) this.set({ place: 'engine' }, seconds);
    },
  });
}

/** Tasks in a worker's sticky queue join the shared queue within seconds. @returns undefined while Temporal is unavailable */
async function readOldestTaskSeconds({ client, namespace, taskQueue }: Engine): Promise<number | undefined> {
  const describe = async (taskQueueType: number): Promise<number> => {
    const request = { namespace, taskQueue: { name: taskQueue }, taskQueueType, reportStats: true };
    const { stats } = await client.withDeadline(Date.now() + MAX_WAIT_MS, () =>
      client.workflowService.describeTaskQueue(request),
    );
    const age = stats?.approximateBacklogAge;
    return Number(age?.seconds ?? 0) + (age?.nanos ?? 0) / 1e9;
  };
  try {
    return Math.max(...(await Promise.all(TASK_TYPES.map(describe))));
  } catch {
    return undefined;
  }
}
