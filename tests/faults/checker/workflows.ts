import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientBase } from 'pg';
import type { Check, Evidence, CheckerViolation } from './evidence';

/** Every open entity has a running workflow. */

/** The workflows of open entities. */
const OPEN = `
  SELECT 'payment/' || invoice_id || '.' || id AS id FROM payments WHERE status IN ('pending', 'processed')
  UNION ALL SELECT 'refund/' || invoice_id || '.' || payment_id || '.' || id FROM refunds WHERE status = 'pending'
  UNION ALL SELECT 'binding/' || customer_id || '.' || id FROM customer_bindings WHERE status = 'pending'
  UNION ALL SELECT 'withdrawal/' || id FROM withdrawals WHERE status = 'Pending'
  UNION ALL SELECT 'destination/' || id FROM destinations WHERE status = 'Unauthorized'
  UNION ALL SELECT 'report/' || identity_id || '.' || id FROM reports WHERE status = 'pending'
  UNION ALL SELECT 'settlement/' || id FROM payouts WHERE status IN ('pending', 'sent')
  UNION ALL SELECT 'command/' || id FROM operator_commands WHERE state = 'Approved'`;

export async function openWorkflows(record: Pick<ClientBase, 'query'>): Promise<string[]> {
  const { rows } = await record.query<{ id: string }>(OPEN);
  return rows.map(({ id }) => id);
}

/** Open entities have workflows within the limit, and no message is without a queue. */
export const workflows: Check = async (evidence) => [...(await orphans(evidence)), ...(await forgotten(evidence))];

async function orphans({ record, isAlive, restartLimitMs }: Evidence): Promise<CheckerViolation[]> {
  const end = Date.now() + restartLimitMs;
  for (;;) {
    // Read again each time, because ended entities need no workflow.
    const dead: string[] = [];
    for (const id of await openWorkflows(record)) if (!(await isAlive(id))) dead.push(id);
    const found = `none for ${restartLimitMs / 1_000} s`;
    if (dead.length === 0) return [];
    if (Date.now() > end) return dead.map((where) => ({ rule: 'what is open has a live workflow', where, found }));
    await sleep(1_000);
  }
}

/** Messages without a queue, and queues that are long overdue. */
async function forgotten({ record }: Evidence): Promise<CheckerViolation[]> {
  const { rows } = await record.query<{ where: string; found: string }>(
    `SELECT d.webhook_id || ' ' || d.subject AS "where", format('%s messages', count(*)) AS found
     FROM webhook_deliveries d
     WHERE d.status = 'pending' AND NOT EXISTS (
       SELECT FROM webhook_queues q WHERE q.webhook_id = d.webhook_id AND q.subject = d.subject)
     GROUP BY 1`,
  );
  return rows.map((row) => ({ rule: 'what waits to be sent has a queue', ...row }));
}
