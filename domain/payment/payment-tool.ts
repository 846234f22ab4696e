/** What a payer pays with, as it may be shown: nothing here reveals the card. */
export type PaymentToolDetails =
  | {
      type: 'bankCard';
      /** First digits, 6 to 8. */
      bin: string;
      lastDigits: string;
      /** The card's network: `visa`, `mastercard`, `nspkmir` … */
      paymentSystem: string;
      tokenProvider?: 'applepay' | 'googlepay' | 'samsungpay' | 'yandexpay';
      tokenizationMethod?: 'dpan' | 'none';
    }
  | { type: 'paymentTerminal'; provider: string }
  | { type: 'digitalWallet'; provider: string; phoneNumberMask: string }
  | { type: 'cryptoWallet'; cryptoCurrency: string }
  | { type: 'mobileCommerce'; phoneNumberMask: string; operator?: string };

/** `424242******4242`: the digits that may be shown, with six asterisks between, however many digits the card has. */
export function cardNumberMask(details: { bin: string; lastDigits: string }): string {
  return `${details.bin}******${details.lastDigits}`;
}

const NETWORKS: readonly (readonly [string, RegExp])[] = [
  ['nspkmir', /^220[0-4]/],
  ['visaelectron', /^(4026|417500|4405|4508|4844|4913|4917)/],
  ['visa', /^4/],
  ['mastercard', /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/],
  ['maestro', /^(5018|5020|5038|5[68]|6304|6390|67)/],
  ['amex', /^3[47]/],
  ['dinersclub', /^3(0[0-5]|[68])/],
  ['discover', /^6(011|4[4-9]|5)/],
  ['jcb', /^35(2[89]|[3-8])/],
  ['unionpay', /^62/],
  ['uzcard', /^8600/],
  ['humo', /^9860/],
];

/** The networks whose cards are known. */
export const PAYMENT_SYSTEMS = NETWORKS.map(([name]) => name);

/** The network that a card number belongs to by its range, or undefined for none that is known. */
export function detectPaymentSystem(cardNumber: string): string | undefined {
  return NETWORKS.find(([, range]) => range.test(cardNumber))?.[0];
}

/** What wallets call networks where they do not call them as we do. */
const NETWORKS_IN_WALLETS: Readonly<Record<string, string>> = {
  mir: 'nspkmir',
  chinaunionpay: 'unionpay',
  electron: 'visaelectron',
  diners: 'dinersclub',
};

/** The network that a wallet names, e.g. `AmEx` or `ChinaUnionPay`. */
export function detectWalletPaymentSystem(network: string): string {
  const name = network.toLowerCase().slice(0, 100);
  return NETWORKS_IN_WALLETS[name] ?? name;
}

/** The network of a card whose range nobody knows, or whose wallet does not say. */
export const UNKNOWN_PAYMENT_SYSTEM = 'unknown';

/** The check digit of card numbers (ISO/IEC 7812-1). */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let place = 0; place < digits.length; place++) {
    const digit = Number(digits[digits.length - 1 - place]);
    const doubled = place % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return digits.length > 0 && sum % 10 === 0;
}

/** What a payer pays with, card data included: it passes through memory only, and rests only encrypted. */
export type PaymentTool =
  | { type: 'card'; cardNumber: string; expDate: string; cvv?: string; cardHolder?: string }
  | { type: 'recurrentToken'; recurrentToken: string }
  | { type: 'paymentTerminal'; provider: string; metadata?: Record<string, unknown> }
  | { type: 'digitalWallet'; provider: string; id: string; token?: string }
  | { type: 'tokenizedCard'; provider: 'ApplePay'; merchantID: string; paymentToken: string }
  | { type: 'tokenizedCard'; provider: 'GooglePay' | 'YandexPay'; gatewayMerchantID: string; paymentToken: string }
  | { type: 'tokenizedCard'; provider: 'SamsungPay'; serviceID: string; referenceID: string }
  | { type: 'cryptoWallet'; cryptoCurrency: string }
  | { type: 'mobileCommerce'; cc: string; ctn: string };
