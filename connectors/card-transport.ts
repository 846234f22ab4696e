import { ConnectorMisuse, ConnectorUnavailable } from './connector';

/** A request to an acquirer whose body holds placeholders of a card. */
export interface CardRequest {
  method: 'POST' | 'PUT' | 'PATCH';
  url: string;
  headers: Record<string, string>;
  /** JSON or a form. */
  body: string;
  timeoutMs: number;
  signal?: AbortSignal | undefined;
}

/** The acquirer's response, in which the card is masked. */
export interface CardResponse {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Sends a request with the card in place of its placeholders. */
export interface CardTransport {
  /**
   * @throws ConnectorUnavailable `isUnsent` if the acquirer was not reached, VaultOutage if the vault was not, ConnectorMisuse if the
   * vault rejects the request, CardAnswerLost if the acquirer may have acted
   */
  send(request: CardRequest): Promise<CardResponse>;
}

/** The vault does not answer or is locked. Nothing was sent, and another connector needs the vault too. */
export class VaultOutage extends ConnectorUnavailable {
  constructor() {
    super('The card vault is unavailable', { isUnsent: true });
  }
}

/** A request with a card may have had its effect. */
export class CardAnswerLost extends Error {
  override readonly name = 'CardAnswerLost';
}

/** Whether an error of a transport already says what it means for the operation. */
export function isDecided(error: unknown): error is ConnectorUnavailable | ConnectorMisuse {
  return error instanceof ConnectorUnavailable || error instanceof ConnectorMisuse;
}
