import type { AgreedAmount } from './agreed-amount';

/** A payment tool as it may be shown, without data that reveals the card. */
export type PaymentToolDetails =
  | {
      type: 'bankCard';
      /** First digits, 6 to 8. */
      bin: string;
      lastDigits: string;
      paymentSystem: string;
      tokenProvider?: 'applepay' | 'googlepay' | 'samsungpay' | 'yandexpay';
      tokenizationMethod?: 'dpan' | 'none';
      /** ISO 3166-1 alpha-2, if the acquirer named it. */
      issuerCountry?: string;
      bankName?: string;
    }
  | { type: 'paymentTerminal'; provider: string }
  | { type: 'digitalWallet'; provider: string; phoneNumberMask: string }
  | { type: 'cryptoWallet'; cryptoCurrency: string }
  | { type: 'mobileCommerce'; phoneNumberMask: string; operator?: string };

/** A payment method in the published form, used by shop terms, lists and checks. */
export type PaymentMethod =
  | {
      method: 'BankCard';
      paymentSystems: string[];
      tokenProviders?: string[];
      tokenProviderData?: { merchantID: string; merchantName?: string; orderID?: string; realm: 'test' | 'live' };
    }
  | { method: 'PaymentTerminal'; providers: string[] }
  | { method: 'DigitalWallet'; providers: string[] }
  | { method: 'CryptoWallet'; cryptoCurrencies: string[] }
  | { method: 'MobileCommerce'; operators: string[] };

/** The published names of payment methods. */
export const METHODS = {
  bankCard: 'BankCard',
  paymentTerminal: 'PaymentTerminal',
  digitalWallet: 'DigitalWallet',
  cryptoWallet: 'CryptoWallet',
  mobileCommerce: 'MobileCommerce',
} as const satisfies Record<PaymentToolDetails['type'], PaymentMethod['method']>;

/** What a method other than cards lists, by its name. */
export const METHOD_LISTS = {
  PaymentTerminal: 'providers',
  DigitalWallet: 'providers',
  CryptoWallet: 'cryptoCurrencies',
  MobileCommerce: 'operators',
} as const satisfies Record<Exclude<PaymentMethod['method'], 'BankCard'>, string>;

/** Whether a tool is one of a method. */
export function matchesMethod(method: PaymentMethod, tool: PaymentToolDetails): boolean {
  switch (tool.type) {
    case 'bankCard':
      return method.method === 'BankCard' && matchesCard(method, tool);
    case 'paymentTerminal':
      return method.method === 'PaymentTerminal' && method.providers.includes(tool.provider);
    case 'digitalWallet':
      return method.method === 'DigitalWallet' && method.providers.includes(tool.provider);
    case 'cryptoWallet':
      return method.method === 'CryptoWallet' && method.cryptoCurrencies.includes(tool.cryptoCurrency);
    case 'mobileCommerce':
      // Numbers are ported between operators, so only the connector knows a phone's operator.
      return method.method === 'MobileCommerce';
  }
}

/** Compares the network; for a card in a wallet also the wallet, which may not disclose the network. */
function matchesCard(
  { paymentSystems, tokenProviders = [] }: Extract<PaymentMethod, { method: 'BankCard' }>,
  { paymentSystem, tokenProvider }: Extract<PaymentToolDetails, { type: 'bankCard' }>,
): boolean {
  if (tokenProvider === undefined) return paymentSystems.includes(paymentSystem);
  const isKnown = paymentSystem !== UNKNOWN_PAYMENT_SYSTEM;
  return tokenProviders.includes(tokenProvider) && (!isKnown || paymentSystems.includes(paymentSystem));
}

