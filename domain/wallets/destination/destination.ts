import { Refusal } from '../../platform/errors/refusal';
import { allowsResource, currencyTerms, type WalletProvider } from '../wallet-provider/wallet-provider';
import type { BillingAddress, WithdrawalCustomer } from '../withdrawal/customer';
import type { DestinationResource, DestinationResourceType } from './destination-resource';
import type { DestinationStatus } from './destination.machine';

/** Tokens that link a destination to externally verified people. */
export interface SenderReceiverAuthData {
  type: 'SenderReceiverAuthData';
  senderToken: string;
  receiverToken: string;
}

export interface Destination {
  id: string;
  partyID: string;
  identityID: string;
  providerID: string;
  name: string;
  currency: string;
  createdAt: Date;
  isBlocked: boolean;
  resource: DestinationResource;
  additionalAuthData: SenderReceiverAuthData | null;
  customer: WithdrawalCustomer | null;
  billingAddress: BillingAddress | null;
  metadata: object | null;
  externalID: string | null;
  status: DestinationStatus;
  /** When its authorisation ends; null if it is not authorised or has no end. */
  validUntil: Date | null;
}

/** The longest pause between checks for expired authorisations. */
export const EXPIRY_PAUSE_MS = 3_600_000;

/** Messages of refused destinations. */
export const DESTINATION_REFUSALS = {
  identityMissing: 'no such identity',
  identityInaccessible: 'identity is inaccessible: blocked, or its party is',
  currencyUnsupported: 'currency is not supported by the identity’s provider',
  resourceTypeForbidden: 'resource type is not allowed by the identity’s provider',
} as const;

/** The entities of a new destination; undefined means not found. */
export interface DestinationContext {
  identity: { isBlocked: boolean; isPartyOperable: boolean } | undefined;
  provider: WalletProvider;
  currency: string;
  resourceType: DestinationResourceType;
}

/** Checks that a destination may be made. @throws Refusal invalidOperationParameters */
export function assertDestinationCreatable(context: DestinationContext): void {
  const { identity, provider, currency, resourceType } = context;
  if (!identity) throw new Refusal('invalidOperationParameters', DESTINATION_REFUSALS.identityMissing);
  if (identity.isBlocked || !identity.isPartyOperable) {
    throw new Refusal('invalidOperationParameters', DESTINATION_REFUSALS.identityInaccessible);
  }
  if (!currencyTerms(provider, currency)) {
    throw new Refusal('invalidOperationParameters', DESTINATION_REFUSALS.currencyUnsupported);
  }
  if (!allowsResource(provider, resourceType)) {
    throw new Refusal('invalidOperationParameters', DESTINATION_REFUSALS.resourceTypeForbidden);
  }
}

/** Whether withdrawals may use the destination: authorised and not expired. */
export function isAuthorised(destination: Pick<Destination, 'status' | 'validUntil'>, now: Date): boolean {
  const isCurrent = destination.validUntil === null || destination.validUntil > now;
  return destination.status === 'Authorized' && isCurrent;
}
