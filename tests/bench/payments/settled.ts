import { setTimeout as sleep } from 'node:timers/promises';
import { withClient } from '../../../scripts/services/postgres-client';
import type { Platform } from '../../harness/platform';

const LIMIT_MS = 300_000;

/** Waits until no command and no webhook message waits for delivery. */
export async function untilSettled(
  { databaseUrl }: Pick<Platform, 'databaseUrl'>,
  messages: 'webhook_queues' | 'messages' = 'webhook_queues',
): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    for (const end = Date.now() + LIMIT_MS; Date.now() < end; await sleep(100)) {
      const text = `SELECT EXISTS (SELECT 1 FROM outbox) OR EXISTS (SELECT 1 FROM ${messages}) AS "isBusy"`;
      const { rows } = await client.query<{ isBusy: boolean }>(text);
      if (!rows[0]?.isBusy) return sleep(300);
    }
    throw new Error(`the platform still has work ${LIMIT_MS / 1_000} s after its round`);
  });
}
