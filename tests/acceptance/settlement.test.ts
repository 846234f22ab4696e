import { Client, Connection } from '@temporalio/client';
import { openStore } from '../../store/store';
import { closeBatch } from '../../store/merchants/settlement/batch.close';
import { workflowIDs } from '../../workflow-names/workflow-ids';
import { anOperatorKey } from '../harness/operator-key';
import { ledgerFaults } from '../harness/factories/payment';
import { httpClient, untilBody } from '../harness/http-client';
import { startMerchantPlatform, type MerchantPlatform } from '../harness/platform';
import { approveThrough } from '../harness/second-person';
import { ARRIVAL_TIMEOUT_MS } from '../harness/timeouts';

/* A captured payment is paid out: the batch is closed, two people send and confirm the payout, and its workflow ends. */

let harness: MerchantPlatform;
let client: Client;
beforeAll(async () => {
  harness = await startMerchantPlatform({ temporal: 'own' });
  const connection = await Connection.connect({ address: harness.platform.temporalAddress });
  client = new Client({ connection });
});
afterAll(async () => {
  await client?.connection.close();
  await harness?.stop();
});

test('two people pay a shop, whatever is killed on the way, and the schedule of its terms is in Temporal', async () => {
  const { platform, shopID } = harness;
  await harness.captured();
  await harness.sql(
    `UPDATE shops SET terms = terms || '{"settlement": {"schedule": {"every": "day"}, "cutOffHour": 3}}' WHERE id = $1`,
    [shopID],
  );
  const store = openStore(
    { DATABASE_URL: platform.databaseUrl, ENCRYPTION_KEY: Buffer.alloc(32).toString('base64') },
    2,
  );
  const batch = await closeBatch(store, { shopID, currency: 'RUB', untilDay: '2099-01-01' });
  await store.database.close();
  await platform.processes.worker.kill();
  await platform.processes.worker.start();
  const [payout] = await harness.sql<{ id: string }>('SELECT id FROM payouts WHERE batch_id = $1', [batch!.id]);
  const payoutID = payout!.id;

  const workflow = client.workflow.getHandle(workflowIDs.payout(payoutID));
  const [first, second] = await Promise.all(
    ['first', 'second'].map(async (name) => {
      const { secret } = await anOperatorKey(platform.databaseUrl, { name, roles: ['finance'] });
      return httpClient({ baseUrl: platform.apiUrl, token: secret });
    }),
  );
  const record = async (status: string): Promise<any> => {
    const command = { type: 'recordPayout', parameters: { payoutID, status }, reason: `the bank: ${status}` };
    const { body } = await first!.post<any>('/operators/v1/commands', command);
    return approveThrough(second!, { status: 202, body });
  };
  expect(await record('paid')).toMatchObject({ state: 'Failed' });
  expect(await record('sent')).toMatchObject({ state: 'Succeeded' });
  expect(await record('paid')).toMatchObject({ state: 'Succeeded', outcome: { payoutID, status: 'paid' } });
  expect(await workflow.result()).toBe('paid');
  const described = await workflow.describe();
  expect(await described.staticSummary()).toBe(`payout of 100.00 RUB to shop ${shopID}`);
  expect(described.memo).toEqual({ amount: '100.00 RUB' });
  expect(await ledgerFaults(platform.databaseUrl)).toEqual([]);

  const scheduleID = `${workflowIDs.settlementClose(shopID, 'RUB')}/${platform.taskQueuePrefix}`;
  const schedule = client.schedule.getHandle(scheduleID);
  const { spec } = await untilSchedule(schedule);
  expect(spec).toMatchObject({ calendars: [{ hour: [{ start: 3, end: 3 }] }], timezone: 'Europe/Moscow' });
  await schedule.trigger();
  const runs = await untilBody<any>(
    async () => ({ status: 200, body: (await schedule.describe()).info.recentActions }) as never,
    (actions: unknown[]) => actions.length > 0,
  );
  const [{ action }] = runs;
  expect(await client.workflow.getHandle(action.workflow.workflowId).result()).toEqual({});
});

async function untilSchedule(schedule: ReturnType<Client['schedule']['getHandle']>) {
  for (const until = Date.now() + 6 * ARRIVAL_TIMEOUT_MS; ;) {
    const found = await schedule.describe().catch(() => undefined);
    if (found) return found;
    if (Date.now() > until) throw new Error('the schedule did not come');
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}
