import { setTimeout as sleep } from 'node:timers/promises';
import { Client, Connection } from '@temporalio/client';
import type { Platform } from '../testing/platform';

/** What an operator does in Temporal UI: asks a delivery workflow to try again now. Waits until there is one. */
export async function retryNow(platform: Platform, workflowID: string): Promise<void> {
  const connection = await Connection.connect({ address: platform.temporalAddress });
  const handle = new Client({ connection }).workflow.getHandle(workflowID);
  try {
    for (let attempt = 0; ; attempt++) {
      const isDone = await handle.executeUpdate('retryNow').then(
        () => true,
        (error: unknown) => {
          if (attempt >= 100) throw error;
          return false;
        },
      );
      if (isDone) return;
      await sleep(100);
    }
  } finally {
    await connection.close();
  }
}
