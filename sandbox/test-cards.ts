import type { PaymentFailurePath } from '../domain/payment/payment-failure';

/** How the issuer of a test card has its holder confirm a payment: a form posted to its page, or a plain link. */
export type ThreeDSecure = {
  version: '1.0' | '2.0';
  request: 'get' | 'post';
  result: 'success' | 'failure' | 'timeout';
};

/** What becomes of a payment with a test card. */
export type TestCardOutcome = { approved: true } | { approved: false; failure: PaymentFailurePath };

/** The wallets whose tokens stand for a card. */
export type TokenProvider = 'ApplePay' | 'GooglePay' | 'SamsungPay';

/** One card that the sandbox knows. */
export interface TestCard {
  pan: string;
  paymentSystem: string;
  /** What the card is for; its heading in the documentation comes from this. */
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
  /** Only within a token of this wallet. */
  tokenProvider?: TokenProvider;
  threeDSecure?: ThreeDSecure;
  outcome: TestCardOutcome;
  /** Whether a payout to this card means something: cards about 3-D Secure, CVV and wallet tokens do not. */
  isPayoutCard: boolean;
}

const bankCard = 'authorization_failed:payment_tool_rejected:bank_card_rejected';

/** A card that the table does not hold fails so. */
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
 * Every test card. The documentation page and the tests are made from this table. Any holder, expiry date (past ones
 * too) and CVV go with any card: the number alone decides.
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

/** The card of a number, if the table holds it. */
export function findTestCard(pan: string): TestCard | undefined {
  return byPan.get(pan);
}
