import type { ForwardRequest, ForwardResponse } from '../client/vault.types';
import type { RegisteredAccounts } from '../accounts/accounts';
import type { VaultAuditEntry } from '../cards/audit-entry';
import type { Cards } from '../cards/cards';
import type { Acquirers } from './acquirers';
import { toCardAnswer } from './answer';
import type { Outcomes } from './outcomes';
import { parseForwardBody } from './placeholders';
import { sealBody } from './seal';
import type { UseLimits } from './use-limits';

interface ForwarderParts {
  accounts: RegisteredAccounts;
  cards: Cards;
  acquirers: Acquirers;
  outcomes: Outcomes;
  limits: UseLimits;
}

/** Sends a request to an acquirer with the card in place of its placeholders, and returns the response without the card. */
export class Forwarder {
  constructor(private readonly parts: ForwarderParts) {}

  async forward(
    request: ForwardRequest,
    { caller, certificate }: { caller: string; certificate: string },
  ): Promise<ForwardResponse> {
    const { accounts, cards, acquirers, outcomes, limits } = this.parts;
    const beganMs = performance.now();
    const { partyID, operationID, account, method, headers: given } = request;
    const url = new URL(request.url);
    acquirers.assertAllowed(url);
    const { rule, headers, credential, assertBody } = await accounts.allow(account, { method, url, headers: given });
    const content = { body: request.body, contentType: given['content-type'] ?? '' };
    const body = parseForwardBody(content, rule.members);
    assertBody(body);
    const { cardID } = body;
    limits.take({ cardID, certificate });
    const entry: VaultAuditEntry = { caller, cardID, partyID, operationID, account, origin: url.origin };
    const card = await cards.decrypt(entry);
    const timeoutMs = Math.max(1, Math.floor(request.timeoutMs - (performance.now() - beganMs)));
    try {
      const sent = sealBody(rule, body.fill(card), credential);
      const response = await acquirers.send({ method, url, headers, body: sent, timeoutMs });
      outcomes.add(entry, String(response.status));
      const { hasNumber, ...answer } = toCardAnswer(response, rule.answer, card);
      if (hasNumber) limits.rest(cardID);
      return answer;
    } catch (error) {
      outcomes.add(entry, (error as Error).name);
      throw error;
    }
  }
}
