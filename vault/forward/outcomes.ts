import type { Pool } from 'pg';
import { AUDIT_COLUMNS, type VaultAuditEntry } from '../cards/audit-entry';
import type { Logger } from '../../runtime/logger';

const INTERVAL_MS = 250;
/** Pause after a batch that the database did not take. */
const RETRY_MS = 1_000;
const MAX_BATCH_SIZE = 1_000;
/** Outcomes that are kept while the database does not answer. */
const MAX_WAITING = 100_000;

interface Outcome extends VaultAuditEntry {
  outcome: string;
  occurredAt: string;
}

const RECORD = `INSERT INTO audit_log ${AUDIT_COLUMNS.replace(')', ', occurred_at)')}
   SELECT caller, 'forward', "cardID", "partyID", "operationID", account, origin, outcome, "occurredAt"
   FROM jsonb_to_recordset($1::jsonb) AS o (caller text, "cardID" text, "partyID" text, "operationID" text, account text,
     origin text, outcome text, "occurredAt" timestamptz)`;

/** Finds entries by their card. */
const RECORD_MISSING = `${RECORD}
   WHERE NOT EXISTS (SELECT FROM audit_log a WHERE a.card_id = o."cardID" AND a.operation_id = o."operationID"
     AND a.action = 'forward' AND a.outcome = o.outcome AND a.occurred_at = o."occurredAt")`;

/**
 * Records what became of forwarded requests, one batch at a time: no response waits for it. That a card was opened has been recorded
 * before, so that a killed vault loses an outcome and no use of a card.
 */
export class Outcomes {
  private waiting: Outcome[] = [];
  private timer: NodeJS.Timeout | undefined;
  private recording: Promise<void> = Promise.resolve();
  /** Whether the last batch failed: it may have been committed all the same. */
  private mayBeRecorded = false;

  constructor(private readonly parts: { pool: Pick<Pool, 'query'>; logger: Logger }) {}

  add(entry: VaultAuditEntry, outcome: string): void {
    if (this.waiting.length >= MAX_WAITING) return this.warn([{ ...entry, outcome, occurredAt: '' }]);
    this.waiting.push({ ...entry, outcome, occurredAt: new Date().toISOString() });
    this.schedule(INTERVAL_MS);
  }

  /** Records everything that waits. Nothing may be added afterwards. */
  async settle(): Promise<void> {
    await this.recording;
    clearTimeout(this.timer);
    await this.record();
    this.warn(this.waiting);
  }

  /** The timer is cleared after its batches, so that two batches are never in flight. */
  private schedule(delayMs: number): void {
    this.timer ??= setTimeout(() => {
      this.recording = this.record().then(() => {
        this.timer = undefined;
        if (this.waiting.length > 0) this.schedule(RETRY_MS);
      });
    }, delayMs);
  }

  /** Ends early if the database does not answer. */
  private async record(): Promise<void> {
    const { pool, logger } = this.parts;
    while (this.waiting.length > 0) {
      const batch = this.waiting.splice(0, MAX_BATCH_SIZE);
      const [name, text] = this.mayBeRecorded ? ['missing-outcomes', RECORD_MISSING] : ['forward-outcomes', RECORD];
      try {
        await pool.query({ name, text, values: [JSON.stringify(batch)] });
        this.mayBeRecorded = false;
      } catch (error) {
        logger.error({ err: error, count: batch.length }, 'outcomes could not be recorded yet');
        this.waiting.unshift(...batch);
        this.mayBeRecorded = true;
        return;
      }
    }
  }

  private warn(lost: readonly Outcome[]): void {
    for (const { cardID, outcome } of lost) this.parts.logger.error({ cardID, outcome }, 'an outcome was not recorded');
  }
}
