import { setTimeout as sleep } from 'node:timers/promises';
import { freshDatabase } from '../../../tests/harness/database';
import { manyUnpaid } from '../../../tests/harness/factories/many-unpaid';
import { seedReferenceData } from '../../../tests/harness/reference-data';
import { ARRIVAL_TIMEOUT_MS } from '../../../tests/harness/timeouts';
import { workflowIDs } from '../../../workflow-names/workflow-ids';
import { declaredStatements } from '../../postgres/database';
import { DEMO } from '../../operators/demo/demo';
import { openStore, type Store } from '../../store';
import { createInvoice } from './invoice.create';
import { lockSchedule, setSchedule } from './due-date-schedule';
import { rescindInvoice } from './invoice.transitions';
import { cancelOverdue, readOverdueOutlook } from './overdue';

const HOUR_MS = 3_600_000;

let store: Store;
beforeAll(async () => {
  const ENCRYPTION_KEY = Buffer.alloc(32).toString('base64');
  store = openStore({ DATABASE_URL: await freshDatabase(), ENCRYPTION_KEY }, 16);
  await seedReferenceData(store.database);
});
afterAll(() => store?.database.close());

beforeEach(async () => {
  await store.database.search('TRUNCATE outbox, overdue_failures, events', []);
  await store.database.search('TRUNCATE invoices CASCADE', []);
  await store.database.search(`UPDATE due_date_schedule SET wakes_at = 'infinity'`, []);
});

const at = (hours: number): Date => new Date(Math.ceil(Date.now() / 1_000) * 1_000 + hours * HOUR_MS);

const anInvoice = (dueDate: Date, now?: Date) =>
  createInvoice(store, { ...DEMO, dueDate, amountMinor: 10n, currency: 'RUB', product: 'Чай', metadata: {} }, now);

const count = async (what: string): Promise<number> =>
  Number((await store.database.search<{ count: bigint }>(`SELECT count(*) FROM ${what}`, []))[0]?.count);

/** Whether an invoice waits for an earlier date than the workflow wakes at, which must never happen. */
const isDueDateMissed = async (): Promise<boolean> =>
  (await count(`due_date_schedule WHERE wakes_at >
    (SELECT min(due_date) FROM invoices WHERE status = 'unpaid' AND active_payment_id IS NULL)`)) > 0;

test('a burst of invoices wakes the due-date workflow once, and a later due date does not wake it', async () => {
  await Promise.all(Array.from({ length: 64 }, () => anInvoice(at(2))));
  expect(await count('outbox')).toBe(1);
  expect(await count(`outbox WHERE workflow_id = '${workflowIDs.dueInvoices()}'`)).toBe(1);
  await anInvoice(at(3));
  expect(await count('outbox')).toBe(1);
  await anInvoice(at(1));
  expect(await count('outbox')).toBe(2);
});

test('setting the schedule waits for a concurrent creation and sees its invoice', async () => {
  const later = at(5);
  await anInvoice(later);
  const earlier = at(4);
  let setting: Promise<number | undefined> = Promise.resolve(0);
  await store.database.transaction(async (tx) => {
    await store.database.run(lockSchedule, [], tx);
    await manyUnpaid(store.database, { ...DEMO, count: 1, firstDueAt: earlier, perSecond: 1 }, tx);
    setting = setSchedule(store, new Date());
    const waiting = `pg_locks JOIN pg_database d ON d.oid = database AND datname = current_database()
      WHERE locktype = 'advisory' AND NOT granted`;
    for (const end = Date.now() + ARRIVAL_TIMEOUT_MS; (await count(waiting)) === 0; await sleep(5)) {
      if (Date.now() > end) throw new Error('no transaction waits for the schedule');
    }
  });
  expect(await setting).toBe(earlier.getTime());
});

test('the schedule never exceeds the next due date during concurrent creations and cancellations', async () => {
  let isOver = false;
  let found = 0;
  const watch = async (poll: () => Promise<unknown>): Promise<void> => {
    while (!isOver) await poll();
  };
  const createAndRescind = async (seed: number): Promise<void> => {
    for (let number = 0; number < 40; number++) {
      const { id: invoiceID, partyID } = await anInvoice(at(1 + ((seed * 7 + number * 13) % 50)));
      if (number % 4 > 0) await rescindInvoice(store, { invoiceID, partyID, reason: 'gone' });
    }
  };
  const watching = [
    watch(() => setSchedule(store, new Date())),
    watch(() => setSchedule(store, new Date())),
    watch(async () => void (found += Number(await isDueDateMissed()))),
  ];
  await Promise.all(Array.from({ length: 8 }, (_, seed) => createAndRescind(seed))).finally(() => (isOver = true));
  await Promise.all(watching);
  expect([found, await isDueDateMissed()]).toEqual([0, false]);
});

test('setting the schedule fails when another transaction holds its lock for a second', async () => {
  await store.database.transaction(async (tx) => {
    await store.database.run(lockSchedule, [], tx);
    await expect(setSchedule(store, new Date())).rejects.toMatchObject({ name: 'DatabaseUnavailable' });
  });
});

test('the schedule rounds a due date up to the millisecond', async () => {
  const dueDate = at(1);
  await anInvoice(dueDate);
  await store.database.search(`UPDATE invoices SET due_date = due_date + interval '1 microsecond'`, []);
  const wakesAtMs = await setSchedule(store, new Date());
  expect(wakesAtMs).toBe(dueDate.getTime() + 1);
  expect((await cancelOverdue(store, dueDate, 10)).cancelledCount).toBe(0);
  expect((await cancelOverdue(store, new Date(wakesAtMs ?? 0), 10)).cancelledCount).toBe(1);
  expect(await setSchedule(store, new Date())).toBeUndefined();
});

