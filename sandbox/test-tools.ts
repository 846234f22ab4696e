import { z } from 'zod';
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

/** The planned course of an operation, derived from its tool and stored without secrets. */
export interface Scenario {
  name: string;
  /** The masked tool. */
  mask: string;
  /** The interaction that precedes the result. */
  interaction?: PlannedInteraction;
  /** Decisions are ignored until the interaction expires. */
  isNeverCompleted?: true;
  /** The failure path; approved if absent. */
  failure?: string;
}

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

/** All of them, as `specs/test-cards.json` publishes them. */
export const TEST_TOOLS = {
  terminals: TEST_TERMINALS,
  phones: TEST_PHONES,
  digitalWallets: TEST_DIGITAL_WALLETS,
  consentWallet: CONSENT_WALLET,
  cryptoCurrencies: TEST_CRYPTO_CURRENCIES,
};

const text = z.string().max(1000);

/** Payment tools other than cards in requests. */
export const otherTools = [
  z.object({
    type: z.literal('paymentTerminal'),
    provider: text,
    metadata: z.record(z.string(), z.unknown()).optional(),
  }),
  z.object({ type: z.literal('digitalWallet'), provider: text, id: text, token: z.string().max(4000).optional() }),
  z.object({ type: z.literal('cryptoWallet'), cryptoCurrency: text }),
  z.object({
    type: z.literal('mobileCommerce'),
    cc: z.string().regex(/^\d{1,3}$/),
    ctn: z.string().regex(/^\d{10,12}$/),
  }),
] as const;

type OtherTool = z.output<(typeof otherTools)[number]>;

/** A scenario with the text that tells its tool from others. */
type ToolScenario = Scenario & { identity: string };

export function otherToolScenario(tool: OtherTool): ToolScenario {
  switch (tool.type) {
    case 'paymentTerminal':
      return terminalScenario(tool);
    case 'digitalWallet':
      return digitalWalletScenario(tool);
    case 'cryptoWallet':
      return cryptoScenario(tool);
    case 'mobileCommerce':
      return phoneScenario(tool);
  }
}

function terminalScenario({ provider }: Pick<TestTerminal, 'provider'>): ToolScenario {
  const terminal = TEST_TERMINALS.find((row) => row.provider === provider);
  const name = 'paymentTerminal';
  return terminal
    ? { identity: provider, name: `${name}.${provider}`, mask: provider, interaction: terminal.interaction }
    : { identity: provider, name: `${name}.notInTable`, mask: '****', failure: UNKNOWN_TOOL_FAILURE };
}

function digitalWalletScenario({ provider, id }: { provider: string; id: string }): ToolScenario {
  const wallet = TEST_DIGITAL_WALLETS.find((row) => row.id === id);
  return {
    identity: `${provider}\n${id}`,
    name: `digitalWallet.${wallet ? id : 'other'}`,
    mask: `****${id.length > 8 ? id.slice(-4) : ''}`,
    ...(wallet?.interaction && { interaction: wallet.interaction }),
    ...(wallet?.failure && { failure: wallet.failure }),
  };
}

function cryptoScenario({ cryptoCurrency: identity }: { cryptoCurrency: string }): ToolScenario {
  const found = TEST_CRYPTO_CURRENCIES.find((row) => [row.cryptoCurrency, row.symbolicCode].includes(identity));
  if (!found) return { identity, name: 'cryptoWallet.notInTable', mask: '****', failure: UNKNOWN_TOOL_FAILURE };
  const { symbolicCode, pricePerCoin } = found;
  const interaction = { type: 'cryptoTransfer', symbolicCode, pricePerCoin } as const;
  return { identity, name: `cryptoWallet.${symbolicCode}`, mask: symbolicCode, interaction };
}

function phoneScenario({ cc, ctn }: { cc: string; ctn: string }): ToolScenario {
  const base = { identity: `+${cc}${ctn}`, mask: `+${cc}******${ctn.slice(-4)}` };
  const phone = TEST_PHONES.find((row) => row.cc === cc && row.ctn === ctn);
  if (!phone) return { ...base, name: 'mobileCommerce.notInTable', failure: 'authorization_failed:account_not_found' };
  const name = `mobileCommerce.${phone.operator}`;
  return phone.failure ? { ...base, name, failure: phone.failure } : { ...base, name };
}
