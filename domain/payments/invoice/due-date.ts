import { invalidField, Refusal } from '../../platform/errors/refusal';
import { isWithinReach } from '../../platform/rfc3339/rfc3339';

/** @throws Refusal invalidRequest for a due date that is past or more than a hundred years away */
export function assertDueLater(dueDate: Date, now: Date): void {
  if (dueDate <= now) throw invalidField('body.dueDate', 'must be a date in the future');
  if (!isWithinReach(dueDate, now)) throw invalidField('body.dueDate', 'must be a date of the next hundred years');
}

/**
 * Refuses changes of an overdue invoice (payments document, § 4), even before it is cancelled.
 * @throws Refusal invalidInvoiceStatus
 */
export function assertNotOverdue({ dueDate }: { dueDate: Date }, now: Date): void {
  if (dueDate <= now) throw new Refusal('invalidInvoiceStatus', 'invoice is overdue');
}
