import { Refusal } from '../../platform/errors/refusal';

/** What identities, wallets and destinations have in common. */
export interface WalletEntity {
  id: string;
  partyID: string;
  providerID: string;
  name: string;
  createdAt: Date;
  isBlocked: boolean;
  metadata: object | null;
  externalID: string | null;
}

/** The owner of wallets and destinations, served by one wallet provider. */
export type Identity = WalletEntity;

/** Messages of refused identities. */
export const IDENTITY_REFUSALS = {
  partyMissing: 'party does not exist',
  partyInaccessible: 'party is inaccessible: blocked or suspended',
  providerUnknown: 'no such provider',
} as const;

/** The entities of a new identity; undefined means not found. */
export interface IdentityContext {
  party: { isBlocked: boolean; isSuspended: boolean } | undefined;
  provider: object | undefined;
}

/** Checks that an identity may be made. @throws Refusal invalidOperationParameters */
export function assertIdentityCreatable({ party, provider }: IdentityContext): void {
  if (!party) throw new Refusal('invalidOperationParameters', IDENTITY_REFUSALS.partyMissing);
  if (party.isBlocked || party.isSuspended) {
    throw new Refusal('invalidOperationParameters', IDENTITY_REFUSALS.partyInaccessible);
  }
  if (!provider) throw new Refusal('invalidOperationParameters', IDENTITY_REFUSALS.providerUnknown);
}

/** Refuses an identity that does not exist or belongs to another party. */
export function badIdentity(): Refusal {
  return new Refusal('badIdentity', 'identity not found', { place: 'identityID' });
}
