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
