import { Refusal } from '../errors/refusal';
import { allowsResource, currencyTerms, type WalletProvider } from '../wallet-provider/wallet-provider';
import type { BillingAddress, WithdrawalCustomer } from '../withdrawal/customer';
import type { DestinationResource, DestinationResourceType } from './destination-resource';
import type { DestinationStatus } from './destination.machine';

/** Tokens that tie a destination to people who were checked elsewhere. */
export interface SenderReceiverAuthData {
  type: 'SenderReceiverAuthData';
  senderToken: string;
  receiverToken: string;
}

/** Where withdrawals may go. */
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
  /** When its authorisation ends; null while there is none, or where it has no end. */
  validUntil: Date | null;
}

/** At least so often the workflow that ends authorisations looks which have ended. */
export const EXPIRY_PAUSE_MS = 3_600_000;

/** Why a destination is not made: one text a case. */
export const DESTINATION_REFUSALS = {
  identityMissing: 'no such identity',
  identityInaccessible: 'identity is inaccessible: blocked, or its party is',
  currencyUnsupported: 'currency is not supported by the identity’s provider',
  resourceTypeForbidden: 'resource type is not allowed by the identity’s provider',
} as const;

/** What the creation of a destination depends on; undefined is what was not found. */
export interface DestinationContext {
  identity: { isBlocked: boolean; isPartyOperable: boolean } | undefined;
  provider: WalletProvider;
  currency: string;
  resourceType: DestinationResourceType;
}

/** @throws Refusal invalidOperationParameters where a destination may not be made. */
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

/** Whether withdrawals may go there now: authorised, not blocked, and the authorisation has not run out. */
export function isUsable(destination: Pick<Destination, 'status' | 'isBlocked' | 'validUntil'>, now: Date): boolean {
  const isCurrent = destination.validUntil === null || destination.validUntil > now;
  return destination.status === 'Authorized' && !destination.isBlocked && isCurrent;
}
