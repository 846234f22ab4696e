import type { ConnectorTool, PaymentTool } from '../../../domain/payments/payment/payment-tool';
import { CardAnswerLost, VaultOutage } from '../../../connectors/card-errors';
import type { CardTransport } from '../../../connectors/card-transport';
import { ConnectorMisuse, ConnectorUnavailable, type PayOutCard } from '../../../connectors/connector';
import { VaultRefusal, VaultUnavailable, type VaultClient } from '../../../vault/client/vault-client';
import { cardPlaceholder } from '../../../vault/client/vault.types';

/** The part of the vault's client that sends requests of connectors. */
export type CardForwarder = Pick<VaultClient, 'forward' | 'deleteCvvs'>;

/** Whose card an operation uses. */
interface CardUse {
  partyID: string;
  operationID: string;
  /** The connector account. */
  account: string;
}

/** A payment tool for a connector, and how the request that holds its card is sent. */
export function toConnectorTool(
  vault: CardForwarder,
  tool: PaymentTool,
  use: CardUse,
): { paymentTool: ConnectorTool; cardTransport?: CardTransport } {
  if (tool.type !== 'card') return { paymentTool: tool };
  const { cardID, expDate, hasCvv, hasHolder, networkToken } = tool;
  const optional = { isOptional: true };
  return {
    paymentTool: {
      type: 'card',
      cardNumber: cardPlaceholder(cardID, 'number'),
      expDate,
      ...(networkToken && { cryptogram: cardPlaceholder(cardID, 'cryptogram') }),
      ...(networkToken?.eci !== undefined && { eci: networkToken.eci }),
      ...(hasCvv && !networkToken && { cvv: cardPlaceholder(cardID, 'cvv', optional) }),
      ...(hasHolder && { cardHolder: cardPlaceholder(cardID, 'holder', optional) }),
    },
    cardTransport: cardTransport(vault, use),
  };
}

/** The card of a payout's destination; the vault leaves out what it does not know of it. */
export function toPayOutCard(cardID: string): PayOutCard {
  const optional = { isOptional: true };
  return {
    type: 'BankCardDestinationResource',
    cardNumber: cardPlaceholder(cardID, 'number'),
    expDate: cardPlaceholder(cardID, 'expDate', optional),
    cardHolder: cardPlaceholder(cardID, 'holder', optional),
  };
}

/** Sends the requests of one operation through the vault. */
export function cardTransport(vault: CardForwarder, { partyID, operationID, account }: CardUse): CardTransport {
  const about = { partyID, operationID, account };
  return {
    send: async ({ signal, ...request }) => {
      try {
        return await vault.forward({ ...about, ...request }, signal);
      } catch (error) {
        throw toConnectorError(error);
      }
    },
  };
}

function toConnectorError(error: unknown): unknown {
  if (error instanceof VaultUnavailable) return new VaultOutage();
  if (!(error instanceof VaultRefusal)) return error;
  switch (error.code) {
    case 'noAnswer':
      return new CardAnswerLost('The vault has no response of the connector');
    case 'notSent':
      return new ConnectorUnavailable(error.message, { isUnsent: true });
    case 'forbidden':
    case 'originNotAllowed':
    case 'accountRefused':
      // Retryable: an operator can configure it.
      return new ConnectorUnavailable(`The vault refuses: ${error.code}`, { isUnsent: true });
    case 'limited':
    case 'locked':
    case 'unavailable':
      return new VaultOutage();
    default:
      return new ConnectorMisuse(`The vault rejects the request: ${error.code}`);
  }
}
