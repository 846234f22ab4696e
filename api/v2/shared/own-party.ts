import { Refusal, notFound } from '../../../domain/errors/refusal';
import type { Caller } from '../../http/context';

/** A key acts for its own party only. @throws Refusal invalidPartyID where the body names another */
export function assertOwnParty(partyID: string, given: string | undefined): void {
  if (given !== undefined && given !== partyID) throw new Refusal('invalidPartyID', 'partyID is not of your party');
}

/** The party that a path names, if it is the caller's own. @throws Refusal notFound, in the name of what is looked for */
export function ownPartyOfPath(caller: Caller, partyID: string, entity = 'Party'): string {
  if (caller.partyID !== partyID) throw notFound(entity);
  return partyID;
}
