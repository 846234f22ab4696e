import { Refusal } from '../errors/refusal';

/** Topics as a webhook's scope names them. */
export type SubscriptionTopic = 'InvoicesTopic' | 'CustomersTopic' | 'WithdrawalsTopic' | 'DestinationsTopic';

/** Topics as messages name them. */
export type DeliveredTopic = 'InvoicesTopic' | 'CustomersTopic' | 'WithdrawalTopic' | 'DestinationTopic';

interface Topic {
  delivered: DeliveredTopic;
  /** For each event type that a scope may name, the type of the messages that it brings. */
  events: Readonly<Record<string, string>>;
}

const itself = (...names: string[]): Record<string, string> => Object.fromEntries(names.map((name) => [name, name]));

/**
 * Two sets of names are published: a scope says `PaymentRefundCreated`, the message says `RefundCreated`. The names of
 * the messages are understood in a scope as well, so that whoever read the other document gets what he meant. One name brings
 * one message: `RefundPending`, which comes with every `RefundCreated`, goes to whoever names it.
 */
const TOPICS: Readonly<Record<SubscriptionTopic, Topic>> = {
  InvoicesTopic: {
    delivered: 'InvoicesTopic',
    events: {
      ...itself('InvoiceCreated', 'InvoicePaid', 'InvoiceCancelled', 'InvoiceFulfilled'),
      ...itself('PaymentStarted', 'PaymentProcessed', 'PaymentCaptured', 'PaymentCancelled', 'PaymentFailed'),
      ...itself('PaymentRefunded', 'PaymentChargedBack', 'PaymentCashChanged'),
      ...itself('RefundCreated', 'RefundPending', 'RefundSucceeded', 'RefundFailed'),
      ...itself('PaymentInteractionRequested', 'PaymentInteractionCompleted'),
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
      ...itself('CustomerCreated', 'CustomerDeleted', 'CustomerReady'),
      ...itself('CustomerBindingStarted', 'CustomerBindingSucceeded', 'CustomerBindingFailed'),
    },
  },
  WithdrawalsTopic: {
    delivered: 'WithdrawalTopic',
    events: itself('WithdrawalStarted', 'WithdrawalSucceeded', 'WithdrawalFailed'),
  },
  DestinationsTopic: {
    delivered: 'DestinationTopic',
    events: itself('DestinationCreated', 'DestinationUnauthorized', 'DestinationAuthorized'),
  },
};

/** Every event type that a scope of this topic may name. */
export function listEventTypes(topic: SubscriptionTopic): string[] {
  return Object.keys(TOPICS[topic].events);
}

/** The topic that messages of this subscription bear. */
export function deliveredTopic(topic: SubscriptionTopic): DeliveredTopic {
  return TOPICS[topic].delivered;
}

/** The topic under which a webhook was made, for whoever reads it back. */
export function subscriptionTopic(delivered: DeliveredTopic): SubscriptionTopic {
  switch (delivered) {
    case 'InvoicesTopic':
    case 'CustomersTopic':
      return delivered;
    case 'WithdrawalTopic':
      return 'WithdrawalsTopic';
    case 'DestinationTopic':
      return 'DestinationsTopic';
  }
}

/**
 * The types of the messages that the named event types bring, each once.
 * @throws Refusal invalidRequest for a name that the topic does not have
 */
export function deliveredTypes(topic: SubscriptionTopic, eventTypes: readonly string[]): string[] {
  const { events } = TOPICS[topic];
  const delivered = eventTypes.map((name) => {
    const brought = Object.hasOwn(events, name) ? events[name] : undefined;
    if (!brought) {
      throw new Refusal('invalidRequest', `topic ${topic} has no event type ${name}`, {
        place: 'body.scope.eventTypes',
      });
    }
    return brought;
  });
  return [...new Set(delivered)];
}
