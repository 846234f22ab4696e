import { createHmac } from 'node:crypto';
import type { CardRules } from '../card-rules';

/** The value of the header that authenticates an account. */
export function sandboxAuthorization(secret: string): string {
  return `Bearer ${createHmac('sha256', secret).update('holdfast-sandbox/api-key').digest('base64url')}`;
}

export const SANDBOX_CARDS: CardRules<{ secret: string }, { url: string }> = {
  credentialHeader: 'authorization',
  headers: [],
  requests: [
    {
      method: 'POST',
      path: '/operations',
      members: {
        'paymentTool.cardNumber': 'number',
        'paymentTool.cvv': 'cvv',
        'paymentTool.cardHolder': 'holder',
        'destination.cardNumber': 'number',
        'destination.expDate': 'expDate',
        'destination.cardHolder': 'holder',
      },
      answer: {
        masked: ['recurrentToken', 'card', 'schemeTransactionID', 'extraPaymentInfo', 'interaction'],
        plain: [
          ...[
            'status',
            'error',
            'failure',
            'connectorReference',
            'operationID',
            'authorisationID',
            'test',
            'kind',
            'rrn',
            'approvalCode',
          ],
          ...['amount', 'currency', 'captured', 'voided', 'taken'],
        ],
      },
    },
  ],
  access: ({ credentials, settings }) => ({
    urls: [settings.url],
    credentials: [sandboxAuthorization(credentials.secret)],
  }),
};
