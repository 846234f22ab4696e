import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import type { Destination } from '../../../domain/wallets/destination/destination';
import type * as Wire from './destination.types';
import type { Metadata } from '../shared/primitives.types';

export function presentDestination(destination: Destination): Wire.Destination {
  return {
    id: destination.id,
    name: destination.name,
    createdAt: rfc3339Text(destination.createdAt),
    isBlocked: destination.isBlocked,
    identity: destination.identityID,
    currency: destination.currency,
    resource: destination.resource,
    additionalAuthData: destination.additionalAuthData ?? undefined,
    customer: destination.customer ?? undefined,
    billingAddress: destination.billingAddress ?? undefined,
    metadata: (destination.metadata ?? undefined) as Metadata | undefined,
    externalID: destination.externalID ?? undefined,
    status: destination.status,
    validUntil: rfc3339Text(destination.validUntil),
  };
}
