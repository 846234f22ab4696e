import type { Pool } from 'pg';
import { AUDIT_COLUMNS, type VaultAuditEntry } from '../cards/audit-entry';
import type { Logger } from '../../runtime/logger';

const INTERVAL_MS = 250;
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

/**
 * Records what became of forwarded requests, in batches: no response waits for it. That a card was opened has been recorded before, so
 * that a killed vault loses an outcome and no use of a card.
 */
export class Outcomes {
  private waiting: Outcome[] = [];
  private recording: Promise<void> | undefined;

  constructor(private readonly parts: { pool: Pool; logger: Logger }) {}

  add(entry: VaultAuditEntry, outcome: string): void {
    if (this.waiting.length >= MAX_WAITING) return this.warn([{ ...entry, outcome, occurredAt: '' }]);
    this.waiting.push({ ...entry, outcome, occurredAt: new Date().toISOString() });
    this.recording ??= new Promise<void>((resolve) => void setTimeout(resolve, INTERVAL_MS)).then(async () => {
      this.recording = undefined;
      await this.record();
    });
  }

  /** Records what waits. */
  async settle(): Promise<void> {
    await this.record();
    await this.recording;
    this.warn(this.waiting);
  }

  /** What could not be recorded waits for the next outcome. */
  private async record(): Promise<void> {
    const { pool, logger } = this.parts;
    while (this.waiting.length > 0) {
      const batch = this.waiting.splice(0, MAX_BATCH_SIZE);
      try {
        await pool.query({ name: 'forward-outcomes', text: RECORD, values: [JSON.stringify(batch)] });
      } catch (error) {
        logger.error({ err: error, count: batch.length }, 'outcomes could not be recorded yet');
        this.waiting.unshift(...batch);
        return;
      }
    }
  }

  private warn(lost: readonly Outcome[]): void {
    for (const { cardID, outcome } of lost) this.parts.logger.error({ cardID, outcome }, 'an outcome was not recorded');
  }
}
