import type { PaymentToolDetails } from '../../../domain/payments/payment/payment-tool';
import type * as Wire from './payment-tool-details.types';

/** A payment tool as `/v2` shows it, without card data. */
export function presentToolDetails(details: PaymentToolDetails): Wire.PaymentToolDetails {
  switch (details.type) {
    case 'bankCard': {
      const first6 = details.bin.slice(0, 6);
      const last4 = details.lastDigits.slice(-4);
      return {
        detailsType: 'PaymentToolDetailsBankCard',
        cardNumberMask: `${first6}******${last4}`,
        first6: first6.length === 6 ? first6 : undefined,
        last4,
        paymentSystem: details.paymentSystem,
        tokenProvider: details.tokenProvider,
        tokenizationMethod: details.tokenizationMethod,
      };
    }
    case 'paymentTerminal':
      return { detailsType: 'PaymentToolDetailsPaymentTerminal', provider: details.provider };
    case 'digitalWallet':
      return { detailsType: 'PaymentToolDetailsDigitalWallet', provider: details.provider };
    case 'cryptoWallet':
      return { detailsType: 'PaymentToolDetailsCryptoWallet', cryptoCurrency: details.cryptoCurrency };
    case 'mobileCommerce':
      return { detailsType: 'PaymentToolDetailsMobileCommerce', phoneNumber: details.phoneNumberMask };
  }
}
