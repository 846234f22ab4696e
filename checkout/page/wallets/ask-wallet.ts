import { decimalText } from '../money';
import type { Agreed, Asked } from './wallet-request';
import { networksIn, type Wallet } from './offered';
import { askGooglePay, askSamsungPay } from './payment-request';

/**
 * Opens a wallet's sheet; browsers require that it is called within a click. Undefined when the payer closes it. @throws when
 * the browser or the merchant's registration lacks the wallet
 */
export function askWallet(wallet: Wallet, asked: Asked): Promise<Agreed | undefined> {
  switch (wallet) {
    case 'applepay':
      return askApplePay(asked);
    case 'googlepay':
      return askGooglePay(asked);
    case 'samsungpay':
      return askSamsungPay(asked);
  }
}

function askApplePay({ cards, settings, label, amount, currency }: Asked): Promise<Agreed | undefined> {
  const { merchantID = '', merchantName = label } = cards.tokenProviderData ?? {};
  return new Promise((resolve, reject) => {
    if (typeof ApplePaySession === 'undefined') throw new Error('no Apple Pay');
    const { STATUS_SUCCESS, STATUS_FAILURE } = ApplePaySession;
    const session = new ApplePaySession(3, {
      countryCode: settings.country,
      currencyCode: currency,
      merchantCapabilities: ['supports3DS'],
      supportedNetworks: networksIn('applepay', cards),
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
