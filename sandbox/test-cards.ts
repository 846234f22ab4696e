import type { PaymentFailurePath } from '../domain/payments/payment/payment-failure';

/** How a test card's issuer authenticates its holder: a posted form or a link. */
export type ThreeDSecure = {
  version: '1.0' | '2.0';
  request: 'get' | 'post';
  result: 'success' | 'failure' | 'timeout';
};

/** The outcome of a payment with a test card. */
export type TestCardOutcome = { approved: true } | { approved: false; failure: PaymentFailurePath };

/** Wallets whose tokens represent a card. */
export type TokenProvider = 'ApplePay' | 'GooglePay' | 'SamsungPay';

export interface TestCard {
  pan: string;
  paymentSystem: string;
  /** The card's purpose, from which its heading in the documentation is derived. */
  kind:
    | 'success'
    | 'threeDSecureSuccess'
    | 'threeDSecureFailure'
    | 'threeDSecureTimeout'
    | 'threeDSecure2Success'
    | 'invalidCard'
    | 'cvvFailure'
    | 'expiredCard'
    | 'unknownFailure'
    | 'insufficientFunds'
    | 'tokenizedSuccess'
    | 'tokenizedFailure';
  /** The card is only accepted in tokens of this wallet. */
  tokenProvider?: TokenProvider;
  threeDSecure?: ThreeDSecure;
  outcome: TestCardOutcome;
  /** Whether the card is meant for payouts: not for 3-D Secure, CVV or wallet tokens. */
  isPayoutCard: boolean;
}

const bankCard = 'authorization_failed:payment_tool_rejected:bank_card_rejected';

export const UNKNOWN_CARD_FAILURE: PaymentFailurePath = `${bankCard}:issuer_not_found`;

const approved: TestCardOutcome = { approved: true };

function cards(
  kind: TestCard['kind'],
  outcome: TestCardOutcome,
  rows: readonly (readonly [pan: string, paymentSystem: string])[],
): TestCard[] {
  return rows.map(([pan, paymentSystem]) => ({ pan, paymentSystem, kind, outcome, isPayoutCard: true }));
}

function declined(
  kind: TestCard['kind'],
  failure: PaymentFailurePath,
  rows: readonly (readonly [pan: string, paymentSystem: string])[],
): TestCard[] {
  return cards(kind, { approved: false, failure }, rows);
}

function confirmed(
  kind: TestCard['kind'],
  threeDSecure: ThreeDSecure,
  rows: readonly (readonly [pan: string, paymentSystem: string])[],
): TestCard[] {
  const outcome: TestCardOutcome =
    threeDSecure.result === 'success' ? approved : { approved: false, failure: 'preauthorization_failed:unknown' };
  return cards(kind, outcome, rows).map((card) => ({ ...card, threeDSecure, isPayoutCard: false }));
}

function tokenized(
  tokenProvider: TokenProvider,
  rows: Record<'success' | 'failure', readonly [string, string]>,
): TestCard[] {
  return [
    ...cards('tokenizedSuccess', approved, [rows.success]),
    ...declined('tokenizedFailure', 'authorization_failed:unknown', [rows.failure]),
  ].map((card) => ({ ...card, tokenProvider, isPayoutCard: false }));
}

/**
 * All test cards, the source of the documentation and tests. Only the number matters; holder, expiry date and CVV are
 * arbitrary.
 */
export const TEST_CARDS: readonly TestCard[] = [
  ...cards('success', approved, [
    ['4242424242424242', 'visa'],
    ['5555555555554444', 'mastercard'],
    ['586824160825533338', 'maestro'],
    ['2201382000000013', 'nspkmir'],
    ['9860099104199734', 'humo'],
  ]),
  ...confirmed('threeDSecureSuccess', { version: '1.0', request: 'post', result: 'success' }, [
    ['4012888888881881', 'visa'],
    ['5169147129584558', 'mastercard'],
  ]),
  ...confirmed('threeDSecureSuccess', { version: '1.0', request: 'get', result: 'success' }, [
    ['4556418324571052', 'visa'],
  ]),
  ...confirmed('threeDSecureFailure', { version: '1.0', request: 'post', result: 'failure' }, [
    ['4987654321098769', 'visa'],
    ['5123456789012346', 'mastercard'],
  ]),
  ...confirmed('threeDSecureTimeout', { version: '1.0', request: 'post', result: 'timeout' }, [
    ['4342561111111118', 'visa'],
    ['5112000200000002', 'mastercard'],
  ]),
  ...confirmed('threeDSecure2Success', { version: '2.0', request: 'post', result: 'success' }, [
    ['4929172190150505', 'visa'],
  ]),
  ...confirmed('threeDSecure2Success', { version: '2.0', request: 'get', result: 'success' }, [
    ['4556724110260093', 'visa'],
  ]),
  ...declined('invalidCard', 'authorization_failed:account_not_found', [
    ['4222222222222220', 'visa'],
    ['5100000000000511', 'mastercard'],
  ]),
  ...declined('cvvFailure', `${bankCard}:cvv_invalid`, [
    ['4003830171874018', 'visa'],
    ['5496198584584769', 'mastercard'],
    ['9860094242201120', 'humo'],
  ]).map((card) => ({ ...card, isPayoutCard: false })),
  ...declined('expiredCard', `${bankCard}:card_expired`, [
    ['4000000000000069', 'visa'],
    ['5105105105105100', 'mastercard'],
  ]),
  ...declined('unknownFailure', 'authorization_failed:unknown', [
    ['4111110000000112', 'visa'],
    ['5124990000000002', 'mastercard'],
  ]),
  ...declined('insufficientFunds', 'authorization_failed:insufficient_funds', [
    ['4000000000000002', 'visa'],
    ['5100000000000412', 'mastercard'],
  ]),
  ...tokenized('ApplePay', {
    success: ['4300000000000777', 'visa'],
    failure: ['5000000000000009', 'mastercard'],
  }),
  ...tokenized('GooglePay', {
    success: ['2222990905257051', 'mastercard'],
    failure: ['2222405343248877', 'mastercard'],
  }),
  ...tokenized('SamsungPay', {
    success: ['2223577120017656', 'mastercard'],
    failure: ['2223007648726984', 'mastercard'],
  }),
];

const byPan = new Map(TEST_CARDS.map((card) => [card.pan, card]));

export function findTestCard(pan: string): TestCard | undefined {
  return byPan.get(pan);
}
