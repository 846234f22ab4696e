import type { CardRequestRule, CardRules } from '../card-rules';

const ANSWER: CardRequestRule['answer'] = {
  masked: ['confirmation', 'payment_method', 'card', 'payout_destination'],
  plain: [
    ...['id', 'status', 'type', 'code', 'parameter', 'paid', 'refundable', 'saved', 'test', 'payment_id', 'recipient'],
    ...['amount', 'income_amount', 'created_at', 'captured_at', 'expires_at', 'succeeded_at', 'receipt_registration'],
    ...['cancellation_details', 'authorization_details'],
    'holder.account_id',
    ...['metadata.holdfast_operation', 'metadata.holdfast_amount', 'metadata.holdfast_blocked'],
  ],
};

/** Members of a card under the member that holds it. */
function cardAt(place: string): CardRequestRule['members'] {
  return { [`${place}.number`]: 'number', [`${place}.csc`]: 'cvv', [`${place}.cardholder`]: 'holder' };
}

/** The value of the header that authenticates a shop, or a payout gateway. */
export function yookassaAuthorization({ id, secret }: { id: string; secret: string }): string {
  return `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
}

interface YooKassaCredentials {
  shopID: string;
  secretKey: string;
  payoutGatewayID?: string | undefined;
  payoutSecretKey?: string | undefined;
}

export const YOOKASSA_CARDS: CardRules<YooKassaCredentials, { url: string }> = {
  credentialHeader: 'authorization',
  headers: ['idempotence-key'],
  requests: [
    { method: 'POST', path: '/payments', members: cardAt('payment_method_data.card'), answer: ANSWER },
    { method: 'POST', path: '/payment_methods', members: cardAt('card'), answer: ANSWER },
    {
      method: 'POST',
      path: '/payouts',
      members: { 'payout_destination_data.card.number': 'number' },
      answer: ANSWER,
    },
  ],
  access: ({ credentials, settings }) => {
    const { shopID, secretKey, payoutGatewayID: id, payoutSecretKey: secret } = credentials;
    const shop = yookassaAuthorization({ id: shopID, secret: secretKey });
    const payouts = id === undefined || secret === undefined ? [] : [yookassaAuthorization({ id, secret })];
    return { urls: [settings.url], credentials: [shop, ...payouts] };
  },
};
