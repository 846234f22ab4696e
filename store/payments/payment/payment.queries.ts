import { notFound } from '../../../domain/platform/errors/refusal';
import type { Invoice } from '../../../domain/payments/invoice/invoice';
import type { Payment, PaymentRef } from '../../../domain/payments/payment/payment';
import { selectList, unprefixed, type Prefixed } from '../../postgres/columns';
import { findBy, getBy, listBy } from '../../postgres/readers';
import { lookup, statement, type Database } from '../../postgres/database';
import { PAYMENT_COLUMNS } from './payment.table';

const PAYMENT = selectList(PAYMENT_COLUMNS, 'p');

const FIND = lookup<Payment>(
  'payment-find',
  `SELECT ${PAYMENT} FROM payments p WHERE invoice_id = $1 AND id = $2 AND party_id = $3`,
);

/** A party's own payment; undefined if foreign. */
export const findPaymentOfParty = findBy(FIND, 'invoiceID', 'paymentID', 'partyID');

/** A party's own payment. @throws Refusal notFound */
export const getPayment = getBy(FIND, 'Payment', 'invoiceID', 'paymentID', 'partyID');

const LIST = statement<Payment>(
  'payment-list',
  `SELECT ${PAYMENT} FROM payments p WHERE invoice_id = $1 AND party_id = $2 ORDER BY created_at, length(id), id`,
);

export const listPayments = listBy(LIST, 'invoiceID', 'partyID');

const FIND_BY_EXTERNAL_ID = lookup<Payment>(
  'payment-find-external',
  `SELECT ${PAYMENT} FROM payments p WHERE party_id = $1 AND external_id = $2
   ORDER BY external_id_scope <> '', created_at, invoice_id LIMIT 1`,
);

/** The merchant's payment with this external id, or else the first payer's. @throws Refusal notFound */
export const getPaymentByExternalID = getBy(FIND_BY_EXTERNAL_ID, 'Payment', 'partyID', 'externalID');

const FIND_ANY = lookup<Payment>(
  'payment-find-any',
  `SELECT ${PAYMENT} FROM payments p WHERE invoice_id = $1 AND id = $2`,
);

/** A payment of any party: not for callers. @throws Refusal notFound */
export const findPayment = getBy(FIND_ANY, 'Payment', 'invoiceID', 'paymentID');

const FIND_REDIRECT_URL = statement<{ redirectUrl: string | null }>(
  'payment-redirect-url',
  `SELECT payer #>> '{sessionInfo,redirectUrl}' AS "redirectUrl" FROM payments WHERE invoice_id = $1 AND id = $2`,
);

/** The page of the shop that a payer returns to, if the payment exists and names one. */
export async function findRedirectUrl(
  database: Database,
  { invoiceID, paymentID }: PaymentRef,
): Promise<string | undefined> {
  const [payment] = await database.run(FIND_REDIRECT_URL, [invoiceID, paymentID]);
  return payment?.redirectUrl ?? undefined;
}

export interface PresentedPayment {
  payment: Payment;
  merchantName: string;
  product: string;
  clientInfo: Invoice['clientInfo'];
}

const FIND_PRESENTED = lookup<Prefixed<Payment, 'payment.'> & Omit<PresentedPayment, 'payment'>>(
  'payment-find-presented',
  `SELECT ${selectList(PAYMENT_COLUMNS, 'p', 'payment.')}, s.name AS "merchantName", i.product,
     i.client_info AS "clientInfo"
   FROM payments p JOIN invoices i ON i.id = p.invoice_id JOIN shops s ON s.id = p.shop_id AND s.party_id = p.party_id
   WHERE p.invoice_id = $1 AND p.id = $2`,
);

/** @throws Refusal notFound */
export async function findPresentedPayment(
  database: Database,
  { invoiceID, paymentID }: PaymentRef,
): Promise<PresentedPayment> {
  const [row] = await database.run(FIND_PRESENTED, [invoiceID, paymentID]);
  if (!row) throw notFound('Payment');
  const { merchantName, product, clientInfo, ...columns } = row;
  return { payment: unprefixed<Payment, 'payment.'>(columns, 'payment.'), merchantName, product, clientInfo };
}
