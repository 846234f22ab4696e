import type { InspectionRule } from './inspection-rule';

const MINUTE_MS = 60_000;

const DEFAULT_MINUTES = 15;
/** What the default processing deadline of 30 minutes leaves. */
export const MAX_REVIEW_MINUTES = 25;
/** Kept between the end of a review and the processing deadline: the payer may have to confirm the payment. */
const FOR_AUTHORISATION_MS = 5 * MINUTE_MS;
/** How long before the deletion of the card's CVV (`VAULT_CVV_MINUTES`) a review ends. */
const FOR_SENDING_CVV_MS = MINUTE_MS;
/** A shorter review would be over before an operator sees it. */
const MIN_REVIEW_MS = MINUTE_MS;

export const REVIEW_OUTCOMES = ['approved', 'rejected', 'expired'] as const;
export type ReviewOutcome = (typeof REVIEW_OUTCOMES)[number];

/**
 * Returns when a review of a new payment ends; undefined if there is no time for one.
 * @param cvvUntil when the vault deletes the CVV, if the payment has one
 */
export function endOfReview(
  { reviewMinutes = DEFAULT_MINUTES }: InspectionRule,
  { now, processingDeadline, cvvUntil }: { now: Date; processingDeadline: Date; cvvUntil?: Date | undefined },
): Date | undefined {
  const endMs = Math.min(
    now.getTime() + reviewMinutes * MINUTE_MS,
    processingDeadline.getTime() - FOR_AUTHORISATION_MS,
    (cvvUntil?.getTime() ?? Infinity) - FOR_SENDING_CVV_MS,
  );
  return endMs - now.getTime() < MIN_REVIEW_MS ? undefined : new Date(endMs);
}
