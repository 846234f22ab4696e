import { REGISTRY_STATUSES } from '../../../domain/merchants/report/registry-columns';
import { statement } from '../../postgres/database';
import { amountOrNull, sheetTime, type RegistrySource } from './registry-source';

interface RefundRead {
  invoiceID: string;
  paymentID: string;
  id: string;
  createdAt: Date;
  status: string;
  statusChangedAt: Date;
  amountMinor: bigint;
  currency: string;
  reason: string | null;
  rrn: string | null;
  externalID: string | null;
  failureCode: string | null;
}

const BATCH = statement<RefundRead>(
  'registry-refunds-batch',
  `SELECT invoice_id AS "invoiceID", payment_id AS "paymentID", id, created_at AS "createdAt", status,
     status_changed_at AS "statusChangedAt", amount AS "amountMinor", currency, reason, rrn,
     external_id AS "externalID", failure ->> 'code' AS "failureCode"
   FROM refunds
   WHERE shop_id = $1 AND created_at < $2
     AND (created_at, invoice_id, payment_id, id) > ($4::timestamptz, $5, $6, $7)
   ORDER BY created_at, invoice_id, payment_id, id LIMIT $3`,
);

/** Refunds of a shop. */
export const refundRows: RegistrySource<RefundRead> = {
  batch: BATCH,
  ownerOf: ({ shopID }) => shopID,
  idsOf: ({ invoiceID, paymentID, id }) => [invoiceID, paymentID, id],
  idCount: 3,
  toRow: (read) => [
    read.invoiceID,
    read.paymentID,
    read.id,
    sheetTime(read.createdAt),
    REGISTRY_STATUSES.refunds[read.status] ?? read.status,
    sheetTime(read.statusChangedAt),
    amountOrNull(read.amountMinor, read.currency),
    read.currency,
    read.reason,
    read.rrn,
    read.externalID,
    read.failureCode,
  ],
};
