import { getEvidenceFileKey, type ChargebackEvidence } from '../../../domain/payments/chargeback/evidence';
import { RETENTION_DAYS } from '../../platform/retention/retention';
import { statement, type Database } from '../../postgres/database';

const BATCH_SIZE = 50;
/** An upload that takes longer was cut off. */
const STORING_MINUTES = 60;

const EXPIRED = statement<Pick<ChargebackEvidence, 'id' | 'format'>>(
  'evidence-expired',
  `SELECT e.id, e.format FROM chargeback_evidence e
   WHERE (e.state <> 'stored' AND e.state_changed_at < now() - interval '${STORING_MINUTES} minutes')
     OR (e.added_at < now() - make_interval(days => $1) AND NOT EXISTS (
       SELECT FROM chargebacks c WHERE (c.invoice_id, c.payment_id, c.id) = (e.invoice_id, e.payment_id, e.chargeback_id)
         AND c.status = 'pending'))
   LIMIT ${BATCH_SIZE}`,
);
const DELETE = statement('evidence-delete-expired', 'DELETE FROM chargeback_evidence WHERE id = $1');

/** Deletes a batch of documents that were cut off, removed or have expired: the files first, so that a repetition finds what is left. */
export async function deleteExpiredEvidence({
  database,
  deleteFile,
}: {
  database: Database;
  /** Idempotent. */
  deleteFile: (key: string) => Promise<void>;
}): Promise<{ count: number; hasMore: boolean }> {
  const expired = await database.run(EXPIRED, [RETENTION_DAYS.chargeback_evidence]);
  for (const evidence of expired) {
    await deleteFile(getEvidenceFileKey(evidence));
    await database.run(DELETE, [evidence.id]);
  }
  return { count: expired.length, hasMore: expired.length === BATCH_SIZE };
}
