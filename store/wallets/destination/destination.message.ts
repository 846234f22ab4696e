import type { Destination } from '../../../domain/wallets/destination/destination';
import type { DestinationResource } from '../../../domain/wallets/destination/destination-resource';
import type * as Message from '../../../webhook-messages/wallets/events';
import type * as Resource from '../../../webhook-messages/wallets/resources';
import type { Emits } from '../../../domain/platform/machine/machine';
import type { Unrecorded } from '../../../webhook-messages/message';

const TOPIC = 'DestinationTopic';

type EventType = Message.DestinationTopicEvent['eventType'];

/** The creation message contains the destination, the others its id. */
export function destinationWebhookMessages(
  { emits }: Emits<EventType>,
  destination: Destination,
): Unrecorded<Message.DestinationTopicEvent>[] {
  return emits.map((eventType) => webhookMessage(eventType, destination));
}

function webhookMessage(eventType: EventType, destination: Destination): Unrecorded<Message.DestinationTopicEvent> {
  return eventType === 'DestinationCreated'
    ? { topic: TOPIC, eventType, destination: destinationMessage(destination) }
    : { topic: TOPIC, eventType, destinationID: destination.id, externalID: destination.externalID ?? undefined };
}

function destinationMessage(destination: Destination): Message.Destination {
  return {
    id: destination.id,
    name: destination.name,
    identity: destination.identityID,
    currency: destination.currency,
    resource: resourceMessage(destination.resource),
    metadata: destination.metadata ? { ...destination.metadata } : undefined,
    externalID: destination.externalID ?? undefined,
  };
}

/** The event document allows no shorter id of a digital wallet, although the API does (site document, § 5). */
const MIN_DIGITAL_WALLET_ID = 16;

/** Maps the five resource types of the event document; others become `Generic` with their type. */
function resourceMessage(resource: DestinationResource): Resource.DestinationResource {
  switch (resource.type) {
    case 'BankCardDestinationResource': {
      const { bin = '', lastDigits = '', paymentSystem = '' } = resource;
      return { type: 'BankCard', cardNumberMask: `${bin}******${lastDigits}`, bin, lastDigits, paymentSystem };
    }
    case 'CryptoWalletDestinationResource':
      return { type: 'CryptoWallet', cryptoWalletId: resource.id, currency: resource.currency };
    case 'DigitalWalletDestinationResource':
      if (resource.id.length < MIN_DIGITAL_WALLET_ID) return { type: 'Generic', resourceType: resource.type };
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
