import { setTimeout as sleep } from 'node:timers/promises';
import type { World } from './world';

const LIMIT_MS = 150_000;

/** Counts unfinished entities of each kind, without undecided holds. */
const UNREST = `
  SELECT
    (SELECT count(*) FROM payments WHERE status = 'pending' OR status = 'processed' AND (target IS NOT NULL OR held_until < now() + interval '1 hour'))::integer AS payments,
    (SELECT count(*) FROM refunds WHERE status = 'pending')::integer AS refunds,
    (SELECT count(*) FROM customer_bindings WHERE status = 'pending')::integer AS bindings,
    (SELECT count(*) FROM withdrawals WHERE status = 'Pending')::integer AS withdrawals,
    (SELECT count(*) FROM payouts WHERE connector IS NOT NULL AND status IN ('pending', 'sent'))::integer AS payouts,
    (SELECT count(*) FROM outbox)::integer AS commands,
    (SELECT count(*) FROM webhook_deliveries WHERE status = 'pending' AND webhook_id = ANY ($1))::integer AS messages`;

/**
 * Waits until all operations and deliveries have ended, requesting retries as operators would.
 * @returns a description of what is unfinished, if anything
 */
export async function settle(world: World, limitMs = LIMIT_MS): Promise<string | undefined> {
  const faithful = Object.values(world.faithfulHooks)
    .flat()
    .map((hook) => world.webhookIDs[hook]);
  let left: [string, number][] = [];
  for (let end = Date.now() + limitMs; Date.now() < end; await sleep(500)) {
    const [row = {}] = await world.query<Record<string, number>>(UNREST, [faithful]).catch(() => [{ unknown: 1 }]);
    left = Object.entries(row).filter(([, count]) => count > 0);
    if (left.length === 0) return undefined;
    if (left.every(([name]) => name === 'messages')) await retryNow(world, faithful);
  }
  return `after ${limitMs / 1_000} s there are still ${left.map(([name, count]) => `${count} ${name}`).join(', ')}`;
}

/** Retries deliveries whose next attempt is 15 seconds or more away. */
async function retryNow(world: World, webhookIDs: readonly (string | undefined)[]): Promise<void> {
  const waiting = await world.query<{ webhook: string; subject: string }>(
    `SELECT webhook_id AS webhook, subject FROM webhook_queues
     WHERE webhook_id = ANY ($1) AND state <> 'ready' AND retry_at > now() + interval '15 seconds' LIMIT 20`,
    [webhookIDs],
  );
  for (const { webhook, subject } of waiting) {
    await world.holdfast('webhook', 'retry', webhook, '--subject', subject).catch(() => undefined);
  }
}
