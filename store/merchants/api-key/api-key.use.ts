import { statement, type Database } from '../../postgres/database';

/** Skips locked rows: a concurrent write is as recent, and this avoids deadlocks. */
const RECORD_USE = statement(
  'api-key-note-use',
  `UPDATE api_keys k SET last_used_at = CASE WHEN k.id = ANY($1::text[]) THEN now() ELSE k.last_used_at END,
     last_limited_at = CASE WHEN k.id = ANY($2::text[]) THEN now() ELSE k.last_limited_at END
   FROM (SELECT id FROM api_keys WHERE id = ANY($1::text[]) OR id = ANY($2::text[])
         FOR NO KEY UPDATE SKIP LOCKED) noted
   WHERE k.id = noted.id`,
);

const RECORD_INTERVAL_MS = 60_000;
const FLUSH_DELAY_MS = 2_000;
type Use = 'used' | 'limited';

/** Records the last use of keys in batches, at most once a minute for each key. */
export class KeyUse {
  private readonly recordedAt: Record<Use, Map<string, number>> = { used: new Map(), limited: new Map() };
  private readonly pending: Record<Use, Set<string>> = { used: new Set(), limited: new Set() };
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly database: Database,
    private readonly intervalMs = RECORD_INTERVAL_MS,
  ) {}

  record(keyID: string, use: Use): void {
    const now = performance.now();
    const last = this.recordedAt[use].get(keyID);
    if (last !== undefined && now < last + this.intervalMs) return;
    this.recordedAt[use].set(keyID, now);
    this.pending[use].add(keyID);
    this.timer ??= setTimeout(() => void this.flush(), FLUSH_DELAY_MS).unref();
  }

  /** Writes pending uses. A failed write is repeated with the next use after a minute. */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const { used, limited } = this.pending;
    if (used.size + limited.size === 0) return;
    const values = [[...used], [...limited]];
    used.clear();
    limited.clear();
    await this.database.run(RECORD_USE, values).catch(() => undefined);
  }
}
