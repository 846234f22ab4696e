import { createServer, type Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { freeLowPort } from '../../../scripts/services/ports';
import { endpointWorkflow } from '../../../store/webhook/delivery.commands';
import { appendCommands } from '../../../store/outbox/outbox';
import { openStore, type Store } from '../../../store/store';
import type { Platform } from '../../harness/platform';
import { buildHeaders } from './merchant';

/** The deliveries after the endpoint is back. */
export interface Recovery {
  deliveries: number;
  perSecond: number;
  maxConcurrency: number;
  /** Messages that arrived before an earlier one of their subject. */
  outOfOrder: number;
}

const MAX_RECOVERY_MS = 600_000;
const ANSWER_MS = 5;

/** An endpoint that refuses connections, with due subjects that can be removed and restored between measurements. */
export class DeadEndpoint {
  private readonly store: Store;
  private webhookID = '';
  private port = 0;

  constructor(private readonly platform: Platform) {
    const { DATABASE_URL = '', ENCRYPTION_KEY = '' } = platform.environment;
    this.store = openStore({ DATABASE_URL, ENCRYPTION_KEY }, 2);
  }

  /** Subscribes to an event that no lifecycle emits, and inserts `count` subjects; each tenth has two messages. */
  async open(count: number): Promise<void> {
    this.port = await freeLowPort();
    const { shopID, apiKey } = this.platform.demo;
    const scope = { topic: 'InvoicesTopic', shopID, eventTypes: ['InvoiceFulfilled'] };
    const body = JSON.stringify({ scope, url: `http://127.0.0.1:${this.port}/` });
    const api = new Pool(this.platform.apiUrl);
    const path = '/v2/processing/webhooks';
    const answer = await api.request({ method: 'POST', path, headers: buildHeaders(apiKey), body });
    this.webhookID = ((await answer.body.json()) as { id: string }).id;
    await api.close();
    await this.run(
      `WITH given AS (
         SELECT 'invoice/waiting-' || n AS subject, m FROM generate_series(1, $2::integer) n, generate_series(1, 2) m
         WHERE m = 1 OR n % 10 = 0
       ), event AS (
         INSERT INTO webhook_events (id, topic, event_type, subject, occurred_at, body)
         SELECT nextval('webhook_event_ids'), 'InvoicesTopic', 'InvoiceFulfilled', subject, now(),
           json_build_object('subject', subject, 'number', m)::text
         FROM (SELECT * FROM given ORDER BY m) ordered RETURNING id, subject
       )
       INSERT INTO webhook_deliveries (webhook_id, subject, event_id, attempt_count, first_attempt_at)
       SELECT $1, subject, id, 1, now() - interval '10 minutes' FROM event`,
      [this.webhookID, count],
    );
    await this.run('CREATE TABLE bench_parked (LIKE webhook_queues)');
    await this.run(
      `INSERT INTO bench_parked (webhook_id, subject, last_event_id, state, retry_at)
       SELECT webhook_id, subject, max(event_id), 'batched', now() FROM webhook_deliveries
       WHERE webhook_id = $1 GROUP BY webhook_id, subject`,
      [this.webhookID],
    );
  }

  /** Restores the due subjects and starts the endpoint's workflow. */
  async putBack(): Promise<void> {
    await this.run('INSERT INTO webhook_queues SELECT * FROM bench_parked');
    await this.run('TRUNCATE bench_parked');
    const { partyID, shopID } = this.platform.demo;
    await appendCommands(this.store.database, [endpointWorkflow({ webhookID: this.webhookID, partyID, shopID })]);
    this.store.wakeUp.send('outbox');
    while ((await this.attemptCount()) === 0) await sleep(100);
  }

  /** Removes the subjects. */
  async takeAway(): Promise<void> {
    await this.run(
      `WITH taken AS (DELETE FROM webhook_queues WHERE webhook_id = $1 RETURNING *)
       INSERT INTO bench_parked (webhook_id, subject, last_event_id, state, retry_at)
       SELECT webhook_id, subject, last_event_id, state, now() FROM taken`,
      [this.webhookID],
    );
  }

  async attemptCount(): Promise<number> {
    const text = 'SELECT count(*)::integer AS count FROM webhook_attempts WHERE webhook_id = $1';
    const [row] = await this.run<{ count: number }>(text, [this.webhookID]);
    return row?.count ?? 0;
  }

  /** Starts the endpoint and makes all subjects due. */
  async recover(): Promise<Recovery> {
    const seen = new Map<string, number>();
    const recovery: Recovery = { deliveries: 0, perSecond: 0, maxConcurrency: 0, outOfOrder: 0 };
    let concurrency = 0;
    const server = createServer((request, response) => {
      recovery.maxConcurrency = Math.max(recovery.maxConcurrency, ++concurrency);
      let text = '';
      request.on('data', (part: Buffer) => (text += part.toString()));
      request.on('end', () => {
        const { subject, number } = JSON.parse(text) as { subject: string; number: number };
        if (number !== (seen.get(subject) ?? 0) + 1) recovery.outOfOrder++;
        seen.set(subject, number);
        recovery.deliveries++;
        // Long enough for concurrent requests to overlap.
        setTimeout(() => {
          concurrency--;
          response.end();
        }, ANSWER_MS);
      });
    });
    await new Promise<void>((resolve) => server.listen(this.port, '127.0.0.1', resolve));
    const began = performance.now();
    await this.run('UPDATE webhook_queues SET retry_at = now() WHERE webhook_id = $1', [this.webhookID]);
    await this.untilEmpty(server);
    recovery.perSecond = (recovery.deliveries * 1_000) / (performance.now() - began);
    return recovery;
  }

  async close(): Promise<void> {
    await this.store.database.close();
  }

  private async untilEmpty(server: Server): Promise<void> {
    const text = 'SELECT FROM webhook_queues WHERE webhook_id = $1 LIMIT 1';
    for (const end = Date.now() + MAX_RECOVERY_MS; Date.now() < end; await sleep(100)) {
      if ((await this.run(text, [this.webhookID])).length > 0) continue;
      server.closeAllConnections();
      return void server.close();
    }
    throw new Error('the messages of the endpoint were not delivered');
  }

  private run<Row>(text: string, values: unknown[] = []): Promise<Row[]> {
    return this.store.database.search<Row>(text, values);
  }
}
