import { PeriodicTask } from '../../../runtime/periodic-task';
import { statement, type Database } from '../../postgres/database';
import type { Channel } from '../../postgres/wake-up';
import { OWNER_LOCKS } from './lease-owner';

/** An advisory lock of two numbers has the first in `classid` and the second in `objid`, and 2 in `objsubid`. */
const LIVE_OWNER_NAMES = `SELECT 'h' || objid FROM pg_locks
   WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
     AND classid = ${OWNER_LOCKS} AND objsubid = 2 AND granted`;

const LIVE_OWNERS = statement<{ name: string | null }>(
  'lease-living',
  `SELECT DISTINCT living.name FROM (${LIVE_OWNER_NAMES}) living(name)`,
);

/**
 * A lease whose owner was not seen lately and holds no advisory lock now: an owner takes its lock before its first lease. A revoked
 * lease names no owner and does not match.
 */
const IS_ORPHANED = `leased_until >= now() AND lease_token ~ '^h[0-9]+\\.' AND split_part(lease_token, '.', 1) <> ALL ($1::text[])
  AND split_part(lease_token, '.', 1) <> ALL (ARRAY(${LIVE_OWNER_NAMES}))`;

interface Leases {
  table: string;
  key: string;
  where: string;
  orderBy: string;
}

/** Skips locked rows. */
const reclaimSql = ({ table, key, where, orderBy }: Leases) => `WITH held AS MATERIALIZED (
     SELECT ${key} FROM ${table} WHERE ${where} ORDER BY ${orderBy} FOR UPDATE SKIP LOCKED
   ), reclaimed AS (
     UPDATE ${table} SET leased_until = NULL, lease_token = NULL WHERE ${key} = ANY (ARRAY(SELECT ${key} FROM held)) RETURNING 1
   )
   SELECT count(*)::integer AS count FROM reclaimed`;

const COMMANDS = { table: 'outbox', key: 'id', where: IS_ORPHANED, orderBy: 'id' };
const QUEUES = {
  table: 'webhook_queues',
  key: 'ctid',
  where: `state = 'ready' AND ${IS_ORPHANED}`,
  orderBy: 'webhook_id, subject',
};

const RECLAIM = {
  outbox: statement<{ count: number }>('lease-reclaim-commands', reclaimSql(COMMANDS)),
  deliveries: statement<{ count: number }>('lease-reclaim-queues', reclaimSql(QUEUES)),
} as const;

const POLL_INTERVAL_MS = 500;
/** An owner that is not seen for so long is dead; one that lost its connection is back within 100 ms. */
const DEAD_AFTER_MS = 1_000;

interface LeaseReaperOptions {
  database: Database;
  onReclaimed: (channel: Channel, count: number) => void;
  onFailed: (error: unknown) => void;
}

/**
 * Reclaims leases of dead processes, on commands and on webhook queues. Polls the live owners, and reclaims once at the start and whenever
 * an owner disappears.
 */
export class LeaseReaper {
  private readonly lastSeenMs = new Map<string, number>();
  private readonly polling: PeriodicTask;
  private isReclaimDue = true;
  private sinceMs = performance.now();

  constructor(private readonly options: LeaseReaperOptions) {
    this.polling = new PeriodicTask({
      run: () => this.poll(),
      onError: (error) => {
        // Without the database no owner is seen, and none of them is dead.
        this.lastSeenMs.clear();
        this.isReclaimDue = true;
        this.sinceMs = performance.now();
        options.onFailed(error);
      },
      retryAfterMs: POLL_INTERVAL_MS,
    });
  }

  start(): void {
    this.polling.start();
  }

  async stop(): Promise<void> {
    await this.polling.stop();
  }

  private async poll(): Promise<number> {
    const nowMs = performance.now();
    for (const { name } of await this.options.database.run(LIVE_OWNERS, [])) this.lastSeenMs.set(name ?? '', nowMs);
    const dead = [...this.lastSeenMs].filter(([, seenMs]) => nowMs - seenMs >= DEAD_AFTER_MS);
    for (const [name] of dead) this.lastSeenMs.delete(name);
    if (dead.length > 0) this.isReclaimDue = true;
    if (this.isReclaimDue && nowMs - this.sinceMs >= DEAD_AFTER_MS) {
      await this.reclaim();
      this.isReclaimDue = false;
    }
    return POLL_INTERVAL_MS;
  }

  private async reclaim(): Promise<void> {
    for (const channel of ['outbox', 'deliveries'] as const) {
      const [row] = await this.options.database.run(RECLAIM[channel], [[...this.lastSeenMs.keys()]]);
      if (row && row.count > 0) this.options.onReclaimed(channel, row.count);
    }
  }
}
