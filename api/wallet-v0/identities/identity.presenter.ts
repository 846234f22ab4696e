import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import type { Identity } from '../../../domain/wallets/identity/identity';
import type * as Wire from './identity.types';
import type { Metadata } from '../shared/primitives.types';

export function presentIdentity(identity: Identity): Wire.Identity {
  return {
    id: identity.id,
    name: identity.name,
    createdAt: rfc3339Text(identity.createdAt),
    provider: identity.providerID,
    isBlocked: identity.isBlocked,
    metadata: (identity.metadata ?? undefined) as Metadata | undefined,
    externalID: identity.externalID ?? undefined,
    partyID: identity.partyID,
  };
}
