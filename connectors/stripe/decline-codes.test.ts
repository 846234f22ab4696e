import { paymentFailurePath } from '../../domain/payment/payment-failure';
import { DECLINE_CODES, declinedFor } from './decline-codes';

test('only what got stuck on its way to the issuer may pass elsewhere, and is said to be temporarily unavailable', () => {
  const passing = Object.keys(DECLINE_CODES).filter((code) => declinedFor(code).isRetryableElsewhere);
  expect(passing).toEqual(['issuer_not_available', 'processing_error', 'reenter_transaction', 'try_again_later']);
  for (const code of passing) {
    expect(paymentFailurePath(declinedFor(code).failure)).toBe('authorization_failed:temporarily_unavailable');
  }
});

test('the first code that is known decides, and what nobody knows passes nowhere', () => {
  expect(declinedFor('insufficient_funds', 'processing_error')).not.toHaveProperty('isRetryableElsewhere');
  expect(declinedFor('of_tomorrow', 'processing_error')).toHaveProperty('isRetryableElsewhere', true);
  expect(declinedFor(null, 'of_tomorrow')).toEqual({
    kind: 'declined',
    failure: { code: 'authorization_failed', subError: { code: 'unknown' } },
  });
});
