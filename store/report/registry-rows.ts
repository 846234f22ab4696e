import { decimalText } from '../../domain/money/amount-text';
import { rfc3339Text } from '../../domain/rfc3339/rfc3339';
import type { Report } from '../../domain/report/report';
import type { WithdrawalFailure } from '../../domain/withdrawal/withdrawal-failure';
import { statement, type Database } from '../postgres/database';

export type RegistryRow = (string | null)[];

interface WithdrawalRead {
  id: string;
  createdAt: Date;
  walletID: string;
  destinationID: string;
  amountMinor: bigint;
  currency: string;
  feeMinor: bigint | null;
  externalID: string | null;
  status: string;
  failure: WithdrawalFailure | null;
}

const BATCH_SIZE = 2_000;

const BATCH = statement<WithdrawalRead>(
  'report-registry-batch',
  `SELECT id, created_at AS "createdAt", wallet_id AS "walletID", destination_id AS "destinationID",
     amount AS "amountMinor", currency,
     CASE WHEN source_currency = destination_currency THEN nullif(source_amount - destination_amount, 0) END AS "feeMinor", external_id AS "externalID", status, failure
   FROM withdrawals
   WHERE identity_id = $1 AND created_at < $2 AND (created_at, id) > ($3::timestamptz, $4)
   ORDER BY created_at, id LIMIT $5`,
);

/** Streams the withdrawals of a report's period, oldest first, reading batches by key. */
export async function* registryRows(
  database: Database,
  { identityID, fromTime, toTime }: Report,
  onBatch: (rowCount: number) => void,
): AsyncGenerator<RegistryRow> {
  // The empty id sorts first, so the first batch starts at `fromTime`.
  let after = { createdAt: fromTime, id: '' };
  for (let rowCount = 0; ;) {
    const values = [identityID, rfc3339Text(toTime), rfc3339Text(after.createdAt), after.id, BATCH_SIZE];
    const batch = await database.run(BATCH, values);
    for (const read of batch) yield toRegistryRow(read);
    rowCount += batch.length;
    onBatch(rowCount);
    const last = batch.at(-1);
    if (!last || batch.length < BATCH_SIZE) return;
    after = last;
  }
}

function toRegistryRow(read: WithdrawalRead): RegistryRow {
  return [
    read.id,
    rfc3339Text(read.createdAt),
    read.walletID,
    read.destinationID,
    decimalText(read),
    read.currency,
    read.feeMinor === null ? null : decimalText({ amountMinor: read.feeMinor, currency: read.currency }),
    read.externalID,
    read.status,
    read.failure?.code ?? null,
  ];
}
