import { Refusal } from '../../platform/errors/refusal';

/** Topics as a webhook's scope names them. */
export const SUBSCRIPTION_TOPICS = [
  'InvoicesTopic',
  'CustomersTopic',
  'PayoutsTopic',
  'WithdrawalsTopic',
  'DestinationsTopic',
] as const;
export type SubscriptionTopic = (typeof SUBSCRIPTION_TOPICS)[number];

/** Topics as messages name them. */
export type DeliveredTopic =
  'InvoicesTopic' | 'CustomersTopic' | 'PayoutsTopic' | 'WithdrawalTopic' | 'DestinationTopic';

interface Topic {
  delivered: DeliveredTopic;
  /** Maps event types of scopes to types of messages. */
  events: Readonly<Record<string, string>>;
}

const sameNames = (...names: string[]): Record<string, string> => Object.fromEntries(names.map((name) => [name, name]));

/**
 * The published documents differ in names: a scope has `PaymentRefundCreated`, the message `RefundCreated`. A scope accepts
 * both. `RefundPending`, which accompanies every `RefundCreated`, is delivered only if it is named.
 */
const TOPICS: Readonly<Record<SubscriptionTopic, Topic>> = {
  InvoicesTopic: {
    delivered: 'InvoicesTopic',
    events: {
      ...sameNames('InvoiceCreated', 'InvoicePaid', 'InvoiceCancelled', 'InvoiceFulfilled'),
      ...sameNames('PaymentStarted', 'PaymentProcessed', 'PaymentCaptured', 'PaymentCancelled', 'PaymentFailed'),
      ...sameNames('PaymentRefunded', 'PaymentChargedBack', 'PaymentCashChanged'),
      ...sameNames('RefundCreated', 'RefundPending', 'RefundSucceeded', 'RefundFailed'),
      ...sameNames('PaymentInteractionRequested', 'PaymentInteractionCompleted'),
      PaymentRefundCreated: 'RefundCreated',
      PaymentRefundSucceeded: 'RefundSucceeded',
      PaymentRefundFailed: 'RefundFailed',
      PaymentUserInteractionRequested: 'PaymentInteractionRequested',
      PaymentUserInteractionCompleted: 'PaymentInteractionCompleted',
    },
  },
  CustomersTopic: {
    delivered: 'CustomersTopic',
    events: {
      ...sameNames('CustomerCreated', 'CustomerDeleted', 'CustomerReady'),
      ...sameNames('CustomerBindingStarted', 'CustomerBindingSucceeded', 'CustomerBindingFailed'),
    },
  },
  /** Payouts to shops: an extension of the published documents. */
  PayoutsTopic: { delivered: 'PayoutsTopic', events: sameNames('PayoutCreated', 'PayoutPaid', 'PayoutFailed') },
  WithdrawalsTopic: {
    delivered: 'WithdrawalTopic',
    events: sameNames('WithdrawalStarted', 'WithdrawalSucceeded', 'WithdrawalFailed'),
  },
  DestinationsTopic: {
    delivered: 'DestinationTopic',
    events: sameNames('DestinationCreated', 'DestinationUnauthorized', 'DestinationAuthorized'),
  },
};

/** Lists the event types that a scope of the topic may name. */
export function listEventTypes(topic: SubscriptionTopic): string[] {
  return Object.keys(TOPICS[topic].events);
}

/** Returns the topic of a subscription's messages. */
export function deliveredTopic(topic: SubscriptionTopic): DeliveredTopic {
  return TOPICS[topic].delivered;
}

/** Returns the subscription topic of a stored webhook. */
export function subscriptionTopic(delivered: DeliveredTopic): SubscriptionTopic {
  switch (delivered) {
    case 'InvoicesTopic':
    case 'CustomersTopic':
    case 'PayoutsTopic':
      return delivered;
    case 'WithdrawalTopic':
      return 'WithdrawalsTopic';
    case 'DestinationTopic':
      return 'DestinationsTopic';
  }
}

/**
 * Maps event types of a scope to distinct message types.
 * @throws Refusal invalidRequest for an unknown event type
 */
export function deliveredTypes(topic: SubscriptionTopic, eventTypes: readonly string[]): string[] {
  const { events } = TOPICS[topic];
  const delivered = eventTypes.map((name) => {
    const type = Object.hasOwn(events, name) ? events[name] : undefined;
    if (!type) {
      throw new Refusal('invalidRequest', `topic ${topic} has no event type ${name}`, {
        place: 'body.scope.eventTypes',
      });
    }
    return type;
  });
  return [...new Set(delivered)];
}
