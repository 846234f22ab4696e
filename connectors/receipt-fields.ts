import { z } from 'zod';
import { PAYMENT_MODES, PAYMENT_SUBJECTS } from '../domain/payments/invoice/fiscal-tags';
import { VAT_RATES } from '../domain/payments/invoice/vat';
import { field } from './connector-field';

/** Settings of accounts whose acquirer issues receipts. */
export const RECEIPT_FIELDS = {
  // With it payments without a cart carry receipts too.
  receiptVat: field(z.enum(['none', ...VAT_RATES]), {
    en: 'VAT of receipts without a rate',
    ru: 'НДС чеков без ставки',
  }).exactOptional(),
  receiptSubject: field(z.enum(PAYMENT_SUBJECTS), {
    en: 'Subject of receipts (tag 1212)',
    ru: 'Предмет расчёта (тег 1212)',
  }).exactOptional(),
  receiptMode: field(z.enum(PAYMENT_MODES), {
    en: 'Payment mode of receipts (tag 1214)',
    ru: 'Способ расчёта (тег 1214)',
  }).exactOptional(),
};
