import type { ForwardRequest, ForwardResponse } from '../client/vault.types';
import type { VaultAuditEntry } from '../cards/audit-entry';
import type { Cards } from '../cards/cards';
import type { Acquirers } from './acquirers';
import { cardMask } from './mask';
import type { Outcomes } from './outcomes';
import { parseForwardBody } from './placeholders';

/** Sends a request to an acquirer with the card in place of its placeholders, and returns the response without the card. */
export class Forwarder {
  constructor(private readonly parts: { cards: Cards; acquirers: Acquirers; outcomes: Outcomes }) {}

  async forward(request: ForwardRequest, caller: string): Promise<ForwardResponse> {
    const { cards, acquirers, outcomes } = this.parts;
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
      outcomes.add(entry, String(response.status));
      const mask = cardMask(card);
      return {
        status: response.status,
        headers: Object.fromEntries(Object.entries(response.headers).map(([name, value]) => [name, mask(value)])),
        body: mask(response.body),
      };
    } catch (error) {
      outcomes.add(entry, (error as Error).name);
      throw error;
    }
  }
}
