import { setTimeout as sleep } from 'node:timers/promises';
import { idAtEngine, workflowIDs } from '../../../workflow-names/workflow-ids';
import { deleteExpiredRows, RETENTION_DAYS } from '../../../store/platform/retention/retention';
import { retentionRecovery } from '../../../store/platform/retention/retention.recovery';
import { recordRestarts } from '../../../store/operators/recovery/restarts';
import { beginRotation, listRotations } from '../../../store/platform/key-rotation/key-rotation';
import { openSigningKey } from '../../../store/delivery/webhook/endpoint';
import { createWebhook } from '../../../store/delivery/webhook/webhook.create';
import { untilAnswered } from '../../../tests/harness/answered';
import { ARRIVAL_TIMEOUT_MS } from '../../../tests/harness/timeouts';
import { examineHistory } from '../../../tests/harness/workflow-histories';
import { startWorkflowHarness, TASK_QUEUE, type WorkflowHarness } from '../../../tests/harness/workflows';

let harness: WorkflowHarness;
beforeAll(async () => {
  harness = await startWorkflowHarness();
});
afterAll(() => harness?.stop());

const run = <Row extends object>(text: string, values: unknown[] = []) =>
  harness.store.database.search<Row>(text, values);

/** Inserts attempts of one message with equal age. */
async function attempts(count: number, ageDays: number): Promise<void> {
  await run(
    `INSERT INTO webhook_attempts (webhook_id, event_id, number, started_at, duration_ms, status)
     SELECT webhook_id, event_id, coalesce((SELECT max(number) FROM webhook_attempts), 0) + n,
       now() - make_interval(days => $2), 5, 500
     FROM webhook_deliveries, generate_series(1, $1::integer) n`,
    [count, ageDays],
  );
}

async function untilLeft(count: number): Promise<void> {
  for (const end = Date.now() + ARRIVAL_TIMEOUT_MS; ; await sleep(50)) {
    const [row] = await run<{ left: number }>('SELECT count(*)::integer AS left FROM webhook_attempts');
    if (row?.left === count) return;
    if (Date.now() > end) throw new Error(`${row?.left} attempts are left`);
  }
}

test('all stored data is encrypted with the active key by one workflow', async () => {
  const { store, partyID, shopID } = { ...harness, ...(await harness.anInvoice()) };
  const [, older] = store.encryptionKeys.all;
  if (!older) throw new Error('the harness has two keys');
  const under = (first: typeof older): typeof store => ({
    ...store,
    encryptionKeys: { ...store.encryptionKeys, first },
  });
  const scope = { topic: 'InvoicesTopic', eventTypes: ['InvoicePaid'], partyID, shopID } as const;
  const { id } = await createWebhook(under(older), { ...scope, url: 'https://shop.example' });
  const begun = await Promise.all([beginRotation(store), beginRotation(store)]);
  expect(begun[0]).toEqual(begun[1]);
  const finished = async () => (await listRotations(store.database))[0]?.finishedAt;
  for (const end = Date.now() + ARRIVAL_TIMEOUT_MS; !(await finished()) && Date.now() < end; await sleep(50));
  expect(await listRotations(store.database)).toEqual([
    {
      ...{ ...begun[0], workflowID: undefined, reencrypted: 1n, supersededAt: null },
      ...{ startedAt: expect.any(Date), finishedAt: expect.any(Date) },
    },
  ]);
  const { first } = store.encryptionKeys;
  expect((await openSigningKey({ ...store, encryptionKeys: { first, all: [first] } }, id)).privateKey).toContain(
    'PRIVATE KEY',
  );
  await examineHistory(harness.environment.client.workflow.getHandle(workflowIDs.encryption(first.id)));
  await run('DELETE FROM webhooks');
});

test('a rotation with an inactive key waits and ends when it is superseded', async () => {
  const { store } = harness;
  const [, older] = store.encryptionKeys.all;
  if (!older) throw new Error('the harness has two keys');
  const { workflowID } = await beginRotation({ ...store, encryptionKeys: { ...store.encryptionKeys, first: older } });
  const handle = harness.environment.client.workflow.getHandle(workflowID);
  const waits = async () => (await handle.describe().catch(() => undefined))?.raw.pendingActivities?.[0]?.lastFailure;
  for (const end = Date.now() + ARRIVAL_TIMEOUT_MS; !(await waits()) && Date.now() < end; await sleep(50));
  expect((await waits())?.message).toBe(
    `the current key of this worker is ${store.encryptionKeys.first.id}, not ${older.id}`,
  );
  await beginRotation(store);
  expect(await handle.result()).toEqual({ reencrypted: 0 });
  await examineHistory(handle);
  expect((await listRotations(store.database)).find(({ keyID }) => keyID === older.id)).toMatchObject({
    finishedAt: null,
    supersededAt: expect.any(Date),
  });
});

