import { payerDeadlineMs } from './payer-deadline';
import { isAbandoned } from './payment';

test('a payer waits for the seconds of the account’s setting, or for thirty', () => {
  expect(payerDeadlineMs({ payerDeadline: 15 })).toBe(15_000);
  expect(payerDeadlineMs({ payerDeadline: '15' })).toBe(30_000);
  expect(payerDeadlineMs({})).toBe(30_000);
  expect(payerDeadlineMs(undefined)).toBe(30_000);
});

test('a payment is abandoned while it is pending and to be cancelled', () => {
  expect(isAbandoned({ status: 'pending', target: 'cancel' })).toBe(true);
  expect(isAbandoned({ status: 'pending', target: 'capture' })).toBe(false);
  expect(isAbandoned({ status: 'pending', target: null })).toBe(false);
  expect(isAbandoned({ status: 'processed', target: 'cancel' })).toBe(false);
});
