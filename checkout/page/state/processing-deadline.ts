import type { PaymentToolDetails } from '../api/types';
import { getToolKind, isCard } from './payment-tools';

/** The lifetime of an invoice token, with which the payer follows the payment. */
const MAX_MINUTES = 3 * 24 * 60;
const MINUTE_MS = 60_000;

/**
 * Returns the deadline of a payment, or undefined for the platform's default. Terminals and crypto transfers need more than
 * its half hour, but no more than the invoice's due date.
 */
export function processingDeadline(
  tool: PaymentToolDetails | undefined,
  dueDate: string | undefined,
  now = Date.now(),
): string | undefined {
  if (isCard(tool) || getToolKind(tool) === 'phone') return undefined;
  const isDueFirst = dueDate !== undefined && Date.parse(dueDate) - now < MAX_MINUTES * MINUTE_MS;
  return isDueFirst ? dueDate : `${MAX_MINUTES}m`;
}

/**
 * Until when the payer can complete a payment that this page began with the deadline above; undefined where the shop has
 * chosen another one.
 */
export function payableUntil(startedAt: string, dueDate: string | undefined): string | undefined {
  if (dueDate === undefined) return undefined;
  const endsAt = Date.parse(startedAt) + MAX_MINUTES * MINUTE_MS;
  return endsAt < Date.parse(dueDate) ? new Date(endsAt).toISOString() : dueDate;
}
