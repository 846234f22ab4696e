import { statement, type Database } from '../database';

/** What somebody else writes at this moment is as new: so nobody waits, and no two lock each other. */
const NOTE = statement(
  'api-key-note-use',
  `UPDATE api_keys k SET last_used_at = CASE WHEN k.id = ANY($1::text[]) THEN now() ELSE k.last_used_at END,
     last_limited_at = CASE WHEN k.id = ANY($2::text[]) THEN now() ELSE k.last_limited_at END
   FROM (SELECT id FROM api_keys WHERE id = ANY($1::text[]) OR id = ANY($2::text[])
         FOR NO KEY UPDATE SKIP LOCKED) noted
   WHERE k.id = noted.id`,
);

const EVERY_MS = 60_000;
const PAUSE_MS = 2_000;
type Use = 'used' | 'limited';

/**
 * When keys were last used, and last limited: noted beside the requests, each at most once a minute, many keys in one statement. A
 * process that is killed loses two seconds of it.
 */
export class KeyUse {
  private readonly notedAt: Record<Use, Map<string, number>> = { used: new Map(), limited: new Map() };
  private readonly waiting: Record<Use, Set<string>> = { used: new Set(), limited: new Set() };
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly database: Database,
    private readonly everyMs = EVERY_MS,
  ) {}

  note(keyID: string, use: Use): void {
    const now = performance.now();
    const last = this.notedAt[use].get(keyID);
    if (last !== undefined && now < last + this.everyMs) return;
    this.notedAt[use].set(keyID, now);
    this.waiting[use].add(keyID);
    this.timer ??= setTimeout(() => void this.flush(), PAUSE_MS).unref();
  }

  /** Writes what waits. What cannot be written is noted with the next use after a minute. */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const { used, limited } = this.waiting;
    if (used.size + limited.size === 0) return;
    const values = [[...used], [...limited]];
    used.clear();
    limited.clear();
    await this.database.run(NOTE, values).catch(() => undefined);
  }
}
