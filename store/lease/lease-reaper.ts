import { setTimeout as sleep } from 'node:timers/promises';
import { statement, type Database } from '../database';
import type { Channel } from '../wake-up';
import { OWNER_LOCKS } from './lease-owner';

/** An advisory lock of two numbers has the first in `classid`, the second in `objid`, and says so by `objsubid`. */
const LIVE_OWNER_NAMES = `SELECT 'h' || objid FROM pg_locks
   WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
     AND classid = ${OWNER_LOCKS} AND objsubid = 2 AND granted`;

const LIVE_OWNERS = statement<{ name: string | null }>(
  'lease-living',
  `SELECT DISTINCT living.name FROM (${LIVE_OWNER_NAMES}) living(name)`,
);

/**
 * A lease whose owner was not seen lately and holds no advisory lock now: an owner takes its lock before its first lease. A revoked
 * lease does not match.
 */
const IS_ORPHANED = `leased_until >= now() AND lease_token ~ '^h[0-9]+\\.' AND split_part(lease_token, '.', 1) <> ALL ($1::text[])
  AND split_part(lease_token, '.', 1) <> ALL (ARRAY(${LIVE_OWNER_NAMES}))`;

/** Whatever somebody else has his hands on is passed over, and nobody waits for anybody. */
const RECLAIM: Readonly<Record<Channel, ReturnType<typeof statement<{ count: number }>>>> = {
  outbox: statement<{ count: number }>(
    'lease-give-back-commands',
    `WITH held AS MATERIALIZED (
       SELECT id FROM outbox WHERE ${IS_ORPHANED} ORDER BY id FOR UPDATE SKIP LOCKED
     ), given AS (
       UPDATE outbox SET leased_until = NULL, lease_token = NULL WHERE id = ANY (ARRAY(SELECT id FROM held)) RETURNING 1
     )
     SELECT count(*)::integer AS count FROM given`,
  ),
  deliveries: statement<{ count: number }>(
    'lease-give-back-queues',
    `WITH held AS MATERIALIZED (
       SELECT ctid FROM webhook_queues WHERE state = 'ready' AND ${IS_ORPHANED}
       ORDER BY webhook_id, subject FOR UPDATE SKIP LOCKED
     ), given AS (
       UPDATE webhook_queues SET leased_until = NULL, lease_token = NULL WHERE ctid = ANY (ARRAY(SELECT ctid FROM held)) RETURNING 1
     )
     SELECT count(*)::integer AS count FROM given`,
  ),
};

const POLL_INTERVAL_MS = 500;
/** Whoever is not seen for so long is dead: a holder whose connection was broken off is back within a fraction of it. */
const DEAD_AFTER_MS = 1_000;

interface LeaseReaperOptions {
  database: Database;
  /** Told of what somebody left behind and others may have now. */
  onReclaimed: (channel: Channel, count: number) => void;
  onFailed: (error: unknown) => void;
}

/**
 * Gives back what processes that died had leased: commands, and queues of webhooks. Looks twice a second who lives; where somebody no longer
 * does, and once at the beginning, for whoever died before, it lets all go that nobody living holds.
 */
export class LeaseReaper {
  private readonly lastSeenMs = new Map<string, number>();
  private readonly stopping = new AbortController();
  private finished: Promise<void> = Promise.resolve();

  constructor(private readonly options: LeaseReaperOptions) {}

  start(): void {
    this.finished = this.loop();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.finished;
  }

  private async loop(): Promise<void> {
    const { signal } = this.stopping;
    let isReclaimDue = true;
    let sinceMs = performance.now();
    while (!signal.aborted) {
      try {
        const nowMs = performance.now();
        for (const { name } of await this.options.database.run(LIVE_OWNERS, [])) this.lastSeenMs.set(name ?? '', nowMs);
        if (this.forgetDead(nowMs)) isReclaimDue = true;
        if (isReclaimDue && nowMs - sinceMs >= DEAD_AFTER_MS) {
          await this.reclaim();
          isReclaimDue = false;
        }
      } catch (error) {
        // Nobody is seen while the record is away, and none of them is dead for that.
        this.lastSeenMs.clear();
        [isReclaimDue, sinceMs] = [true, performance.now()];
        this.options.onFailed(error);
      }
      await sleep(POLL_INTERVAL_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  private forgetDead(nowMs: number): boolean {
    const dead = [...this.lastSeenMs].filter(([, seenMs]) => nowMs - seenMs >= DEAD_AFTER_MS);
    for (const [name] of dead) this.lastSeenMs.delete(name);
    return dead.length > 0;
  }

  private async reclaim(): Promise<void> {
    for (const channel of ['outbox', 'deliveries'] as const) {
      const [row] = await this.options.database.run(RECLAIM[channel], [[...this.lastSeenMs.keys()]]);
      if (row && row.count > 0) this.options.onReclaimed(channel, row.count);
    }
  }
}