test('several workers cancel a burst in bounded batches, each invoice once', async () => {
  await manyUnpaid(store.database, { ...DEMO, count: 400, firstDueAt: at(-1), perSecond: 1_000_000 });
  const sizes: number[] = [];
  const work = async (): Promise<void> => {
    for (;;) {
      const { cancelledCount } = await cancelOverdue(store, new Date(), 50);
      if (cancelledCount === 0) return;
      sizes.push(cancelledCount);
    }
  };
  await Promise.all(Array.from({ length: 4 }, work));
  expect([Math.max(...sizes), sizes.reduce((sum, size) => sum + size, 0)]).toEqual([50, 400]);
  expect(await count(`invoices WHERE status = 'cancelled' AND reason = 'overdue' AND event_count = 2`)).toBe(400);
  expect(await count('events')).toBe(400);
});

test('a locked invoice is skipped, and cancelled after its lock is released', async () => {
  const held = await anInvoice(at(-1), at(-2));
  const other = await anInvoice(at(-1), at(-2));
  await store.database.transaction(async (tx) => {
    await store.database.search('SELECT 1 FROM invoices WHERE id = $1 FOR UPDATE', [held.id], tx);
    expect((await cancelOverdue(store, new Date(), 50)).cancelledCount).toBe(1);
    expect(await count(`invoices WHERE id = '${other.id}' AND status = 'cancelled'`)).toBe(1);
    // The skipped invoice is still the next one due.
    expect(await setSchedule(store, new Date())).toBe(held.dueDate.getTime());
  });
  expect((await cancelOverdue(store, new Date(), 50)).cancelledCount).toBe(1);
});

test('a batch cancels all but its failing invoices, which are retried with backoff', async () => {
  await manyUnpaid(store.database, { ...DEMO, count: 60, firstDueAt: at(-1), perSecond: 1_000 });
  await store.database.search(
    `UPDATE invoices SET cart = '{"not": "a cart"}' WHERE id IN ('unpaid-7', 'unpaid-8')`,
    [],
  );
  const now = new Date();
  const { cancelledCount, failed, isFull } = await cancelOverdue(store, now, 50);
  expect([cancelledCount, isFull]).toEqual([48, true]);
  expect(failed.map(({ invoiceID }) => invoiceID)).toEqual(['unpaid-7', 'unpaid-8']);
  expect(await cancelOverdue(store, now, 50)).toMatchObject({ cancelledCount: 10, failed: [] });
  expect(await readOverdueOutlook(store)).toEqual({
    waitingCount: 2,
    failingCount: 2,
    failing: ['unpaid-7', 'unpaid-8'],
  });
  for (const [lookAtSeconds, retryAtSeconds] of [
    [0, 5],
    [5, 15],
    [15, 35],
  ] as const) {
    const retryAtMs = now.getTime() + retryAtSeconds * 1_000;
    expect(await setSchedule(store, new Date(now.getTime() + lookAtSeconds * 1_000))).toBe(retryAtMs);
    expect((await cancelOverdue(store, new Date(retryAtMs), 50)).failed).toHaveLength(2);
  }
  await store.database.search(`UPDATE invoices SET status = 'cancelled' WHERE id = 'unpaid-7'`, []);
  expect(await readOverdueOutlook(store)).toEqual({ waitingCount: 1, failingCount: 1, failing: ['unpaid-8'] });
});

test('concurrent batches cancel an invoice once, and none whose payment is under way', async () => {
  await Promise.all(Array.from({ length: 30 }, () => anInvoice(at(-1), at(-2))));
  const batches = await Promise.all(Array.from({ length: 3 }, () => cancelOverdue(store, new Date(), 20)));
  expect(batches.reduce((sum, { cancelledCount }) => sum + cancelledCount, 0)).toBe(30);
  expect(await count(`invoices WHERE event_count = 2`)).toBe(30);
  const paid = await anInvoice(at(-1), at(-2));
  await store.database.search(`UPDATE invoices SET active_payment_id = '1' WHERE id = $1`, [paid.id]);
  expect((await cancelOverdue(store, new Date(), 50)).cancelledCount).toBe(0);
  expect(await setSchedule(store, new Date())).toBeUndefined();
});

test('polling cost does not grow with waiting invoices or with overdue invoices under payment', async () => {
  const fill = (first: number, firstDueAt: Date) =>
    manyUnpaid(store.database, { ...DEMO, count: 20_000, first, firstDueAt, perSecond: 10 });
  await fill(0, at(-1_000));
  await store.database.search(`UPDATE invoices SET active_payment_id = '1'`, []);
  await fill(20_000, at(1));
  await store.database.search('VACUUM ANALYZE invoices', []);
  for (const [name, values] of [
    ['overdue-lock', [new Date(), 50]],
    ['due-date-schedule-set', [new Date()]],
  ] as const) {
    const explain = `EXPLAIN (ANALYZE, BUFFERS) ${declaredStatements.get(name)}`;
    const plan = await store.database.search<{ 'QUERY PLAN': string }>(explain, values);
    const text = plan.map((row) => row['QUERY PLAN']).join('\n');
    expect(text).toContain('invoices_due');
    expect(Number(/Buffers: shared hit=(\d+)/.exec(text)?.[1])).toBeLessThan(40);
  }
});
