import { statement, type Database } from '../../postgres/database';

const RECORD = statement(
  'operator-seen',
  `UPDATE operators o SET last_seen_at = now()
   FROM (SELECT id FROM operators WHERE id = ANY ($1::text[]) FOR NO KEY UPDATE SKIP LOCKED) seen WHERE o.id = seen.id`,
);

const RECORD_INTERVAL_MS = 5 * 60_000;
const FLUSH_DELAY_MS = 2_000;

/** Records when operators were last seen, in batches after their requests, at most once in five minutes for each. */
export class OperatorsSeen {
  private readonly recordedAt = new Map<string, number>();
  private readonly pending = new Set<string>();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly database: Database) {}

  record(operatorID: string): void {
    const now = performance.now();
    if (now < (this.recordedAt.get(operatorID) ?? -Infinity) + RECORD_INTERVAL_MS) return;
    this.recordedAt.set(operatorID, now);
    this.pending.add(operatorID);
    this.timer ??= setTimeout(() => void this.flush(), FLUSH_DELAY_MS).unref();
  }

  async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.pending.size === 0) return;
    const ids = [...this.pending];
    this.pending.clear();
    await this.database.run(RECORD, [ids]).catch(() => undefined);
  }
}
