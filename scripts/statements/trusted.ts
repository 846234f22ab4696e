/**
 * Columns of which PostgreSQL cannot tell that they are never null, by statement, each with how we know. Whatever stands here
 * without need is a fault.
 */
export const TRUSTED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'payment-taken-back': {
    shopID: 'a part of a refund or chargeback always names its shop: domain/allocation writes it',
    amountMinor: 'and its amount',
  },
};
