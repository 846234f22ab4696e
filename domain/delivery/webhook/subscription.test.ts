import { Refusal } from '../../platform/errors/refusal';
import { deliveredTopic, deliveredTypes, listEventTypes, SUBSCRIPTION_TOPICS, subscriptionTopic } from './subscription';

test('a scope’s names of refunds and interactions map to the messages’ names', () => {
  expect(
    deliveredTypes('InvoicesTopic', [
      'PaymentRefundCreated',
      'PaymentRefundSucceeded',
      'PaymentRefundFailed',
      'PaymentUserInteractionRequested',
      'PaymentUserInteractionCompleted',
    ]),
  ).toEqual([
    'RefundCreated',
    'RefundSucceeded',
    'RefundFailed',
    'PaymentInteractionRequested',
    'PaymentInteractionCompleted',
  ]);
});

test('a scope may use the messages’ names, and duplicates are removed', () => {
  expect(
    deliveredTypes('InvoicesTopic', ['RefundCreated', 'PaymentRefundCreated', 'InvoicePaid', 'InvoicePaid']),
  ).toEqual(['RefundCreated', 'InvoicePaid']);
});

test('RefundPending is delivered only if a scope names it', () => {
  expect(deliveredTypes('InvoicesTopic', ['RefundPending'])).toEqual(['RefundPending']);
  const others = listEventTypes('InvoicesTopic').filter((name) => name !== 'RefundPending');
  expect(deliveredTypes('InvoicesTopic', others)).not.toContain('RefundPending');
});

test.each(['Nonsense', 'WithdrawalStarted', 'toString', '__proto__'])('the invoices topic refuses %s', (name) => {
  expect(() => deliveredTypes('InvoicesTopic', [name])).toThrow(
    expect.objectContaining({ constructor: Refusal, code: 'invalidRequest', place: 'body.scope.eventTypes' }),
  );
});

test.each(SUBSCRIPTION_TOPICS)('%s survives a round trip', (topic) => {
  expect(subscriptionTopic(deliveredTopic(topic))).toBe(topic);
});

test('the wallet topics are delivered in the singular', () => {
  expect(deliveredTopic('WithdrawalsTopic')).toBe('WithdrawalTopic');
  expect(deliveredTopic('DestinationsTopic')).toBe('DestinationTopic');
});
