import { paymentOperationID } from '../../payments/payment/operation-id';
import { captureOf, readOperationName, parseSubject } from './operation-name';

const payment = { entity: 'payment', invoiceID: 'i', paymentID: '1' };

test.each([
  [
    paymentOperationID({ invoiceID: 'i', id: '1', attempt: 1 }, 'authorise'),
    { ...payment, kind: 'authorise', attempt: 1 },
  ],
  [paymentOperationID({ invoiceID: 'i', id: '1', attempt: 2 }, 'capture'), { ...payment, kind: 'capture', attempt: 2 }],
  [paymentOperationID({ invoiceID: 'i', id: '1', attempt: 3 }, 'lateVoid'), { ...payment, kind: 'void', attempt: 3 }],
  ['refund/i.1.2/refund', { entity: 'refund', kind: 'refund', invoiceID: 'i', paymentID: '1', refundID: '2' }],
  ['binding/c.b/verify', { entity: 'binding', kind: 'verify', customerID: 'c', bindingID: 'b' }],
  ['withdrawal/w/payOut', { entity: 'withdrawal', kind: 'payOut', withdrawalID: 'w' }],
  ['order/7', undefined],
  ['payment/i.1/refund', undefined],
])('%s is parsed', (operationID, name) => {
  expect(readOperationName(operationID)).toEqual(name);
});

test('the subject is the entity, or the operation id itself if unknown', () => {
  expect(parseSubject('payment/i.1/authorise/2')).toBe('payment/i.1');
  expect(parseSubject('order/7/charge')).toBe('order/7/charge');
});

test('the capture of an authorisation has its attempt, and other names have none', () => {
  const captures = ['payment/i.1/authorise', 'payment/i.1/authorise/2', 'payment/i.1/capture', 'order/authorise'].map(
    captureOf,
  );
  expect(captures).toEqual(['payment/i.1/capture', 'payment/i.1/capture/2', undefined, undefined]);
});
