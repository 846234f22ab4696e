import { once } from 'node:events';
import { fork, type ChildProcess } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Client, Connection } from '@temporalio/client';
import { emptyDatabase } from '../../harness/database';
import { service } from '../../harness/services';
import { nextMessage } from '../harness';
import { MeasuredLifecycles } from '../payments/lifecycles';

const FILE = join(__dirname, '../../../dist/tests/bench/floors/payments.js');

let floor: ChildProcess;
let acquirer: Server;

afterAll(() => {
  acquirer?.close();
  floor?.kill();
});

test('the floor captures a hold, sends its webhooks, ends its workflow in one task, and exits with its parent', async () => {
  await service('build');
  acquirer = createServer((_request, response) => response.end('{"status":"approved"}')).listen(0, '127.0.0.1');
  await once(acquirer, 'listening');
  const { address } = await service('temporal');
  floor = fork(FILE, {
    env: {
      ...process.env,
      DATABASE_URL: await emptyDatabase(),
      TEMPORAL_ADDRESS: address,
      ACQUIRER_URL: `http://127.0.0.1:${(acquirer.address() as AddressInfo).port}`,
    },
  });
  const { apiUrl, apiKey } = await nextMessage<{ apiUrl: string; apiKey: string }>(floor);
  const demo = { partyID: '', shopID: 'shop', apiKey, operatorKey: '', approverKey: '' };
  const merchant = new MeasuredLifecycles({ apiUrl, demo });
  await merchant.open();
  const { invoiceID } = await merchant.live();
  expect(merchant.lagsMs).toHaveLength(5);

  const connection = await Connection.connect({ address });
  const workflow = new Client({ connection }).workflow.getHandle(`floor/${invoiceID}`);
  expect(await workflow.result()).toBe('captured');
  expect((await workflow.describe()).historyLength).toBe(6);
  await merchant.close();
  await connection.close();
  const exit = once(floor, 'exit');
  floor.disconnect();
  await exit;
});
