import type { ReviewOutcome } from '../../../domain/payments/inspection/review';
import type { TimelineReview } from '../../../domain/operators/timeline/timeline';
import type { Payment, PaymentRef } from '../../../domain/payments/payment/payment';
import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import { statement, type BoundStatement, type Database } from '../../postgres/database';
import { findBy, listBy } from '../../postgres/readers';

const INSERT = statement(
  'payment-review-insert',
  `INSERT INTO payment_reviews (invoice_id, payment_id, party_id, shop_id, rule_id, created_at, deadline)
   VALUES ($1, $2, $3, $4, $5, $6, $7)`,
);

/** Opens the review of a new payment, which has its end. */
export function reviewInsert(payment: Payment, ruleID: string): BoundStatement {
  const { invoiceID, id, partyID, shopID, createdAt, reviewUntil } = payment;
  return {
    ...INSERT,
    values: [invoiceID, id, partyID, shopID, ruleID, rfc3339Text(createdAt), rfc3339Text(reviewUntil)],
  };
}

const END = statement(
  'payment-review-end',
  `UPDATE payment_reviews SET outcome = $3, ended_at = $4, command_id = $5
   WHERE invoice_id = $1 AND payment_id = $2 AND outcome IS NULL`,
);

/** Requires the lock of the payment's invoice. `commandID` is the operators' decision. */
export function reviewEnd(
  { invoiceID, paymentID }: PaymentRef,
  { outcome, commandID, at }: { outcome: ReviewOutcome; commandID: string | null; at: Date },
): BoundStatement {
  return { ...END, values: [invoiceID, paymentID, outcome, rfc3339Text(at), commandID] };
}

const FIND = statement<TimelineReview>(
  'payment-review-find',
  `SELECT r.rule_id AS "rule", r.created_at AS "createdAt", r.deadline, r.outcome, r.ended_at AS "endedAt",
     o.name AS "operatorName", c.reason
   FROM payment_reviews r LEFT JOIN operator_commands c ON c.id = r.command_id LEFT JOIN operators o ON o.id = c.requested_by
   WHERE r.invoice_id = $1 AND r.payment_id = $2`,
);

/** The review of a payment, open or ended; undefined if no rule has held it. */
export const findReview = findBy(FIND, 'invoiceID', 'paymentID');

export const listReviews = listBy(FIND, 'invoiceID', 'paymentID');

const DUE = statement<{ count: number }>(
  'payment-reviews-due',
  `SELECT count(*)::int AS count FROM payment_reviews WHERE outcome IS NULL AND deadline < now() + interval '5 minutes'`,
);

/** Open reviews that end within five minutes. */
export async function countDueReviews(database: Database): Promise<number> {
  const [row] = await database.run(DUE, []);
  return row?.count ?? 0;
}
