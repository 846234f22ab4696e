import { readPaymentName, readRefundName, readSubject } from './target';

test.each([
  ['I.1', { invoiceID: 'I', paymentID: '1' }],
  ['payment/I.1', { invoiceID: 'I', paymentID: '1' }],
  ['I', undefined],
  ['I.1.2', undefined],
  ['refund/I.1', undefined],
  ['I./1', undefined],
  ['xpayment/I.1', undefined],
])('%s names a payment: %j', (text, ref) => expect(readPaymentName(text)).toEqual(ref));

test.each([
  ['I.1.2', { invoiceID: 'I', paymentID: '1', refundID: '2' }],
  ['refund/I.1.2', { invoiceID: 'I', paymentID: '1', refundID: '2' }],
  ['I.1', undefined],
  ['I.1.2.3', undefined],
  ['payment/I.1.2', undefined],
])('%s names a refund: %j', (text, ref) => expect(readRefundName(text)).toEqual(ref));

test.each([
  ['invoice/I', { kind: 'invoice', id: 'I' }],
  ['destination/D', { kind: 'destination', id: 'D' }],
  ['shop/S', undefined],
  ['deposit/D', undefined],
  ['invoice/', undefined],
  ['invoice/a/b', undefined],
  ['/I', undefined],
])('%s names a subject of webhooks: %j', (text, subject) => expect(readSubject(text)).toEqual(subject));
