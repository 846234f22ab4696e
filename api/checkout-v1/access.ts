import type { CallerKind } from '../http/access';

/** Who may call each operation of `/checkout/v1`: payers, by the token of what they pay. */
export const access = {
  getShop: ['invoiceToken', 'invoiceTemplateToken', 'customerToken'],
} as const satisfies Record<string, readonly CallerKind[]>;
