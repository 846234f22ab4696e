import { keepHeaders } from '../../vault/accounts/accounts';
import { Acquirers, NotSent } from '../../vault/forward/acquirers';
import type { DecryptedCard } from '../../vault/cards/card-content';
import { toCardAnswer } from '../../vault/forward/answer';
import { parseForwardBody } from '../../vault/forward/placeholders';
import { sealBody } from '../../vault/forward/seal';
import { cardPlaceholder } from '../../vault/client/vault.types';
import { CardAnswerLost } from '../card-errors';
import { CONNECTOR_KINDS } from '../kinds';
import { templateKind } from '../template/template.kind';
import type { CardRequest, CardResponse, CardTransport } from '../card-transport';
import {
  ConnectorUnavailable,
  type Connector,
  type PayOutDestination,
  type PayOutRequest,
  type VerifyRequest,
} from '../connector';

type CardData = Partial<DecryptedCard> & { cardNumber: string };

/** Does in a test what the vault does between a connector and its stand-in, with the vault's code. */
export class LocalCards implements CardTransport {
  private readonly acquirers = new Acquirers({ origins: [], privateNetworks: ['127.0.0.0/8'] });
  private readonly cards = new Map<string, DecryptedCard>();

  /** @param name begins with the name of the kind, then a space */
  constructor(private readonly name: string) {}

  /** A connector that gets placeholders instead of the cards of its requests. */
  around<Wrapped extends Partial<Connector>>(connector: Wrapped): Wrapped {
    return new Proxy(connector, {
      get: (target, property) => {
        const method = Reflect.get(target, property) as unknown;
        if (typeof method !== 'function') return method;
        const call = (request: unknown): unknown => (method as (given: unknown) => unknown).call(target, request);
        if (property === 'payOut') return (request: PayOutRequest) => call(this.payOut(request));
        if (property !== 'authorise' && property !== 'verify') return call;
        return (request: VerifyRequest) => call(this.payment(request));
      },
    });
  }

  async send({ method, url, headers, body, timeoutMs }: CardRequest): Promise<CardResponse> {
    const kind = [...CONNECTOR_KINDS, templateKind].find((each) => each.name === this.name.split(' ')[0]);
    const path = new URL(url).pathname;
    const rule = kind?.cards.requests.find((each) => each.method === method && path.endsWith(each.path));
    if (!kind || !rule) throw new Error(`the connector may not send a card to ${url}`);
    const parsed = parseForwardBody({ body, contentType: headers['content-type'] ?? '' }, rule.members);
    const card = this.cards.get(parsed.cardID);
    if (!card) throw new Error('the test has no such card');
    const sent = keepHeaders(headers, kind.cards);
    const filled = sealBody(rule, parsed.fill(card), headers[kind.cards.credentialHeader] ?? '');
    const request = { method, url: new URL(url), headers: sent, body: filled, timeoutMs };
    try {
      return toCardAnswer(await this.acquirers.send(request), rule.answer, card);
    } catch (error) {
      if (error instanceof NotSent) throw new ConnectorUnavailable(error.message, { isUnsent: true });
      throw new CardAnswerLost('no response');
    }
  }

  private payment<Request extends VerifyRequest>(request: Request): Request {
    const { paymentTool: tool, cardTransport = this } = request;
    if (tool.type !== 'card' || tool.cardNumber.startsWith('{{')) return request;
    return { ...request, paymentTool: { ...tool, ...this.hide(tool) }, cardTransport };
  }

  private payOut(request: PayOutRequest): PayOutRequest {
    const { destination, cardTransport = this } = request;
    if (destination.type !== 'BankCardDestinationResource') return request;
    const hidden: PayOutDestination = { ...destination, ...this.hide(destination) };
    return { ...request, destination: hidden, cardTransport };
  }

  /** The same card has the same id, so that a repeated request is the same. */
  private hide({ cardNumber, cvv, cardHolder, expDate }: CardData) {
    const id = `c${Buffer.from(`${cardNumber}${cvv ?? ''}${cardHolder ?? ''}`).toString('hex')}`.slice(0, 64);
    this.cards.set(id, {
      ...{ cardNumber, ...(expDate !== undefined && { expDate }) },
      ...(cvv !== undefined && { cvv }),
      ...(cardHolder !== undefined && { cardHolder }),
    });
    const optional = { isOptional: true };
    return {
      cardNumber: cardPlaceholder(id, 'number'),
      ...(cvv !== undefined && { cvv: cardPlaceholder(id, 'cvv', optional) }),
      ...(cardHolder !== undefined && { cardHolder: cardPlaceholder(id, 'holder', optional) }),
    };
  }

  async close(): Promise<void> {
    await this.acquirers.close();
  }
}
