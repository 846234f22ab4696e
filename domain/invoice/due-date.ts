import { Refusal } from '../errors/refusal';

/** @throws Refusal invalidRequest for an invoice that would be due already. */
export function assertDueLater(dueDate: Date, now: Date): void {
  if (dueDate > now) return;
  throw new Refusal('invalidRequest', 'body.dueDate: must be a date in the future', { place: 'body.dueDate' });
}

/**
 * An invoice past its lifetime cannot change (payments document, § 4), also while its cancellation is late.
 * @throws Refusal invalidInvoiceStatus
 */
export function assertNotOverdue({ dueDate }: { dueDate: Date }, now: Date): void {
  if (dueDate <= now) throw new Refusal('invalidInvoiceStatus', 'invoice is overdue');
}
