import { ApplicationFailure, cancellationSignal } from '@temporalio/activity';
import { ConnectorUnavailable } from '../../../connectors/connector';
import { OutcomeUnknown, DatabaseUnavailable } from '../../../store/postgres/database-failure';
import { recordUnrepaired, type RecordedFinding } from '../../../store/operators/reconciliation/findings';
import { NotNow, repair, type RepairParts } from './repair';

/** Repairs that fail for this long are left to an operator, so that they do not block others. */
const MAX_REPAIR_MS = 60 * 60_000;

/** The result of a repair. */
export type Repaired = 'repaired' | 'listed' | 'later';

export const REPAIR_MESSAGES: Readonly<Record<Repaired, string>> = {
  repaired: 'a difference was repaired',
  listed: 'a difference is left to an operator',
  later: 'a repair will be retried',
};

/** Repairs one finding; its failure does not block others. */
export async function repairOne(parts: RepairParts, finding: RecordedFinding): Promise<Repaired> {
  try {
    return (await repair(parts, finding)) ? 'repaired' : 'listed';
  } catch (error) {
    if (cancellationSignal().aborted || !(error instanceof Error)) throw error;
    const isRecent = parts.asOf.getTime() - finding.statusChangedAt.getTime() < MAX_REPAIR_MS;
    if (isRecent && isTransient(error)) return 'later';
    await recordUnrepaired(parts.store.database, finding.id, {
      repairProblem: 'repairFailed',
      text: error.message.slice(0, 500),
    });
    return 'listed';
  }
}

/** Whether a retry may succeed. */
function isTransient(error: Error): boolean {
  if (error instanceof ApplicationFailure) return error.type === OutcomeUnknown.name;
  return [ConnectorUnavailable, OutcomeUnknown, DatabaseUnavailable, NotNow].some((kind) => error instanceof kind);
}
