import { notFound } from '../../../domain/platform/errors/refusal';
import type { Chargeback, ChargebackRef } from '../../../domain/payments/chargeback/chargeback';
import { selectList } from '../../postgres/columns';
import { statement, type Database } from '../../postgres/database';
import { getPayment } from '../payment/payment.queries';
import { CHARGEBACK_COLUMNS, readChargeback } from './chargeback.table';

/** A party's own chargeback. @throws Refusal notFound */
export async function getChargeback(
  database: Database,
  { partyID, ...ref }: ChargebackRef & { partyID: string },
): Promise<Chargeback> {
  const chargeback = await readChargeback(database, ref);
  if (chargeback?.partyID !== partyID) throw notFound('Chargeback');
  return chargeback;
}

const LIST = statement<Chargeback>(
  'chargeback-list',
  `SELECT ${selectList(CHARGEBACK_COLUMNS, 'c')} FROM chargebacks c
   WHERE invoice_id = $1 AND payment_id = $2 ORDER BY length(id), id`,
);

/** A payment's chargebacks, oldest first. @throws Refusal notFound if the payment is not the party's */
export async function listChargebacks(
  database: Database,
  payment: { invoiceID: string; paymentID: string; partyID: string },
): Promise<Chargeback[]> {
  await getPayment(database, payment);
  return database.run(LIST, [payment.invoiceID, payment.paymentID]);
}
