import { appendMessages, aShopStore, aWebhook, noLimits } from '../../../tests/harness/factories/webhook';
import { newId } from '../../id';
import { recordFailed } from './attempt.record';
import { leaseQueues } from './queue.lease';

const WAITING = 3_000;
const HOUR_MS = 3_600_000;

test('a further failing subject does not read all failing queues of its endpoint', async () => {
  const shop = await aShopStore();
  const { database } = shop.store;
  const { id } = await aWebhook(shop, { url: 'https://shop.example/hook' });
  await database.search(
    `INSERT INTO webhook_queues (webhook_id, subject, last_event_id, state, retry_at)
     SELECT $1, 'invoice/' || n, n, 'batched', now() FROM generate_series(1, $2::integer) n`,
    [id, WAITING],
  );
  await appendMessages(shop, { invoiceID: newId() });
  const [queue] = await leaseQueues(database, { limit: 1, token: newId(), limits: noLimits() });
  if (!queue?.head) throw new Error('nothing was leased');
  const { head: message } = queue;
  const firstAttemptAt = new Date();
  const retryAt = new Date(firstAttemptAt.getTime() + HOUR_MS);
  const attempt = { startedAt: firstAttemptAt, durationMs: 1, status: 500, error: null, answer: null };
  const refused = { queue, message, attempt, firstAttemptAt, retryAt, maxWorkflows: 1 };
  const { outcome, seen } = await database.transaction(async (tx) => {
    const recorded = await recordFailed(database, refused, tx);
    const [counted] = await database.search<{ seen: number }>(
      `SELECT (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::integer AS seen
       FROM pg_stat_xact_user_tables WHERE relname = 'webhook_queues'`,
      [],
      tx,
    );
    return { outcome: recorded, seen: counted?.seen };
  });
  expect(outcome).toMatchObject({ state: 'batched', isNextOfBatch: false });
  expect(seen).toBeGreaterThan(0);
  expect(seen).toBeLessThan(WAITING / 10);
  await database.close();
});
