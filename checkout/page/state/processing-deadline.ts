import type { PaymentToolDetails } from '../api/types';
import { getToolKind } from '../outcome-words';

/** As long as the token of an invoice lives, with which its payer looks after it. */
const MAX_MINUTES = 3 * 24 * 60;

/**
 * Until when a payment may wait for its payer. Who carries a code to a terminal or transfers coins needs more than the half hour
 * that the platform gives by default; nobody pays after the invoice's due date. Undefined where the default does.
 */
export function processingDeadline(
  tool: PaymentToolDetails | undefined,
  dueDate: string | undefined,
  now = Date.now(),
): string | undefined {
  const kind = getToolKind(tool);
  if (kind === 'card' || kind === 'phone') return undefined;
  const isDueFirst = dueDate !== undefined && Date.parse(dueDate) - now < MAX_MINUTES * 60_000;
  return isDueFirst ? dueDate : `${MAX_MINUTES}m`;
}
