import { setTimeout as sleep } from 'node:timers/promises';
import { WorkflowNotFoundError, type Client } from '@temporalio/client';
import { createLogger } from '../runtime/logger';
import { DEMO } from '../store/operators/demo/demo';
import { statement } from '../store/postgres/database';
import { countFailingWorkflows } from '../store/operators/recovery/restarts';
import { openStore, type Store } from '../store/store';
import { freshDatabase } from '../tests/harness/database';
import { makeManyPayments } from '../tests/harness/factories/many-payments';
import { seedReferenceData } from '../tests/harness/reference-data';
import { ARRIVAL_TIMEOUT_MS } from '../tests/harness/timeouts';
import { WorkflowSweeper } from './workflow-sweeper';

/* Sweeps over pending payments whose runs at Temporal are described by the test. */

let store: Store;
beforeAll(async () => {
  const ENCRYPTION_KEY = Buffer.alloc(32).toString('base64');
  store = openStore({ DATABASE_URL: await freshDatabase(), ENCRYPTION_KEY }, 8);
  await seedReferenceData(store.database);
  await makeManyPayments(store.database, { ...DEMO, count: 3, since: new Date('2026-01-01T00:00:00Z') });
});
afterAll(() => store?.database.close());

const sql = <Row>(text: string, values: unknown[] = []) =>
  store.database.run(statement<Row>(`test-${text.slice(0, 50)}`, text), values);

const HOUR_MS = 3_600_000;

/** Leaves one payment open. @returns its workflow id */
async function aPendingPayment(deadline: string): Promise<string> {
  await sql(`UPDATE payments SET status = 'failed'`);
  await sql('DELETE FROM outbox');
  await sql('DELETE FROM workflow_restarts');
  await sql('DELETE FROM sweeps');
  const [row] = await sql<{ id: string }>(
    `UPDATE payments SET status = 'pending', processing_deadline = now() + $1::interval
     WHERE (invoice_id, id) = (SELECT invoice_id, id FROM payments ORDER BY 1, 2 LIMIT 1)
     RETURNING 'payment/' || invoice_id || '.' || id AS id`,
    [deadline],
  );
  return row?.id ?? '';
}

interface DescribedWorkflow {
  ageMs?: number;
  taskAttempt?: number;
  isPaused?: boolean;
}

/** Temporal with one workflow, whose run changes with each start. */
class FakeEngine {
  readonly terminated: string[] = [];
  describedCount = 0;

  constructor(
    private readonly workflowID: string,
    private readonly run: DescribedWorkflow,
  ) {}

  get client(): Client {
    const client = {
      withDeadline: (_at: number, work: () => unknown) => work(),
      workflow: {
        async *list() {},
        getHandle: (id: string, runID?: string) => ({
          describe: () => this.describe(id),
          terminate: async (reason: string) => {
            await sleep(20);
            if (this.terminated.length > 0) throw new WorkflowNotFoundError('completed', id, runID);
            this.terminated.push(`${id} ${runID}: ${reason}`);
          },
        }),
      },
    };
    return client as unknown as Client;
  }

  private async describe(id: string): Promise<unknown> {
    await sleep(5);
    if (id === this.workflowID) this.describedCount++;
    const { ageMs = HOUR_MS, taskAttempt, isPaused } = id === this.workflowID ? this.run : ({} as DescribedWorkflow);
    const pendingWorkflowTask = taskAttempt === undefined ? undefined : { attempt: taskAttempt };
    return {
      status: { name: isPaused ? 'PAUSED' : 'RUNNING' },
      runId: 'first-run',
      startTime: new Date(Date.now() - ageMs),
      raw: { pendingWorkflowTask },
    };
  }
}

/** Sweeps with two workers at once until the payment was described several times. */
async function sweep(engine: FakeEngine): Promise<string[]> {
  const restarted: string[] = [];
  const sweepers = [1, 2].map(
    () =>
      new WorkflowSweeper({
        store,
        client: engine.client,
        taskQueue: 'holdfast',
        logger: createLogger({ process: 'test', level: 'fatal' }),
        onRestarted: (kind, problem) => void restarted.push(`${kind} ${problem}`),
      }),
  );
  for (const sweeper of sweepers) sweeper.start();
  for (const end = Date.now() + ARRIVAL_TIMEOUT_MS; engine.describedCount < 2; await sleep(25)) {
    await sql('UPDATE sweeps SET due_at = now() WHERE due_at > now() + $1::interval', ['2 seconds']);
    if (Date.now() > end) break;
  }
  await sleep(300);
  await Promise.all(sweepers.map((sweeper) => sweeper.stop()));
  return restarted;
}

const readStarts = async (workflowID: string) =>
  (await sql<{ command: object }>('SELECT command FROM outbox WHERE workflow_id = $1', [workflowID])).map(
    ({ command }) => command,
  );

test('two workers end a run whose task fails each time once, and start it again once', async () => {
  const workflowID = await aPendingPayment('1 hour');
  const engine = new FakeEngine(workflowID, { taskAttempt: 5 });
  expect(await sweep(engine)).toEqual(['payment taskFails']);
  expect(engine.terminated).toEqual([`${workflowID} first-run: holdfast sweeper: the workflow task fails each time`]);
  expect(await readStarts(workflowID)).toMatchObject([{ mayRunAgain: true, args: [{ isRestart: true }] }]);
});

test.each([
  ['a run that stands still', {}],
  ['a paused run', { isPaused: true }],
])('%s is ended and started again after the deadline of its payment', async (_, run) => {
  const workflowID = await aPendingPayment('-4 minutes');
  const engine = new FakeEngine(workflowID, run);
  expect(await sweep(engine)).toEqual(['payment overdue']);
  expect(engine.terminated).toEqual([`${workflowID} first-run: holdfast sweeper: the entity is past its deadline`]);
  expect(await readStarts(workflowID)).toHaveLength(1);
});

test.each([
  ['two minutes after the deadline', '-2 minutes', {}],
  ['while its task waits for a worker', '-1 hour', { taskAttempt: 1 }],
  ['in its first three minutes', '-1 hour', { ageMs: 100_000 }],
  ['while its task has failed four times', '1 hour', { taskAttempt: 4 }],
])('a run is left alone %s', async (_, deadline, run) => {
  const workflowID = await aPendingPayment(deadline);
  const engine = new FakeEngine(workflowID, run);
  expect(await sweep(engine)).toEqual([]);
  expect(engine.terminated).toEqual([]);
  expect(engine.describedCount).toBeGreaterThan(0);
});

test('a run is not ended while its restarts back off, and two restarts make it a failing workflow', async () => {
  const workflowID = await aPendingPayment('1 hour');
  await sql(`INSERT INTO workflow_restarts (workflow_id, count, restarted_at) VALUES ($1, 2, now())`, [workflowID]);
  const engine = new FakeEngine(workflowID, { taskAttempt: 9 });
  expect(await sweep(engine)).toEqual([]);
  expect([engine.terminated, await readStarts(workflowID)]).toEqual([[], []]);
  expect(await countFailingWorkflows(store.database)).toEqual([{ type: 'payment', count: 1 }]);
  await sql(`UPDATE workflow_restarts SET restarted_at = now() - interval '2 hours'`);
  expect(await countFailingWorkflows(store.database)).toEqual([]);
});
