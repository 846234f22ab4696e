import { randomUUID } from 'node:crypto';
import type { WalletToken } from '../../domain/payments/payment/payment-tool';
import type { PaymentConnector, VerifyRequest } from '../connector';

/** What the tokens of tests hold in place of encrypted data: stand-ins open it without keys. */
export interface SealedCard {
  /** Of each token its own. */
  id: string;
  pan: string;
  /** Milliseconds. */
  expiresAt: number;
}

const seal = (pan: string, lifetimeMs: number): string => {
  const content: SealedCard = { id: randomUUID(), pan, expiresAt: Date.now() + lifetimeMs };
  return Buffer.from(JSON.stringify(content)).toString('base64');
};

const open = (sealed: string): SealedCard => JSON.parse(Buffer.from(sealed, 'base64').toString()) as SealedCard;

/** Opens an `applePayToken` of Adyen. */
export const openAppleToken = (applePayToken: string): SealedCard =>
  openApplePaymentData(Buffer.from(applePayToken, 'base64').toString());

export function openApplePaymentData(paymentData: string): SealedCard {
  const { version, data } = JSON.parse(paymentData) as Record<string, string>;
  if (version !== 'EC_v1') throw new Error('the token has another version');
  return open(data ?? '');
}

/** Opens a token for a gateway at Google. */
export function openGoogleToken(token: string): SealedCard {
  const { protocolVersion, signedMessage } = JSON.parse(token) as Record<string, string>;
  if (protocolVersion !== 'ECv2') throw new Error('the token has another version');
  return open((JSON.parse(signedMessage ?? '') as { encryptedMessage: string }).encryptedMessage);
}

/** Apple’s `PKPaymentToken` in JSON. */
export function anApplePayToken(pan: string, { merchantID = 'merchant.com.example', lifetimeMs = 60_000 } = {}) {
  const header = { ephemeralPublicKey: 'MFkw', publicKeyHash: 'hash', transactionId: randomUUID().replaceAll('-', '') };
  const paymentToken = {
    paymentData: { version: 'EC_v1', data: seal(pan, lifetimeMs), signature: 'MIAG', header },
    paymentMethod: { displayName: `Visa ${pan.slice(-4)}`, network: 'Visa', type: 'debit' },
    transactionIdentifier: header.transactionId,
  };
  return { paymentToolType: 'TokenizedCardData', provider: 'ApplePay', merchantID, paymentToken } as const;
}

/** Google’s `PaymentData`. */
export function aGooglePayToken(
  pan: string,
  { gatewayMerchantID = 'HoldfastTEST', lifetimeMs = 60_000, token = toGatewayToken(pan, lifetimeMs) } = {},
) {
  const info = { cardNetwork: 'VISA', cardDetails: pan.slice(-4) };
  const paymentMethodData = { type: 'CARD', info, tokenizationData: { type: 'PAYMENT_GATEWAY', token } };
  const paymentToken = { apiVersion: 2, apiVersionMinor: 0, paymentMethodData };
  return { paymentToolType: 'TokenizedCardData', provider: 'GooglePay', gatewayMerchantID, paymentToken } as const;
}

function toGatewayToken(pan: string, lifetimeMs: number): string {
  const signedMessage = JSON.stringify({ encryptedMessage: seal(pan, lifetimeMs), ephemeralPublicKey: '', tag: '' });
  const intermediateSigningKey = { signedKey: '{}', signatures: ['MEU='] };
  return JSON.stringify({ signature: 'MEU=', intermediateSigningKey, protocolVersion: 'ECv2', signedMessage });
}

/** A tool of the API as connectors get it. */
export function toWalletToken(
  given: ReturnType<typeof anApplePayToken> | ReturnType<typeof aGooglePayToken>,
): WalletToken {
  const paymentToken = JSON.stringify(given.paymentToken);
  return given.provider === 'ApplePay'
    ? { type: 'tokenizedCard', provider: given.provider, merchantID: given.merchantID, paymentToken }
    : { type: 'tokenizedCard', provider: given.provider, gatewayMerchantID: given.gatewayMerchantID, paymentToken };
}

/** A card whose payments `payingByWallet` pays with tokens. */
export const walletCard = (pan: string) =>
  ({ type: 'tokenizedCard', provider: 'GooglePay', gatewayMerchantID: 'test', paymentToken: pan }) as const;

/** Gives each operation a token of its own: the same one when the operation is repeated. */
export function payingByWallet<Wrapped extends PaymentConnector>(
  connector: Wrapped,
  newToken: (pan: string) => WalletToken,
): Wrapped {
  const tokens = new Map<string, WalletToken>();
  const exchange = <Request extends VerifyRequest>(request: Request): Request => {
    const { paymentTool: tool, operationID } = request;
    if (tool.type !== 'tokenizedCard' || !('paymentToken' in tool)) return request;
    const token = tokens.get(operationID) ?? newToken(tool.paymentToken);
    tokens.set(operationID, token);
    return { ...request, paymentTool: token };
  };
  return new Proxy(connector, {
    get: (target, property) => {
      const method = Reflect.get(target, property) as unknown;
      if (typeof method !== 'function') return method;
      const isPayment = property === 'authorise' || property === 'verify';
      return (request: VerifyRequest): unknown =>
        (method as (given: unknown) => unknown).call(target, isPayment ? exchange(request) : request);
    },
  });
}
