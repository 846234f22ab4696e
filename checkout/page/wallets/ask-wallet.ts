import { decimalText } from '../../../ui/money';
import type { WalletConsent, WalletRequest } from './wallet-request';
import { getNetworks, type OfferedWallet } from './offered';
import { requestGooglePay } from './payment-request';

/**
 * Opens a wallet's sheet; browsers require that it is called within a click. Undefined when the payer closes it. @throws when
 * the browser or the merchant's registration lacks the wallet
 */
export function requestWallet(wallet: OfferedWallet, request: WalletRequest): Promise<WalletConsent | undefined> {
  switch (wallet) {
    case 'applepay':
      return requestApplePay(request);
    case 'googlepay':
      return requestGooglePay(request);
  }
}

function requestApplePay({
  cards,
  settings,
  label,
  amount,
  currency,
}: WalletRequest): Promise<WalletConsent | undefined> {
  const { merchantID = '', merchantName = label } = cards.tokenProviderData ?? {};
  return new Promise((resolve, reject) => {
    if (typeof ApplePaySession === 'undefined') throw new Error('no Apple Pay');
    const { STATUS_SUCCESS, STATUS_FAILURE } = ApplePaySession;
    const session = new ApplePaySession(3, {
      countryCode: settings.country,
      currencyCode: currency,
      merchantCapabilities: ['supports3DS'],
      supportedNetworks: getNetworks('applepay', cards),
      total: { label: merchantName, type: 'final', amount: decimalText(amount, currency) },
    });
    session.onvalidatemerchant = ({ validationURL }) => {
      merchantSession(settings.apple?.sessionUrl ?? '', { merchantID, merchantName, validationURL }).then(
        (merchant) => session.completeMerchantValidation(merchant),
        (error: Error) => {
          session.abort();
          reject(error);
        },
      );
    };
    session.onpaymentauthorized = ({ payment }) => {
      const tool = { paymentToolType: 'TokenizedCardData', provider: 'ApplePay', merchantID } as const;
      resolve({
        tool: { ...tool, paymentToken: payment.token },
        end: (hasBegun) => session.completePayment({ status: hasBegun ? STATUS_SUCCESS : STATUS_FAILURE }),
      });
    };
    session.oncancel = () => resolve(undefined);
    session.begin();
  });
}

async function merchantSession(url: string, about: object): Promise<unknown> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json; charset=utf-8' },
    body: JSON.stringify({ ...about, domain: location.hostname }),
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
  });
  if (!answer.ok) throw new Error('no session');
  return answer.json();
}
