import type { Destination } from '../../domain/destination/destination';
import type { DestinationResource } from '../../domain/destination/destination-resource';
import type * as Message from '../../domain/webhook/wallets-webhook-events';
import type * as Resource from '../../domain/webhook/wallets-webhook-resources';
import type { WebhookMessage } from '../record';

const TOPIC = 'DestinationTopic';

/** A webhook message on the destinations topic: the creation shows the destination, the others name it. */
export function destinationWebhookMessage(eventType: string, destination: Destination): WebhookMessage {
  const content =
    eventType === 'DestinationCreated'
      ? { destination: destinationMessage(destination) }
      : { destinationID: destination.id, externalID: destination.externalID ?? undefined };
  return { topic: TOPIC, eventType, content };
}

function destinationMessage(destination: Destination): Message.Destination {
  return {
    id: destination.id,
    name: destination.name,
    identity: destination.identityID,
    currency: destination.currency,
    resource: resourceMessage(destination.resource),
    metadata: (destination.metadata ?? undefined) as Message.WalletEventMetadata | undefined,
    externalID: destination.externalID ?? undefined,
  };
}

/** The event document knows no shorter id of a digital wallet, though the API takes one (site document, § 5). */
const SHORTEST_DIGITAL_WALLET_ID = 16;

/** The five kinds that the event document knows have their fields; of what it does not know only the name is told. */
function resourceMessage(resource: DestinationResource): Resource.DestinationResource {
  switch (resource.type) {
    case 'BankCardDestinationResource': {
      const { bin = '', lastDigits = '', paymentSystem = '' } = resource;
      return { type: 'BankCard', cardNumberMask: `${bin}******${lastDigits}`, bin, lastDigits, paymentSystem };
    }
    case 'CryptoWalletDestinationResource':
      return { type: 'CryptoWallet', cryptoWalletId: resource.id, currency: resource.currency };
    case 'DigitalWalletDestinationResource':
      if (resource.id.length < SHORTEST_DIGITAL_WALLET_ID) return { type: 'Generic', resourceType: resource.type };
      return { type: 'DigitalWallet', digitalWalletId: resource.id, digitalWalletProvider: resource.provider };
    case 'BankTransferJPY': {
      const { type, accountName, accountNumber, accountType, bank } = resource;
      return { type, accountName, accountNumber, accountType, bank };
    }
    case 'BankTransferIND': {
      const { type, accountName, accountNumber, transferType, bank } = resource;
      return { type, accountName, accountNumber, transferType, bank };
    }
    default:
      return { type: 'Generic', resourceType: resource.type };
  }
}
