import type { Pool } from 'pg';
import { request } from 'undici';
import type { Logger } from '../../runtime/logger';
import { PeriodicTask } from '../../runtime/periodic-task';
import type { SandboxKeys } from '../keys';

const RESPONSE_TIMEOUT_MS = 10_000;
/** Longer than an attempt, so that no other process leases the same callback. */
const LEASE_SECONDS = 15;
const MAX_BACKOFF_SECONDS = 60;
const BATCH_SIZE = 50;

/** A payout that will be returned has a second callback then. */
const DELIVERED = `
  UPDATE callbacks c SET delivered_at = CASE WHEN o.returned_at > now() THEN NULL ELSE now() END,
    next_attempt_at = CASE WHEN o.returned_at > now() THEN o.returned_at ELSE c.next_attempt_at END
  FROM operations o WHERE c.operation_id = $1 AND o.operation_id = c.operation_id`;

interface DueCallback {
  operation_id: string;
  url: string;
  attempts: number;
}

/** Sends callbacks of ended interactions, with retries until a 2xx response. */
export class CallbackSender {
  private readonly sending: PeriodicTask;

  constructor(private readonly parts: { pool: Pool; keys: SandboxKeys; logger: Logger; pollMs: number }) {
    this.sending = new PeriodicTask({
      run: () => this.sendDue(),
      onError: (error) => parts.logger.error({ err: error }, 'callbacks could not be read'),
      retryAfterMs: parts.pollMs,
    });
    this.sending.start();
  }

  /** Sends due callbacks now. */
  wake(): void {
    this.sending.notify();
  }

  /** Resolves when the callbacks in progress are sent. */
  stop(): Promise<void> {
    return this.sending.stop();
  }

  private async sendDue(): Promise<number> {
    const due = await this.take();
    await Promise.all(due.map((callback) => this.send(callback)));
    return due.length > 0 ? 0 : this.parts.pollMs;
  }

  private async take(): Promise<DueCallback[]> {
    const { rows } = await this.parts.pool.query<DueCallback>(
      `UPDATE callbacks SET attempts = attempts + 1,
         next_attempt_at = now() + make_interval(secs => $2 + least($3, power(2, least(attempts, 10))))
       WHERE operation_id IN (
         SELECT operation_id FROM callbacks WHERE delivered_at IS NULL AND next_attempt_at <= now()
         ORDER BY next_attempt_at LIMIT $1 FOR UPDATE SKIP LOCKED)
       RETURNING operation_id, url, attempts`,
      [BATCH_SIZE, LEASE_SECONDS, MAX_BACKOFF_SECONDS],
    );
    return rows;
  }

  private async send({ operation_id: operationID, url, attempts }: DueCallback): Promise<void> {
    const body = JSON.stringify({ operationID });
    const isDelivered = await this.post(url, body);
    if (isDelivered) {
      await this.parts.pool.query(DELIVERED, [operationID]);
      return;
    }
    this.parts.logger.warn({ operationID, attempts }, 'callback not accepted');
    await this.parts.pool.query(
      'UPDATE callbacks SET next_attempt_at = next_attempt_at - make_interval(secs => $2) WHERE operation_id = $1',
      [operationID, LEASE_SECONDS],
    );
  }

  private async post(url: string, body: string): Promise<boolean> {
    const headers = { 'Content-Type': 'application/json', 'X-Sandbox-Signature': this.parts.keys.signCallback(body) };
    try {
      const answer = await request(url, {
        method: 'POST',
        headers,
        body,
        signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
      });
      await answer.body.dump();
      return answer.statusCode >= 200 && answer.statusCode < 300;
    } catch {
      return false;
    }
  }
}
