/** Columns that are never null although PostgreSQL cannot infer it, by statement, each with the reason. */
export const TRUSTED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'payment-taken-back': {
    shopID: 'domain/payments/allocation writes the shop of each part of a refund or chargeback',
    amountMinor: 'domain/payments/allocation writes the amount too',
  },
  'shop-month-lines': { day: 'the day of created_at, which is never null' },
};
