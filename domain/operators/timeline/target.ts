import type { PaymentRef } from '../../payments/payment/payment';
import type { RefundRef } from '../../payments/refund/refund';

/** The kinds of entities that webhooks report on. */
export type SubjectKind = 'invoice' | 'customer' | 'withdrawal' | 'destination' | 'payout';

/** What a timeline is recorded under; a deposit has no webhooks. */
export interface RecordedSubject {
  type: SubjectKind | 'deposit';
  id: string;
}

/** The entity of a timeline. */
export type TimelineTarget =
  ({ kind: 'payment' } & PaymentRef) | ({ kind: 'refund' } & RefundRef) | { kind: SubjectKind | 'deposit'; id: string };
