import { decimalText } from '../../../ui/money';
import type { WalletConsent, WalletRequest } from './wallet-request';
import { getNetworks } from './offered';

/* Google Pay by `PaymentRequest`. Creating a request contacts Google, so it is created on click. */

export async function requestGooglePay({
  cards,
  settings,
  label,
  amount,
  currency,
}: WalletRequest): Promise<WalletConsent | undefined> {
  const { merchantID = '', merchantName = label, realm } = cards.tokenProviderData ?? {};
  const { gateway, merchantID: googleID } = settings.google ?? {};
  const data = {
    apiVersion: 2,
    apiVersionMinor: 0,
    environment: realm === 'live' ? 'PRODUCTION' : 'TEST',
    merchantInfo: { merchantName, ...(googleID ? { merchantId: googleID } : {}) },
    allowedPaymentMethods: [
      {
        type: 'CARD',
        parameters: {
          allowedAuthMethods: ['PAN_ONLY', 'CRYPTOGRAM_3DS'],
          allowedCardNetworks: getNetworks('googlepay', cards),
        },
        tokenizationSpecification: {
          type: 'PAYMENT_GATEWAY',
          parameters: toGateway(gateway, merchantID),
        },
      },
    ],
    transactionInfo: {
      countryCode: settings.country,
      currencyCode: currency,
      totalPriceStatus: 'FINAL',
      totalPrice: decimalText(amount, currency),
    },
  };
  const total = { label, amount: { currency, value: decimalText(amount, currency) } };
  const request = new PaymentRequest([{ supportedMethods: 'https://google.com/pay', data }], { total });
  const response = await request.show().catch((error: Error) => {
    if (error.name !== 'AbortError') throw error;
  });
  if (!response) return undefined;
  const paymentToken = response.details as Record<string, unknown>;
  const tool = { paymentToolType: 'TokenizedCardData', provider: 'GooglePay', gatewayMerchantID: merchantID } as const;
  const end = (hasBegun: boolean) => void response.complete(hasBegun ? 'success' : 'fail');
  return { tool: { ...tool, paymentToken }, end };
}

/** What the token is encrypted for: Stripe knows its merchants by their publishable keys, other gateways by an id. */
function toGateway(gateway: string | undefined, merchantID: string): object {
  if (gateway !== 'stripe') return { gateway, gatewayMerchantId: merchantID };
  return { gateway, 'stripe:version': '2018-10-31', 'stripe:publishableKey': merchantID };
}
