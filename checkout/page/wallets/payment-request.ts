import { decimalText } from '../../../ui/money';
import type { WalletConsent, WalletRequest } from './wallet-request';
import { getNetworks } from './offered';

/* Wallets behind `PaymentRequest`. Creating a request contacts the wallet's company, so it is created on click. */

const GOOGLE_PAY = 'https://google.com/pay';
const SAMSUNG_PAY = 'https://spay.samsung.com';

export async function requestGooglePay(wallet: WalletRequest): Promise<WalletConsent | undefined> {
  const { cards, settings, label, amount, currency } = wallet;
  const { merchantID = '', merchantName = label, realm } = cards.tokenProviderData ?? {};
  const { gateway, merchantID: googleID } = settings.google ?? {};
  const response = await showSheet(GOOGLE_PAY, wallet, {
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
  });
  if (!response) return undefined;
  const paymentToken = response.details as Record<string, unknown>;
  const tool = { paymentToolType: 'TokenizedCardData', provider: 'GooglePay', gatewayMerchantID: merchantID } as const;
  return { tool: { ...tool, paymentToken }, end: getEnd(response) };
}

/** What the token is encrypted for: Stripe knows its merchants by their publishable keys, other gateways by an id. */
function toGateway(gateway: string | undefined, merchantID: string): object {
  if (gateway !== 'stripe') return { gateway, gatewayMerchantId: merchantID };
  return { gateway, 'stripe:version': '2018-10-31', 'stripe:publishableKey': merchantID };
}

/** Uses the mode in which Samsung sends the token to the gateway and a reference to the page. */
export async function requestSamsungPay(wallet: WalletRequest): Promise<WalletConsent | undefined> {
  const { cards, settings, label } = wallet;
  const { merchantID = '', merchantName = label } = cards.tokenProviderData ?? {};
  const serviceID = settings.samsung?.serviceID ?? '';
  const response = await showSheet(SAMSUNG_PAY, wallet, {
    version: '1',
    productId: serviceID,
    allowedCardNetworks: getNetworks('samsungpay', cards),
    orderNumber: wallet.orderNumber,
    merchantName,
    merchantGatewayParameter: { userId: merchantID },
    paymentProtocol: 'PROTOCOL_3DS',
    isRecurring: false,
    billingAddressRequired: false,
  });
  if (!response) return undefined;
  const { paymentCredential } = response.details as { paymentCredential?: { reference?: unknown } };
  const referenceID = paymentCredential?.reference;
  if (typeof referenceID !== 'string' || referenceID === '') {
    await response.complete('fail');
    throw new Error('Samsung Pay is not in the mode of gateway tokens');
  }
  const tool = { paymentToolType: 'TokenizedCardData', provider: 'SamsungPay', serviceID, referenceID } as const;
  return { tool, end: getEnd(response) };
}

async function showSheet(method: string, wallet: WalletRequest, data: object): Promise<PaymentResponse | undefined> {
  const { label, amount, currency } = wallet;
  const request = new PaymentRequest([{ supportedMethods: method, data }], {
    total: { label, amount: { currency, value: decimalText(amount, currency) } },
  });
  return request.show().catch((error: Error) => {
    if (error.name === 'AbortError') return undefined;
    throw error;
  });
}

function getEnd(response: PaymentResponse): (hasBegun: boolean) => void {
  return (hasBegun) => void response.complete(hasBegun ? 'success' : 'fail');
}
