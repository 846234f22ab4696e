import type { PaymentRef } from '../payment/payment';
import type { RefundRef } from '../refund/refund';

/** The things whose histories are queues of webhooks. */
export const SUBJECT_KINDS = ['invoice', 'customer', 'withdrawal', 'destination'] as const;
export type SubjectKind = (typeof SUBJECT_KINDS)[number];

/** What a timeline is of. */
export type TimelineTarget =
  ({ kind: 'payment' } & PaymentRef) | ({ kind: 'refund' } & RefundRef) | { kind: SubjectKind; id: string };

/** Reads `INVOICE.PAYMENT`, with the prefix of its workflow or without; undefined for anything else. */
export function readPaymentName(text: string): PaymentRef | undefined {
  const [, invoiceID, paymentID] = /^(?:payment\/)?([^./]+)\.([^./]+)$/.exec(text) ?? [];
  return invoiceID === undefined || paymentID === undefined ? undefined : { invoiceID, paymentID };
}

/** Reads `INVOICE.PAYMENT.REFUND`, with the prefix of its workflow or without; undefined for anything else. */
export function readRefundName(text: string): RefundRef | undefined {
  const [, invoiceID, paymentID, refundID] = /^(?:refund\/)?([^./]+)\.([^./]+)\.([^./]+)$/.exec(text) ?? [];
  if (invoiceID === undefined || paymentID === undefined || refundID === undefined) return undefined;
  return { invoiceID, paymentID, refundID };
}

/** Reads `invoice/ID` and its like, as deliveries name their subjects; undefined for anything else. */
export function readSubject(text: string): { kind: SubjectKind; id: string } | undefined {
  const [, kind, id] = /^([a-z]+)\/([^./]+)$/.exec(text) ?? [];
  const known = SUBJECT_KINDS.find((one) => one === kind);
  return known === undefined || id === undefined ? undefined : { kind: known, id };
}
