import { randomBytes } from 'node:crypto';
import { Client } from '@temporalio/client';
import { NativeConnection } from '@temporalio/worker';
import { dueInvoicesStart } from '../store/payments/invoice/due-date-schedule';
import { service } from '../tests/harness/services';
import { deliverCommand } from './deliver-command';

let connection: NativeConnection;
beforeAll(async () => {
  connection = await NativeConnection.connect({ address: (await service('temporal')).address });
});
afterAll(() => connection?.close());

test('installations that share a namespace run separate due-date workflows', async () => {
  const client = new Client({ connection });
  const taskQueues = ['one', 'other'].map((name) => `${name}-${randomBytes(4).toString('hex')}`);
  for (const taskQueue of taskQueues) await deliverCommand({ command: dueInvoicesStart }, { client, taskQueue });
  for (const taskQueue of taskQueues) {
    const handle = client.workflow.getHandle(`invoices/due/${taskQueue}`);
    const description = await handle.describe();
    expect([description.taskQueue, description.status.name]).toEqual([taskQueue, 'RUNNING']);
    await handle.terminate();
  }
});
