import { Refusal } from '../errors/refusal';
import {
  deliveredTopic,
  deliveredTypes,
  listEventTypes,
  subscriptionTopic,
  type SubscriptionTopic,
} from './subscription';

const topics: SubscriptionTopic[] = ['InvoicesTopic', 'CustomersTopic', 'WithdrawalsTopic', 'DestinationsTopic'];

test('the refund and interaction names of a scope bring the messages that bear the other names', () => {
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

test('names of messages are understood in a scope, and nothing is delivered twice', () => {
  expect(
    deliveredTypes('InvoicesTopic', ['RefundCreated', 'PaymentRefundCreated', 'InvoicePaid', 'InvoicePaid']),
  ).toEqual(['RefundCreated', 'InvoicePaid']);
});

test('that a refund is pending is told to whoever names it, and to nobody else', () => {
  expect(deliveredTypes('InvoicesTopic', ['RefundPending'])).toEqual(['RefundPending']);
  const others = listEventTypes('InvoicesTopic').filter((name) => name !== 'RefundPending');
  expect(deliveredTypes('InvoicesTopic', others)).not.toContain('RefundPending');
});

test.each(['Nonsense', 'WithdrawalStarted', 'toString', '__proto__'])('the invoices topic refuses %s', (name) => {
  expect(() => deliveredTypes('InvoicesTopic', [name])).toThrow(
    expect.objectContaining({ constructor: Refusal, code: 'invalidRequest', place: 'body.scope.eventTypes' }),
  );
});

test.each(topics)('%s is read back as it was written', (topic) => {
  expect(subscriptionTopic(deliveredTopic(topic))).toBe(topic);
});

test('the wallet topics are delivered in the singular', () => {
  expect(deliveredTopic('WithdrawalsTopic')).toBe('WithdrawalTopic');
  expect(deliveredTopic('DestinationsTopic')).toBe('DestinationTopic');
});
