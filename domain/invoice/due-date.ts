import { Refusal } from '../errors/refusal';
import { isWithinReach } from '../rfc3339/rfc3339';

/** @throws Refusal invalidRequest for an invoice that would be due already, or after everybody is gone. */
export function assertDueLater(dueDate: Date, now: Date): void {
  if (dueDate <= now) throw badDueDate('must be a date in the future');
  if (!isWithinReach(dueDate, now)) throw badDueDate('must be a date of the next hundred years');
}

function badDueDate(problem: string): Refusal {
  return new Refusal('invalidRequest', `body.dueDate: ${problem}`, { place: 'body.dueDate' });
}

/**
 * An invoice past its lifetime cannot change (payments document, § 4), also while its cancellation is late.
 * @throws Refusal invalidInvoiceStatus
 */
export function assertNotOverdue({ dueDate }: { dueDate: Date }, now: Date): void {
  if (dueDate <= now) throw new Refusal('invalidInvoiceStatus', 'invoice is overdue');
}
