import { setTimeout as sleep } from 'node:timers/promises';
import { Client, Connection } from '@temporalio/client';
import type { Platform } from '../harness/platform';
import { ARRIVAL_TIMEOUT_MS } from '../harness/timeouts';

/** Retries a delivery as an operator does in Temporal UI, once its workflow exists. */
export async function retryNow(platform: Platform, workflowID: string): Promise<void> {
  const connection = await Connection.connect({ address: platform.temporalAddress });
  const handle = new Client({ connection }).workflow.getHandle(workflowID);
  try {
    for (const end = Date.now() + ARRIVAL_TIMEOUT_MS; ; await sleep(100)) {
      const isDone = await handle.executeUpdate('retryNow').then(
        () => true,
        (error: unknown) => {
          if (Date.now() > end) throw error;
          return false;
        },
      );
      if (isDone) return;
    }
  } finally {
    await connection.close();
  }
}
