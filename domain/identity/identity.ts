import { Refusal } from '../errors/refusal';

/** The owner of wallets and destinations: a party acts in its name with one provider. */
export interface Identity {
  id: string;
  partyID: string;
  providerID: string;
  name: string;
  createdAt: Date;
  isBlocked: boolean;
  metadata: object | null;
  externalID: string | null;
}

/** Why an identity is not made. One text a case, so that callers and tests can tell them apart. */
export const IDENTITY_REFUSALS = {
  partyMissing: 'party does not exist',
  partyInaccessible: 'party is inaccessible: blocked or suspended',
  providerUnknown: 'no such provider',
} as const;

/** What the creation of an identity depends on; undefined is what was not found. */
export interface IdentityContext {
  party: { isBlocked: boolean; isSuspended: boolean } | undefined;
  provider: object | undefined;
}

/** @throws Refusal invalidOperationParameters where an identity may not be made. */
export function assertIdentityCreatable({ party, provider }: IdentityContext): void {
  if (!party) throw new Refusal('invalidOperationParameters', IDENTITY_REFUSALS.partyMissing);
  if (party.isBlocked || party.isSuspended) {
    throw new Refusal('invalidOperationParameters', IDENTITY_REFUSALS.partyInaccessible);
  }
  if (!provider) throw new Refusal('invalidOperationParameters', IDENTITY_REFUSALS.providerUnknown);
}

/** The refusal that names the parameter under which there is no identity, or another party's. */
export function badIdentity(): Refusal {
  return new Refusal('badIdentity', 'identity not found', { place: 'identityID' });
}
