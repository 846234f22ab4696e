import type { components } from '../../api/payments.generated';
import { failurePath } from '../../parts/failure';
import { methodText, orderOf, payerText, toolOf } from '../../parts/method';
import type { ConsoleTexts } from '../../texts/texts';
import { readOwnPayments, type PaymentFilter } from '../payments/payment-source';
import { money, text, time, type ExportSource } from './csv-file';

type Payment = components['schemas']['PaymentSearchResult'];

const PAGE_SIZE = 1_000;
const SOLD = ['captured', 'refunded', 'charged_back'];

/** Payments of a shop with their order, payer, and what is left of each after the fee. */
export function exportPayments(filter: PaymentFilter, texts: ConsoleTexts): ExportSource<Payment> {
  const { common, lists, payments, payment, statuses, types } = texts;
  const ifSold = (row: Payment, amount: number | undefined): number | undefined =>
    SOLD.includes(row.status) ? amount : undefined;
  return {
    read: async (continuationToken) => {
      const { result = [], ...page } = await readOwnPayments({ ...filter, continuationToken, limit: PAGE_SIZE });
      return { rows: result, ...page };
    },
    columns: [
      time(common.created, ({ createdAt }) => createdAt),
      text(payments.order, (row) => orderOf(row)),
      text(types.invoice, ({ invoiceID }) => invoiceID),
      text(types.payment, ({ id }) => id),
      text(common.status, ({ status }) => statuses[status] ?? status),
      money(common.amount, ({ amount }) => amount),
      money(payment.fee, (row) => ifSold(row, row.fee)),
      money(lists.net, (row) => ifSold(row, row.amount - (row.fee ?? 0))),
      text(common.currency, ({ currency }) => currency),
      text(payment.payer, ({ payer }) => payerText(payer)),
      text(payments.tool, ({ payer }) => methodText(toolOf(payer), texts)),
      text(lists.products, ({ cart }) => cart?.map(({ product, quantity }) => `${product} × ${quantity}`).join(', ')),
      text(payment.rrn, ({ transactionInfo }) => transactionInfo?.rrn),
      text(payment.approvalCode, ({ transactionInfo }) => transactionInfo?.approvalCode),
      text(payment.error, ({ error }) => failurePath(error)),
      text(payment.externalID, ({ externalID }) => externalID),
      text(lists.metadata, ({ metadata }) => (hasFields(metadata) ? JSON.stringify(metadata) : undefined)),
    ],
  };
}

function hasFields(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
}
