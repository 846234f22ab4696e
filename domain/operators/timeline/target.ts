import type { PaymentRef } from '../../payments/payment/payment';
import type { RefundRef } from '../../payments/refund/refund';

/** The kinds of entities that webhooks report on. */
export const SUBJECT_KINDS = ['invoice', 'customer', 'withdrawal', 'destination', 'payout'] as const;
export type SubjectKind = (typeof SUBJECT_KINDS)[number];

/** What a timeline is recorded under; a deposit has no webhooks. */
export interface RecordedSubject {
  type: SubjectKind | 'deposit';
  id: string;
}

/** The entity of a timeline. */
export type TimelineTarget =
  ({ kind: 'payment' } & PaymentRef) | ({ kind: 'refund' } & RefundRef) | { kind: SubjectKind | 'deposit'; id: string };

/** Parses `INVOICE.PAYMENT`, with or without the prefix of its workflow. */
export function readPaymentName(text: string): PaymentRef | undefined {
  const [, invoiceID, paymentID] = /^(?:payment\/)?([^./]+)\.([^./]+)$/.exec(text) ?? [];
  return invoiceID === undefined || paymentID === undefined ? undefined : { invoiceID, paymentID };
}

/** Parses `INVOICE.PAYMENT.REFUND`, with or without the prefix of its workflow. */
export function readRefundName(text: string): RefundRef | undefined {
  const [, invoiceID, paymentID, refundID] = /^(?:refund\/)?([^./]+)\.([^./]+)\.([^./]+)$/.exec(text) ?? [];
  if (invoiceID === undefined || paymentID === undefined || refundID === undefined) return undefined;
  return { invoiceID, paymentID, refundID };
}

/** Parses a subject of deliveries such as `invoice/ID`. */
export function readSubject(text: string): { kind: SubjectKind; id: string } | undefined {
  const [, kind, id] = /^([a-z]+)\/([^./]+)$/.exec(text) ?? [];
  const known = SUBJECT_KINDS.find((one) => one === kind);
  return known === undefined || id === undefined ? undefined : { kind: known, id };
}
