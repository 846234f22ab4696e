import { setTimeout as sleep } from 'node:timers/promises';
import { httpClient } from '../harness/http-client';
import type { Platform } from '../harness/platform';
import { ARRIVAL_TIMEOUT_MS } from '../harness/timeouts';

/** Retries the messages of a failing subject as an operator does, once the first attempt has failed. */
export async function retryNow(platform: Platform, webhookID: string, subject: string): Promise<void> {
  const operator = httpClient({ baseUrl: `${platform.apiUrl}/operators/v1`, token: platform.demo.operatorKey });
  for (const end = Date.now() + ARRIVAL_TIMEOUT_MS; Date.now() < end; await sleep(100)) {
    const { body } = await operator.post<{ subjectCount: number }>(`/webhooks/${webhookID}/retry`, { subject });
    if (body.subjectCount === 1) return;
  }
  throw new Error(`no message of ${subject} fails`);
}
