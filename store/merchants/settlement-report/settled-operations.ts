import { paymentOperationID } from '../../../domain/payments/payment/operation-id';
import { captureOf, readOperationName } from '../../../domain/operators/reconciliation/operation-name';
import type { SettledRow } from '../../../domain/merchants/settlement-report/settlement-report';
import { statement, type Database } from '../../postgres/database';

/** A row with the operation and the payment that it is about. */
export interface NamedRow extends SettledRow {
  invoiceID?: string;
  paymentID?: string;
}

interface FoundPayment {
  connectorReference: string;
  invoiceID: string;
  paymentID: string;
  attempt: number;
}

const PAYMENTS = statement<FoundPayment>(
  'settlement-report-payments',
  `SELECT connector_reference AS "connectorReference", invoice_id AS "invoiceID", id AS "paymentID", attempt
   FROM payments WHERE connector_reference = ANY ($1::text[]) AND connector = $2 AND connector_reference IS NOT NULL`,
);

const REFUNDS = statement<{ connectorReference: string; invoiceID: string; paymentID: string; refundID: string }>(
  'settlement-report-refunds',
  `SELECT r.connector_reference AS "connectorReference", r.invoice_id AS "invoiceID", r.payment_id AS "paymentID", r.id AS "refundID"
   FROM refunds r JOIN payments p ON (p.invoice_id, p.id) = (r.invoice_id, r.payment_id)
   WHERE r.connector_reference = ANY ($1::text[]) AND p.connector = $2 AND r.connector_reference IS NOT NULL`,
);

/** Finds the operations of rows: by our names, otherwise by the acquirer's. */
export async function nameRows(database: Database, account: string, rows: readonly SettledRow[]): Promise<NamedRow[]> {
  const references = [...new Set(rows.flatMap(({ connectorReference }) => connectorReference ?? []))];
  const [payments, refunds] = await Promise.all([
    database.run(PAYMENTS, [references, account]),
    database.run(REFUNDS, [references, account]),
  ]);
  const paymentOf = new Map(payments.map((found) => [found.connectorReference, found]));
  const refundOf = new Map(refunds.map((found) => [found.connectorReference, found]));
  return rows.map((row) => {
    const { kind, operationID: given = '', connectorReference = '', ...rest } = row;
    const operationID = captureOf(given) ?? given;
    const name = readOperationName(operationID);
    if (name?.entity === 'payment' || name?.entity === 'refund') {
      return { ...row, operationID, invoiceID: name.invoiceID, paymentID: name.paymentID };
    }
    const plain: SettledRow = { ...rest, kind, ...(connectorReference !== '' && { connectorReference }) };
    const refund = kind === 'refund' ? refundOf.get(connectorReference) : undefined;
    if (refund) {
      const { invoiceID, paymentID, refundID } = refund;
      return { ...plain, invoiceID, paymentID, operationID: `refund/${invoiceID}.${paymentID}.${refundID}/refund` };
    }
    const payment = kind === 'refund' ? undefined : paymentOf.get(connectorReference);
    if (!payment) return plain;
    const { invoiceID, paymentID, attempt } = payment;
    const capture = paymentOperationID({ invoiceID, id: paymentID, attempt }, 'capture');
    return { ...plain, invoiceID, paymentID, ...(kind === 'payment' && { operationID: capture }) };
  });
}
