import { createServer, type Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { freeLowPort } from '../../scripts/services/ports';
import { endpointWorkflow } from '../../store/webhook/delivery.commands';
import { appendCommands } from '../../store/outbox/outbox';
import { openStore, type Store } from '../../store/store';
import type { Platform } from '../../testing/platform';
import { buildHeaders } from './merchant';

/** What arrived once the endpoint was back. */
export interface Recovery {
  deliveries: number;
  perSecond: number;
  mostAtOnce: number;
  /** Messages that came before an earlier one of their subject. */
  outOfOrder: number;
}

const LIMIT_MS = 600_000;
const ANSWER_MS = 5;

/**
 * An endpoint that refuses connections, with as many subjects waiting for it as are asked for, all of them due. They can be taken
 * away and put back, so that the platform is measured with and without them.
 */
export class DeadEndpoint {
  private readonly store: Store;
  private webhookID = '';
  private port = 0;

  constructor(private readonly platform: Platform) {
    const { DATABASE_URL = '', ENCRYPTION_KEY = '' } = platform.environment;
    this.store = openStore({ DATABASE_URL, ENCRYPTION_KEY }, 2);
  }

  /** Subscribes it to what no lifecycle emits, and lets `count` subjects wait; each tenth has two messages. */
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

  /** All of them wait again and are due; the endpoint's workflow runs. */
  async putBack(): Promise<void> {
    await this.run('INSERT INTO webhook_queues SELECT * FROM bench_parked');
    await this.run('TRUNCATE bench_parked');
    const { partyID, shopID } = this.platform.demo;
    await appendCommands(this.store.database, [endpointWorkflow({ webhookID: this.webhookID, partyID, shopID })]);
    this.store.wakeUp.send('outbox');
    while ((await this.attemptCount()) === 0) await sleep(100);
  }

  /** None of them waits any more. */
  async takeAway(): Promise<void> {
    await this.run(
      `WITH taken AS (DELETE FROM webhook_queues WHERE webhook_id = $1 RETURNING *)
       INSERT INTO bench_parked (webhook_id, subject, last_event_id, state, retry_at)
       SELECT webhook_id, subject, last_event_id, state, now() FROM taken`,
      [this.webhookID],
    );
  }

  /** How many attempts were made until now. */
  async attemptCount(): Promise<number> {
    const text = 'SELECT count(*)::integer AS count FROM webhook_attempts WHERE webhook_id = $1';
    const [row] = await this.run<{ count: number }>(text, [this.webhookID]);
    return row?.count ?? 0;
  }

  /** The endpoint is back and an operator has all of it sent at once; gives what it took. */
  async recover(): Promise<Recovery> {
    const seen = new Map<string, number>();
    const recovery: Recovery = { deliveries: 0, perSecond: 0, mostAtOnce: 0, outOfOrder: 0 };
    let atOnce = 0;
    const server = createServer((request, response) => {
      recovery.mostAtOnce = Math.max(recovery.mostAtOnce, ++atOnce);
      let text = '';
      request.on('data', (part: Buffer) => (text += part.toString()));
      request.on('end', () => {
        const { subject, number } = JSON.parse(text) as { subject: string; number: number };
        if (number !== (seen.get(subject) ?? 0) + 1) recovery.outOfOrder++;
        seen.set(subject, number);
        recovery.deliveries++;
        // Long enough for those that are under way beside it to be seen.
        setTimeout(() => {
          atOnce--;
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
    for (const end = Date.now() + LIMIT_MS; Date.now() < end; await sleep(100)) {
      if ((await this.run(text, [this.webhookID])).length > 0) continue;
      server.closeAllConnections();
      return void server.close();
    }
    throw new Error('what waited for the endpoint was not delivered');
  }

  private run<Row>(text: string, values: unknown[] = []): Promise<Row[]> {
    return this.store.database.search<Row>(text, values);
  }
}
