import { z } from 'zod';
import type { WalletToken } from '../domain/payments/payment/payment-tool';
import { field } from './connector-field';
import { ConnectorRejection } from './connector-rejection';

const merchant = () => z.string().min(1).max(200);

/** Settings of accounts that take wallets' tokens: for whom a token must have been made. */
export const WALLET_SETTINGS = {
  ApplePay: field(merchant(), { en: 'Merchant of Apple Pay tokens', ru: 'Продавец в токенах Apple Pay' }),
  GooglePay: field(merchant(), { en: 'Merchant of Google Pay tokens', ru: 'Продавец в токенах Google Pay' }),
};

/** The names of those settings by the wallet. */
export const MERCHANT_SETTINGS: Readonly<Partial<Record<WalletToken['provider'], string>>> = {
  ApplePay: 'applePayMerchantID',
  GooglePay: 'googlePayMerchantID',
};

/** The merchants of each wallet whose tokens the vault opens. */
export type VaultMerchants = Readonly<Record<'ApplePay' | 'GooglePay', readonly string[]>>;

/** For whom a wallet made a token. */
export function getTokenMerchant(token: WalletToken): string {
  if ('merchantID' in token) return token.merchantID;
  return 'gatewayMerchantID' in token ? token.gatewayMerchantID : token.serviceID;
}

const applePay = z.object({ paymentData: z.record(z.string(), z.unknown()) });

/** The encrypted `paymentData` of Apple’s `PKPaymentToken`, as JSON. @throws ConnectorRejection */
export function readApplePaymentData(paymentToken: string): string {
  const token = applePay.safeParse(JSON.parse(paymentToken));
  if (!token.success) throw ConnectorRejection.unsent('The Apple Pay token has no paymentData', 'paymentToken');
  return JSON.stringify(token.data.paymentData);
}

const tokenized = z.object({ tokenizationData: z.object({ token: z.string() }) });
const googlePay = z.union([
  z.object({ paymentMethodData: tokenized }).transform((given) => given.paymentMethodData),
  tokenized,
]);

/** The token for the gateway in Google’s `PaymentData`, or in its `paymentMethodData`. @throws ConnectorRejection */
export function readGoogleToken(paymentToken: string): string {
  const token = googlePay.safeParse(JSON.parse(paymentToken));
  if (!token.success) throw ConnectorRejection.unsent('The Google Pay token has no tokenizationData', 'paymentToken');
  return token.data.tokenizationData.token;
}

/** What the vault is given of a token that it opens; undefined for one that it does not. @throws ConnectorRejection */
export function findVaultToken(
  given: WalletToken,
  merchants: VaultMerchants,
): { provider: keyof VaultMerchants; merchantID: string; token: string } | undefined {
  const { provider } = given;
  if (provider !== 'ApplePay' && provider !== 'GooglePay') return undefined;
  const merchantID = getTokenMerchant(given);
  if (!merchants[provider].includes(merchantID)) return undefined;
  const read = provider === 'ApplePay' ? readApplePaymentData : readGoogleToken;
  return { provider, merchantID, token: read(given.paymentToken) };
}
