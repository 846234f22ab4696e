import { auditWithin } from '../../platform/audit/audited';
import type { Store } from '../../store';
import { endConsoleSessions, listConsoleSessions, type OwnedSession } from '../console-session/console-session';
import { getOperator } from './operator.queries';

/** The live console sessions of an operator, newest first. @throws Refusal notFound */
export async function listSessionsOf(
  { database }: Pick<Store, 'database'>,
  operatorID: string,
): Promise<OwnedSession[]> {
  await getOperator(database, operatorID);
  return listConsoleSessions(database, ownerOf(operatorID));
}

/** Ends one console session of an operator, or all. Idempotent. @throws Refusal notFound */
export async function endSessionsOf(
  { database, origin }: Store,
  { operatorID, sessionID, reason }: { operatorID: string; sessionID?: string; reason: string },
): Promise<void> {
  await getOperator(database, operatorID);
  await database.transaction(async (tx) => {
    const endedSessions = await endConsoleSessions(database, ownerOf(operatorID), sessionID, tx);
    if (endedSessions === 0) return;
    await auditWithin(database, origin, [{ type: 'operator', id: operatorID, reason, after: { endedSessions } }], tx);
  });
}

/** As the API names the caller. */
const ownerOf = (operatorID: string): string => `operator/${operatorID}`;
