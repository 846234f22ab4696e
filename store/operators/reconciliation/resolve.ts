import { Refusal } from '../../../domain/platform/errors/refusal';
import { auditWithin } from '../../platform/audit/audited';
import { statement } from '../../postgres/database';
import type { Store } from '../../store';
import { getFinding } from './finding.queries';
import { isFrom, type RecordedFinding } from './findings';

const RESOLVE = statement<{ id: string }>(
  'reconciliation-finding-resolve',
  `UPDATE reconciliation_findings SET status = 'resolved', status_changed_at = now(), resolution = $2, resolved_by = $3
   WHERE id = $1 AND ${isFrom('resolve')} RETURNING id`,
);

/** Resolves an open finding with an operator's reason. Idempotent. @throws Refusal notFound, invalidRequest if the finding is not open */
export async function resolveFinding(
  store: Store,
  { id, reason }: { id: string; reason: string },
): Promise<RecordedFinding> {
  const { database, origin } = store;
  await database.transaction(async (tx) => {
    const [resolved] = await database.run(RESOLVE, [id, reason, origin?.caller ?? 'platform'], tx);
    if (resolved) await auditWithin(database, origin, [{ type: 'finding', id, reason }], tx);
  });
  const finding = await getFinding(database, id);
  if (finding.status === 'resolved') return finding;
  throw new Refusal('invalidRequest', `the finding is ${finding.status}: only an open one is resolved`);
}