/** The details of a tool other than a card in the published form. */
export function publishedDetails(tool: Exclude<PaymentToolDetails, { type: 'bankCard' }>) {
  switch (tool.type) {
    case 'paymentTerminal':
      return { detailsType: 'PaymentToolDetailsPaymentTerminal' as const, provider: tool.provider };
    case 'digitalWallet':
      return { detailsType: 'PaymentToolDetailsDigitalWallet' as const, provider: tool.provider };
    case 'cryptoWallet':
      return { detailsType: 'PaymentToolDetailsCryptoWallet' as const, cryptoCurrency: tool.cryptoCurrency };
    case 'mobileCommerce':
      return { detailsType: 'PaymentToolDetailsMobileCommerce' as const, phoneNumber: tool.phoneNumberMask };
  }
}

/** A tool in one word, masked: a number, a provider or a currency. */
export function maskTool(tool: PaymentToolDetails): string {
  switch (tool.type) {
    case 'bankCard':
      return cardNumberMask(tool);
    case 'mobileCommerce':
      return tool.phoneNumberMask;
    case 'digitalWallet':
    case 'paymentTerminal':
      return tool.provider;
    case 'cryptoWallet':
      return tool.cryptoCurrency;
  }
}

/** Masks a card number as `424242******4242`, with six asterisks for any length. */
export function cardNumberMask(details: { bin: string; lastDigits: string }): string {
  return `${details.bin}******${details.lastDigits}`;
}

/** Wallets' names of networks that differ from ours. */
const NETWORKS_IN_WALLETS: Readonly<Record<string, string>> = {
  mir: 'nspkmir',
  chinaunionpay: 'unionpay',
  electron: 'visa',
  diners: 'dinersclub',
};

/** Normalises a wallet's name of a network, e.g. `AmEx` or `ChinaUnionPay`. */
export function detectWalletPaymentSystem(network: string): string {
  const name = network.toLowerCase().slice(0, 100);
  return NETWORKS_IN_WALLETS[name] ?? name;
}

/** The network of a card whose range is unknown, or whose wallet does not disclose it. */
export const UNKNOWN_PAYMENT_SYSTEM = 'unknown';

/** A card that a payer entered, on its way to the vault. */
export interface PlainCard {
  type: 'card';
  cardNumber: string;
  expDate: string;
  cvv?: string;
  cardHolder?: string;
  /** Of a network token. */
  cryptogram?: string;
  eci?: string;
}

/** A card in the vault, which alone knows its number. */
export interface VaultedCard {
  type: 'card';
  cardID: string;
  expDate: string;
  hasCvv?: true;
  hasHolder?: true;
  /** Its number stands for that of a card, and its cryptogram, in place of a CVV, pays once. */
  networkToken?: { eci?: string; agreed?: AgreedAmount };
  /** The vault's keyed hash of number and expiry. */
  fingerprint: string;
  /** The vault's keyed hash of the number; cards of older vaults lack it. */
  numberFingerprint?: string;
}

/** A payment tool as it is stored, encrypted. */
export type PaymentTool = VaultedCard | ToolWithoutCard;

/** A payment tool as a connector gets it: the fields of a card are placeholders, which only the vault fills in. */
export type ConnectorTool = PlainCard | ToolWithoutCard;

/** A card that a wallet has encrypted for a merchant of an acquirer. */
export type WalletToken = Extract<ToolWithoutCard, { type: 'tokenizedCard' }>;

export type ToolWithoutCard =
  | { type: 'recurrentToken'; recurrentToken: string }
  | { type: 'paymentTerminal'; provider: string; metadata?: Record<string, unknown> }
  | { type: 'digitalWallet'; provider: string; id: string; token?: string }
  | { type: 'tokenizedCard'; provider: 'ApplePay'; merchantID: string; paymentToken: string }
  | { type: 'tokenizedCard'; provider: 'GooglePay' | 'YandexPay'; gatewayMerchantID: string; paymentToken: string }
  | { type: 'tokenizedCard'; provider: 'SamsungPay'; serviceID: string; referenceID: string }
  | { type: 'cryptoWallet'; cryptoCurrency: string }
  | { type: 'mobileCommerce'; cc: string; ctn: string };
