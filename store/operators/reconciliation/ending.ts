import { notFound } from '../../../domain/platform/errors/refusal';
import { auditWithin } from '../../platform/audit/audited';
import { statement, type Transaction } from '../../postgres/database';
import type { Store } from '../../store';
import { isReconciled } from './connectors';
import { isFrom } from './findings';

const END = statement<{ connector: string }>(
  'reconciliation-end',
  `UPDATE reconciled_connectors
   SET ended_at = now(), end_reason = $2, ended_by = $3, problem = NULL, problem_kind = NULL,
     problem_since = NULL
   WHERE connector = $1 AND ended_at IS NULL RETURNING connector`,
);

const LIST_REPAIRS = statement(
  'reconciliation-end-repairs',
  `UPDATE reconciliation_findings SET status = 'open', status_changed_at = now(),
     facts = facts || '{"repairProblem": "reconciliationEnded"}'
   WHERE connector = $1 AND ${isFrom('list')}`,
);

const RESUME = statement<{ connector: string }>(
  'reconciliation-resume',
  `UPDATE reconciled_connectors SET ended_at = NULL, end_reason = NULL, ended_by = NULL
   WHERE connector = $1 AND ended_at IS NOT NULL RETURNING connector`,
);

export interface ReconciliationDecision {
  connector: string;
  reason: string;
}

/** Ends a reconciliation; its pending repairs become open findings. Idempotent. @throws Refusal notFound */
export async function endReconciliation(store: Store, { connector, reason }: ReconciliationDecision): Promise<void> {
  const { database, origin } = store;
  await changeAndAudit(store, { connector, reason }, async (tx) => {
    const [ended] = await database.run(END, [connector, reason, origin?.caller ?? 'platform'], tx);
    if (ended) await database.run(LIST_REPAIRS, [connector], tx);
    return ended !== undefined;
  });
}

/** Resumes a reconciliation where it ended: the sweeper starts its workflow. @throws Refusal notFound */
export async function resumeReconciliation(store: Store, decision: ReconciliationDecision): Promise<void> {
  await changeAndAudit(store, decision, async (tx) => {
    return (await store.database.run(RESUME, [decision.connector], tx)).length > 0;
  });
}

async function changeAndAudit(
  { database, origin }: Store,
  { connector, reason }: ReconciliationDecision,
  change: (tx: Transaction) => Promise<boolean>,
): Promise<void> {
  await database.transaction(async (tx) => {
    const isChanged = await change(tx);
    if (isChanged) await auditWithin(database, origin, [{ type: 'reconciliation', id: connector, reason }], tx);
    else if (!(await isReconciled(database, connector, tx))) throw notFound('Reconciliation');
  });
}
