import type { PaymentFailurePath } from '../domain/payments/payment/payment-failure';

/** An interaction that a payment requires. */
export type PlannedInteraction =
  | { type: 'threeDSecure'; version: '1.0' | '2.0'; request: 'get' | 'post' }
  | { type: 'walletPage' }
  | { type: 'consent' }
  | { type: 'qrCode' }
  | { type: 'receipt' }
  | { type: 'cryptoTransfer'; symbolicCode: string; pricePerCoin: number }
  | { type: 'apiExtension'; apiType: string };

/** A payment terminal provider with its interaction. */
export interface TestTerminal {
  provider: string;
  interaction: PlannedInteraction;
}

/** Terminal providers; any other is refused. */
export const TEST_TERMINALS: readonly TestTerminal[] = [
  { provider: 'euroset', interaction: { type: 'receipt' } },
  { provider: 'qps', interaction: { type: 'qrCode' } },
  { provider: 'wechat', interaction: { type: 'qrCode' } },
  { provider: 'alipay', interaction: { type: 'qrCode' } },
  { provider: 'uzcard', interaction: { type: 'apiExtension', apiType: 'p2p' } },
];

/** A phone with its outcome. */
export interface TestPhone {
  cc: string;
  ctn: string;
  operator: string;
  failure?: PaymentFailurePath;
}

const operators = { mts: '915', beeline: '900', megafon: '902', tele2: '904', yota: '999' };

/** Phones of mobile commerce; any other number is `authorization_failed:account_not_found`. */
export const TEST_PHONES: readonly TestPhone[] = Object.entries(operators).flatMap(
  ([operator, prefix]): TestPhone[] => [
    { cc: '7', ctn: `${prefix}1111111`, operator },
    { cc: '7', ctn: `${prefix}1111112`, operator, failure: 'authorization_failed:insufficient_funds' },
  ],
);

/** A digital wallet with its outcome. */
export interface TestDigitalWallet {
  id: string;
  interaction?: PlannedInteraction;
  failure?: PaymentFailurePath;
}

/** Digital wallets of every provider; any other id is approved. */
export const TEST_DIGITAL_WALLETS: readonly TestDigitalWallet[] = [
  { id: 'sandbox-success' },
  { id: 'sandbox-redirect', interaction: { type: 'walletPage' } },
  { id: 'sandbox-insufficient-funds', failure: 'authorization_failed:insufficient_funds' },
  { id: 'sandbox-blocked', failure: 'authorization_failed:account_blocked' },
  { id: 'sandbox-not-found', failure: 'authorization_failed:account_not_found' },
];

/** An electronic wallet whose payouts need the sender's consent. */
export const CONSENT_WALLET = 'sandbox-consent-wallet';

/** A crypto currency by its name and its symbol, with the sandbox's fixed price of one coin. */
export interface TestCryptoCurrency {
  cryptoCurrency: string;
  symbolicCode: string;
  /** In major units of the payment's currency. */
  pricePerCoin: number;
}

/** Crypto currencies; any other is refused. */
export const TEST_CRYPTO_CURRENCIES: readonly TestCryptoCurrency[] = [
  { cryptoCurrency: 'Bitcoin', symbolicCode: 'BTC', pricePerCoin: 5_000_000 },
  { cryptoCurrency: 'Litecoin', symbolicCode: 'LTC', pricePerCoin: 8_000 },
  { cryptoCurrency: 'BitcoinCash', symbolicCode: 'BCH', pricePerCoin: 40_000 },
  { cryptoCurrency: 'Ripple', symbolicCode: 'XRP', pricePerCoin: 200 },
  { cryptoCurrency: 'Ethereum', symbolicCode: 'ETH', pricePerCoin: 250_000 },
  { cryptoCurrency: 'Zcash', symbolicCode: 'ZEC', pricePerCoin: 5_000 },
];

/** The failure of unsupported tools. */
export const UNKNOWN_TOOL_FAILURE: PaymentFailurePath = 'authorization_failed:payment_tool_rejected:unknown';
