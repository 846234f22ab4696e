import { Refusal, notFound } from '../../../domain/platform/errors/refusal';
import type { Caller } from '../../http/context';

/** @throws Refusal invalidPartyID if the body names another party than the key's */
export function assertOwnParty(partyID: string, given: string | undefined): void {
  if (given !== undefined && given !== partyID) throw new Refusal('invalidPartyID', 'partyID is not of your party');
}

/** The party of a path, which must be the caller's. @throws Refusal notFound with the name of `entity` */
export function ownPartyOfPath(caller: Caller, partyID: string, entity = 'Party'): string {
  if (caller.partyID !== partyID) throw notFound(entity);
  return partyID;
}
