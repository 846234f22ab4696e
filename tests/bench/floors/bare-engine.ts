import { Client } from '@temporalio/client';
import { DefaultLogger, NativeConnection, Runtime, Worker, bundleWorkflowCode } from '@temporalio/worker';
import { inParallel } from '../measure/in-parallel';
import { endWithParent } from './end-with-parent';
import { standardCapacity, thisMachine } from '../../../runtime/capacity';
import { workerLimits } from '../../../worker/create-worker';

/*
 * The floor of a lifecycle: a process with one worker and one client on one connection. The parent sends the number of
 * lifecycles and receives the duration in seconds.
 */

/** Per process, because the activity must run in the process that waits for it. */
const TASK_QUEUE = `bare-${process.pid}`;

/** Callbacks that the activity of a bare lifecycle calls. */
const steps = new Map<string, () => void>();

function nextStep(id: string): Promise<void> {
  return new Promise((resolve) => steps.set(id, resolve));
}

async function main(): Promise<void> {
  Runtime.install({ logger: new DefaultLogger('WARN') });
  const connection = await NativeConnection.connect({ address: process.env['TEMPORAL_ADDRESS'] ?? '' });
  const workflowBundle = await bundleWorkflowCode({
    workflowsPath: require.resolve('./bare.workflows'),
    logger: new DefaultLogger('WARN'),
  });
  const worker = await Worker.create({
    ...workerLimits(standardCapacity(thisMachine())),
    connection,
    workflowBundle,
    taskQueue: TASK_QUEUE,
    activities: { step: (id: string) => Promise.resolve(steps.get(id)?.()) },
  });
  const client = new Client({ connection });
  process.on('message', (wanted: { count: number; atOnce: number; prefix: string }) => {
    const began = performance.now();
    void inParallel(wanted, (number) => live(client, `${wanted.prefix}-${number}`)).then(() =>
      process.send?.({ seconds: (performance.now() - began) / 1_000 }),
    );
  });
  process.send?.('ready');
  await worker.run();
}

async function live(client: Client, id: string): Promise<void> {
  const common = { taskQueue: TASK_QUEUE, workflowIdReusePolicy: 'REJECT_DUPLICATE' as const };
  const held = nextStep(id);
  const payment = await client.workflow.start('barePayment', {
    ...common,
    workflowId: `payment/${id}`,
    args: [id],
    requestEagerStart: true,
  });
  await held;
  const captured = nextStep(id);
  await payment.signal('decided');
  await captured;
  steps.delete(id);
}

endWithParent();
void main();
