import { paymentFailurePath } from '../../domain/payments/payment/payment-failure';
import { DECLINE_CODES, toDeclined } from './decline-codes';

test('only network-side declines are retryable elsewhere, as temporarily unavailable', () => {
  const retryable = [...DECLINE_CODES.keys()].filter((code) => toDeclined(code).isRetryableElsewhere);
  expect(retryable).toEqual(['issuer_not_available', 'processing_error', 'reenter_transaction', 'try_again_later']);
  for (const code of retryable) {
    expect(paymentFailurePath(toDeclined(code).failure)).toBe('authorization_failed:temporarily_unavailable');
  }
});

test('the first known code decides, and unknown codes are not retryable', () => {
  expect(toDeclined('insufficient_funds', 'processing_error')).not.toHaveProperty('isRetryableElsewhere');
  expect(toDeclined('future_code', 'processing_error')).toHaveProperty('isRetryableElsewhere', true);
  expect(toDeclined(null, 'future_code')).toEqual({
    kind: 'declined',
    failure: { code: 'authorization_failed', subError: { code: 'unknown' } },
  });
});
