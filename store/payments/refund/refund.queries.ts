import { notFound } from '../../../domain/platform/errors/refusal';
import type { Refund, RefundRef } from '../../../domain/payments/refund/refund';
import { selectList } from '../../postgres/columns';
import { getBy, listByID } from '../../postgres/readers';
import { lookup, statement, type Database } from '../../postgres/database';
import { getPayment } from '../payment/payment.queries';
import { REFUND_COLUMNS, readRefund } from './refund.table';

const REFUND = selectList(REFUND_COLUMNS, 'r');

/** A party's own refund. @throws Refusal notFound */
export async function getRefund(
  database: Database,
  { partyID, ...ref }: RefundRef & { partyID: string },
): Promise<Refund> {
  const refund = await readRefund(database, ref);
  if (refund?.partyID !== partyID) throw notFound('Refund');
  return refund;
}

const LIST = statement<Refund>(
  'refund-list',
  `SELECT ${REFUND} FROM refunds r WHERE invoice_id = $1 AND payment_id = $2 ORDER BY length(id), id`,
);

/** A payment's refunds, oldest first. @throws Refusal notFound if the payment is not the party's */
export async function listRefunds(
  database: Database,
  payment: { invoiceID: string; paymentID: string; partyID: string },
): Promise<Refund[]> {
  await getPayment(database, payment);
  return database.run(LIST, [payment.invoiceID, payment.paymentID]);
}

const LIST_OF_INVOICE = statement<Refund>(
  'refund-list-of-invoice',
  `SELECT ${REFUND} FROM refunds r WHERE invoice_id = $1`,
);

export const listRefundsOfInvoice = listByID(LIST_OF_INVOICE);

const FIND_BY_EXTERNAL_ID = lookup<Refund>(
  'refund-find-external',
  `SELECT ${REFUND} FROM refunds r WHERE party_id = $1 AND external_id = $2`,
);

/** A party's refund by external id. @throws Refusal notFound */
export const getRefundByExternalID = getBy(FIND_BY_EXTERNAL_ID, 'Refund', 'partyID', 'externalID');
