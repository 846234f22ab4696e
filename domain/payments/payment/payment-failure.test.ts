import {
  isPaymentFailurePath,
  payerFailureCode,
  PAYMENT_FAILURE_PATHS,
  paymentFailure,
  paymentFailurePath,
  type PaymentFailurePath,
} from './payment-failure';

test('paths and trees convert both ways', () => {
  expect(paymentFailure('authorization_failed:account_limit_exceeded:amount')).toEqual({
    code: 'authorization_failed',
    subError: { code: 'account_limit_exceeded', subError: { code: 'amount' } },
  });
  for (const path of PAYMENT_FAILURE_PATHS) expect(paymentFailurePath(paymentFailure(path))).toBe(path);
});

test('only paths of the catalogue are valid', () => {
  expect(isPaymentFailurePath('authorization_failed:insufficient_funds')).toBe(true);
  expect(isPaymentFailurePath('authorization_failed:no_such_thing')).toBe(false);
});

test.each<[PaymentFailurePath, string]>([
  ['preauthorization_failed:unknown', 'PreauthorizationFailed'],
  ['authorization_failed:account_blocked', 'RejectedByIssuer'],
  ['authorization_failed:rejected_by_issuer', 'RejectedByIssuer'],
  ['authorization_failed:payment_tool_rejected:bank_card_rejected:cvv_invalid', 'InvalidPaymentTool'],
  ['authorization_failed:account_not_found', 'InvalidPaymentTool'],
  ['authorization_failed:account_limit_exceeded:number', 'AccountLimitsExceeded'],
  ['authorization_failed:insufficient_funds', 'InsufficientFunds'],
  ['authorization_failed:security_policy_violated', 'PaymentRejected'],
  ['rejected_by_inspector', 'PaymentRejected'],
  ['timeout', 'PaymentRejected'],
  ['authorization_failed:processing_deadline_reached', 'PaymentRejected'],
])('the payer code of %s is %s', (path, code) => {
  expect(payerFailureCode(paymentFailure(path))).toBe(code);
});

test('payer codes are the six of the catalogue', () => {
  const six = [
    ...['InvalidPaymentTool', 'AccountLimitsExceeded', 'InsufficientFunds'],
    ...['PreauthorizationFailed', 'RejectedByIssuer', 'PaymentRejected'],
  ];
  const codes = PAYMENT_FAILURE_PATHS.map((path) => payerFailureCode(paymentFailure(path)));
  expect(new Set(codes)).toEqual(new Set(six));
  expect(payerFailureCode({ code: 'not_in_catalogue' })).toBe('PaymentRejected');
});
