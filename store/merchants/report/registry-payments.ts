import { REGISTRY_STATUSES } from '../../../domain/merchants/report/registry-columns';
import { statement } from '../../postgres/database';
import { amountOrNull, sheetTime, type RegistrySource } from './registry-source';

interface PaymentRead {
  invoiceID: string;
  id: string;
  createdAt: Date;
  status: string;
  statusChangedAt: Date;
  amountMinor: bigint;
  currency: string;
  feeMinor: bigint | null;
  toolType: string | null;
  paymentSystem: string | null;
  first6: string | null;
  last4: string | null;
  rrn: string | null;
  approvalCode: string | null;
  externalID: string | null;
  failureCode: string | null;
}

const BATCH = statement<PaymentRead>(
  'registry-payments-batch',
  `SELECT invoice_id AS "invoiceID", id, created_at AS "createdAt", status, status_changed_at AS "statusChangedAt",
     amount AS "amountMinor", currency, fee AS "feeMinor", tool_type AS "toolType",
     card_payment_system AS "paymentSystem", card_first6 AS "first6", card_last4 AS "last4", rrn,
     approval_code AS "approvalCode", external_id AS "externalID", failure ->> 'code' AS "failureCode"
   FROM payments
   WHERE shop_id = $1 AND created_at < $2 AND (created_at, invoice_id, id) > ($4::timestamptz, $5, $6)
   ORDER BY created_at, invoice_id, id LIMIT $3`,
);

/** Payments of a shop. */
export const paymentRows: RegistrySource<PaymentRead> = {
  batch: BATCH,
  ownerOf: ({ shopID }) => shopID,
  idsOf: ({ invoiceID, id }) => [invoiceID, id],
  idCount: 2,
  toRow: (read) => [
    read.invoiceID,
    read.id,
    sheetTime(read.createdAt),
    REGISTRY_STATUSES.payments[read.status] ?? read.status,
    sheetTime(read.statusChangedAt),
    amountOrNull(read.amountMinor, read.currency),
    read.currency,
    amountOrNull(read.feeMinor, read.currency),
    read.toolType,
    read.paymentSystem,
    read.last4 === null ? null : `${read.first6 ?? ''}******${read.last4}`,
    read.rrn,
    read.approvalCode,
    read.externalID,
    read.failureCode,
  ],
};
