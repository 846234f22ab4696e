import type { Pool } from 'pg';
import type { ForwardRequest, ForwardResponse } from '../client/vault.types';
import { AUDIT_COLUMNS, type VaultAuditEntry } from '../cards/audit-entry';
import type { Cards } from '../cards/cards';
import type { Logger } from '../../runtime/logger';
import type { Acquirers } from './acquirers';
import { maskCard } from './mask';
import { parseForwardBody } from './placeholders';

const RECORD = `INSERT INTO audit_log ${AUDIT_COLUMNS} VALUES ($1, 'forward', $2, $3, $4, $5, $6, $7)`;

/** Sends a request to an acquirer with the card in place of its placeholders, and returns the response without the card. */
export class Forwarder {
  /** Outcomes that are being recorded: a response does not wait for them. */
  private readonly recording = new Set<Promise<unknown>>();

  constructor(private readonly parts: { cards: Cards; acquirers: Acquirers; pool: Pool; logger: Logger }) {}

  async forward(request: ForwardRequest, caller: string): Promise<ForwardResponse> {
    const { cards, acquirers } = this.parts;
    const beganMs = performance.now();
    const url = new URL(request.url);
    acquirers.assertAllowed(url);
    const body = parseForwardBody(request.body, request.headers['content-type'] ?? '');
    const { partyID, operationID, account = null, method, headers } = request;
    const entry: VaultAuditEntry = { caller, cardID: body.cardID, partyID, operationID, account, origin: url.origin };
    const card = await cards.open(entry);
    const timeoutMs = Math.max(1, Math.floor(request.timeoutMs - (performance.now() - beganMs)));
    try {
      const response = await acquirers.send({ method, url, headers, body: body.fill(card), timeoutMs });
      this.record(entry, String(response.status));
      return {
        status: response.status,
        headers: Object.fromEntries(
          Object.entries(response.headers).map(([name, value]) => [name, maskCard(value, card)]),
        ),
        body: maskCard(response.body, card),
      };
    } catch (error) {
      this.record(entry, (error as Error).name);
      throw error;
    }
  }

  async settle(): Promise<void> {
    await Promise.all(this.recording);
  }

  private record({ caller, cardID, partyID, operationID, account, origin }: VaultAuditEntry, outcome: string): void {
    const { pool, logger } = this.parts;
    const values = [caller, cardID, partyID, operationID, account, origin, outcome];
    const recorded = pool
      .query({ name: 'forward-outcome', text: RECORD, values })
      .catch((error: unknown) => logger.error({ err: error, cardID, outcome }, 'an outcome was not recorded'))
      .finally(() => this.recording.delete(recorded));
    this.recording.add(recorded);
  }
}
