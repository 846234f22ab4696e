import { decimalText } from '../../domain/money/amount-text';
import { rfc3339Text } from '../../domain/rfc3339/rfc3339';
import type { Report } from '../../domain/report/report';
import type { WithdrawalFailure } from '../../domain/withdrawal/withdrawal-failure';
import { statement, type Database } from '../database';

/** One withdrawal of the registry, in the order of its columns. Amounts are decimal texts. */
export type RegistryRow = (string | null)[];

interface Read {
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

const BATCH = statement<Read>(
  'report-registry-batch',
  `SELECT id, created_at AS "createdAt", wallet_id AS "walletID", destination_id AS "destinationID",
     amount AS "amountMinor", currency,
     CASE WHEN source_currency = destination_currency THEN nullif(source_amount - destination_amount, 0) END AS "feeMinor", external_id AS "externalID", status, failure
   FROM withdrawals
   WHERE identity_id = $1 AND created_at < $2 AND (created_at, id) > ($3::timestamptz, $4)
   ORDER BY created_at, id LIMIT $5`,
);

/** The withdrawals of a report's period, oldest first, read by key in batches: never all at once. */
export async function* registryRows(
  database: Database,
  { identityID, fromTime, toTime }: Report,
  onBatch: (rowCount: number) => void,
): AsyncGenerator<RegistryRow> {
  // No id sorts before the empty one, so the first batch begins with the period itself.
  let after = { createdAt: fromTime, id: '' };
  for (let rowCount = 0; ;) {
    const values = [identityID, rfc3339Text(toTime), rfc3339Text(after.createdAt), after.id, BATCH_SIZE];
    const batch = await database.run(BATCH, values);
    for (const read of batch) yield registryRow(read);
    rowCount += batch.length;
    onBatch(rowCount);
    const last = batch.at(-1);
    if (!last || batch.length < BATCH_SIZE) return;
    after = last;
  }
}

function registryRow(read: Read): RegistryRow {
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