test('only expired attempts are deleted, in batches every hour', async () => {
  const { partyID, shopID, id: first } = await harness.anInvoice();
  const eventTypes = ['InvoiceCreated'];
  await createWebhook(harness.store, {
    partyID,
    shopID,
    topic: 'InvoicesTopic',
    url: 'https://shop.example',
    eventTypes,
  });
  const { id: told } = await harness.anInvoice();
  await attempts(4_500, RETENTION_DAYS.webhook_attempts + 1);
  await attempts(3, RETENTION_DAYS.webhook_attempts - 1);
  await run(`INSERT INTO reconciled_connectors (connector, hour_until, day_until) VALUES ('sandbox', now(), now())`);
  await run(
    `INSERT INTO reconciliation_windows (connector, pass, from_time, to_time, operation_count, finding_count, sums)
     SELECT 'sandbox', 'day', begin, begin + interval '1 hour', 0, 0, '[]'
     FROM unnest(ARRAY[$1::integer, $2::integer]) days, LATERAL (SELECT now() - make_interval(days => days) AS begin) of`,
    [RETENTION_DAYS.reconciliation_windows + 1, RETENTION_DAYS.reconciliation_windows - 1],
  );
  const open = await retentionRecovery.page(harness.store.database, null, 1);
  await recordRestarts(
    harness.store,
    open.map(({ start }) => start),
  );
  await untilLeft(3);
  await attempts(5, RETENTION_DAYS.webhook_attempts + 1);
  await harness.environment.sleep('1 hour');
  await untilLeft(3);
  expect(await run('SELECT subject FROM webhook_deliveries')).toEqual([{ subject: `invoice/${told}` }]);
  expect(await run('SELECT subject FROM webhook_events')).toEqual([{ subject: `invoice/${told}` }]);
  expect(await run('SELECT FROM events WHERE subject_id = ANY ($1)', [[first, told]])).toHaveLength(2);
  const handle = harness.environment.client.workflow.getHandle(idAtEngine(workflowIDs.retention(), TASK_QUEUE));
  // The remaining rows are visible before the workflow is signalled.
  const state = await untilAnswered(
    () => handle.query<{ deleted: Record<string, number> }>('state'),
    ({ deleted }) => deleted['webhook_attempts'] === 4_505,
  );
  expect(state).toMatchObject({ deleted: { webhook_attempts: 4_505, audit_log: 0, reconciliation_windows: 1 } });
  expect(await run('SELECT FROM reconciliation_windows')).toHaveLength(1);
  await examineHistory(handle);
});

test('statements of connectors are deleted after their retention unless their payment is open', async () => {
  const open = await harness.aHold(await harness.anInvoice(), 'capture');
  const ended = await harness.aPayment(await harness.anInvoice(), { cardNumber: '4012888888881881' });
  await harness.readResult(workflowIDs.payment(ended.invoiceID, ended.id));
  const references = [open, ended, ended].map(({ invoiceID, id }) => `payment/${invoiceID}.${id}/authorise`);
  await run(
    `INSERT INTO connector_notices (connector, id, reference, event, is_success, connector_reference, details, stated_at, received_at)
     SELECT 'adyen', n::text, reference, 'AUTHORISATION', true, 'R', '{}', now(), now() - make_interval(days => days)
     FROM unnest($1::text[], $2::integer[]) WITH ORDINALITY AS g (reference, days, n)`,
    [references, [RETENTION_DAYS.connector_notices + 1, RETENTION_DAYS.connector_notices + 1, 1]],
  );
  // The retention workflow of this harness may delete the same row at the same time.
  const left = await untilAnswered(
    async () => {
      await deleteExpiredRows(harness.store.database);
      return run<{ id: string }>('SELECT id FROM connector_notices ORDER BY id');
    },
    (rows) => rows.length < 3,
  );
  expect(left).toEqual([{ id: '1' }, { id: '3' }]);
});
