import type { CardRules } from '../card-rules';

/** An address of Adyen's live environment. */
export const LIVE_ADDRESS = /^https:\/\/[\w-]+-live(-\w+)?\.adyen(payments)?\.com\//;

export const ADYEN_CARDS: CardRules<{ apiKey: string; merchantAccount: string }, { checkoutUrl: string }> = {
  credentialHeader: 'x-api-key',
  headers: ['idempotency-key'],
  requests: [
    {
      method: 'POST',
      path: '/payments',
      members: {
        'paymentMethod.number': 'number',
        'paymentMethod.cvc': 'cvv',
        'mpiData.tokenAuthenticationVerificationValue': 'cryptogram',
        'paymentMethod.holderName': 'holder',
      },
      answer: {
        masked: ['additionalData', 'action'],
        plain: [
          ...['pspReference', 'merchantReference', 'resultCode', 'refusalReasonCode', 'amount'],
          ...['status', 'errorCode', 'errorType', 'invalidFields.*.name'],
        ],
      },
    },
  ],
  access: ({ credentials: { apiKey, merchantAccount }, settings }) => ({
    urls: [settings.checkoutUrl],
    credentials: [apiKey],
    fixed: { merchantAccount },
  }),
};
