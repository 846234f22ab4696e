import { Client, Connection } from '@temporalio/client';
import type { Bench } from '../bench';
import { inParallel } from '../measure/in-parallel';
import { median } from '../measure/statistics';
import { workflowIDs } from '../../../workflows/names/workflow-ids';
import { MeasuredLifecycles, type MeasuredLifecycle } from './lifecycles';
import { untilSettled } from './settled';

const COUNT = 20;
const AT_ONCE = 4;
const AIM = 6;

interface Cost {
  transitions: number;
  events: number;
  bytes: number;
}

/** (d) Measures what Temporal stores per payment: events for billing, bytes in the database. */
export const engine: Bench = {
  title: 'What the engine spends on a captured hold',
  run: async (harness) => {
    const platform = await harness.platform();
    const merchant = new MeasuredLifecycles(platform);
    await merchant.open();
    const lived: MeasuredLifecycle[] = [];
    await inParallel({ count: COUNT, atOnce: AT_ONCE }, async () => lived.push(await merchant.live()));
    await untilSettled(platform);
    await merchant.close();
    const connection = await Connection.connect({ address: platform.temporalAddress });
    const client = new Client({ connection });
    const payments = await costs(
      client,
      lived.map(({ invoiceID, paymentID }) => workflowIDs.payment(invoiceID, paymentID)),
    );
    await connection.close();
    return [
      {
        name: 'payment',
        found: described(payments),
        aim: { text: `at most ${AIM} transitions`, isReached: payments.transitions <= AIM },
      },
    ];
  },
};

async function costs(client: Client, workflowIds: readonly string[]): Promise<Cost> {
  const all = await Promise.all(workflowIds.map((workflowId) => readCost(client, workflowId)));
  return {
    transitions: median(all.map(({ transitions }) => transitions)),
    events: median(all.map(({ events }) => events)),
    bytes: median(all.map(({ bytes }) => bytes)),
  };
}

async function readCost(client: Client, workflowId: string): Promise<Cost> {
  await client.workflow.getHandle(workflowId).result();
  const { raw } = await client.workflow.getHandle(workflowId).describe();
  const info = raw.workflowExecutionInfo;
  return {
    transitions: Number(info?.stateTransitionCount),
    events: Number(info?.historyLength),
    bytes: Number(info?.historySizeBytes),
  };
}

function described({ transitions, events, bytes }: Cost): string {
  return `${transitions} transitions, ${events} events, ${bytes} bytes of history`;
}
