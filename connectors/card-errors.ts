import { ConnectorMisuse, ConnectorUnavailable } from './connector';

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
