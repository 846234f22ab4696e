import { Refusal } from '../../../domain/platform/errors/refusal';
import type { TimelineNote } from '../../../domain/operators/timeline/timeline';
import type { PaymentRef } from '../../../domain/payments/payment/payment';
import { newId } from '../../id';
import { auditWithin } from '../../platform/audit/audited';
import { statement, type Database, type Transaction } from '../../postgres/database';
import { listBy } from '../../postgres/readers';
import type { Store } from '../../store';
import { findPayment } from '../payment/payment.queries';

const INSERT = statement(
  'payment-note-insert',
  'INSERT INTO payment_notes (id, invoice_id, payment_id, operator_id, text) VALUES ($1, $2, $3, $4, $5)',
);

export interface NewNote extends PaymentRef {
  operatorID: string;
  text: string;
}

/** Notes something on a payment, for operators only. The audit log has no text of it. @throws Refusal notFound, invalidRequest */
export async function addPaymentNote({ database, origin }: Store, note: NewNote): Promise<void> {
  const { invoiceID, paymentID, operatorID } = note;
  const text = note.text.trim();
  if (text === '') throw new Refusal('invalidRequest', 'text: must not be blank', { place: 'text' });
  await findPayment(database, { invoiceID, paymentID });
  const id = newId();
  await database.transaction(async (tx) => {
    await database.run(INSERT, [id, invoiceID, paymentID, operatorID, text], tx);
    const subject = { type: 'payment', id: `${invoiceID}.${paymentID}`, after: { noteID: id } } as const;
    await auditWithin(database, origin, [subject], tx);
  });
}

const LIST = statement<TimelineNote>(
  'payment-notes-list',
  `SELECT n.id, n.text, n.created_at AS "createdAt", r.name AS "operatorName"
   FROM payment_notes n JOIN operators r ON r.id = n.operator_id
   WHERE n.invoice_id = $1 AND n.payment_id = $2 ORDER BY n.created_at, n.id LIMIT 1000`,
);

export const listPaymentNotes = listBy(LIST, 'invoiceID', 'paymentID');

const ERASE = statement(
  'payment-notes-erase',
  'UPDATE payment_notes SET text = $3 WHERE invoice_id = $1 AND payment_id = $2',
);

/** Replaces the notes on a payment, which may name the payer. */
export async function erasePaymentNotes(
  database: Database,
  { invoiceID, paymentID, text }: PaymentRef & { text: string },
  tx: Transaction,
): Promise<void> {
  await database.run(ERASE, [invoiceID, paymentID, text], tx);
}
