import { ApplicationFailure, cancellationSignal } from '@temporalio/activity';
import { ConnectorUnavailable } from '../../connectors/connector';
import { OutcomeUnknown, DatabaseUnavailable } from '../../store/database-failure';
import { recordUnrepaired, type RecordedFinding } from '../../store/reconciliation/findings';
import { NotNow, repair, type RepairParts } from './repair';

/** What could not be repaired for so long is for an operator, and no longer stands before what can be. */
const MAX_REPAIR_MS = 60 * 60_000;

/** What became of a repair. */
export type Repaired = 'repaired' | 'listed' | 'later';

export const REPAIR_WORDS: Readonly<Record<Repaired, string>> = {
  repaired: 'a difference was repaired',
  listed: 'a difference is for an operator',
  later: 'a difference is repaired later',
};

/** One that fails keeps no other from its repair. */
export async function repairOne(parts: RepairParts, finding: RecordedFinding): Promise<Repaired> {
  try {
    return (await repair(parts, finding)) ? 'repaired' : 'listed';
  } catch (error) {
    if (cancellationSignal().aborted || !(error instanceof Error)) throw error;
    const isYoung = Date.parse(parts.asOf) - finding.statusChangedAt.getTime() < MAX_REPAIR_MS;
    if (isYoung && isPassing(error)) return 'later';
    await recordUnrepaired(parts.store.database, finding.id, `its repair failed: ${error.message}`);
    return 'listed';
  }
}

/** Whether another time may go better: there was no answer, or it was not the moment. */
function isPassing(error: Error): boolean {
  if (error instanceof ApplicationFailure) return error.type === OutcomeUnknown.name;
  return [ConnectorUnavailable, OutcomeUnknown, DatabaseUnavailable, NotNow].some((kind) => error instanceof kind);
}
