import { Refusal } from '../../platform/errors/refusal';
import type { WalletEntity } from '../identity/identity';
import { assertWalletCreatable, WALLET_REFUSALS, type WalletContext } from '../wallet/wallet';
import { allowsResource } from '../wallet-provider/wallet-provider';
import type { BillingAddress, WithdrawalCustomer } from '../withdrawal/customer';
import type { DestinationResource, DestinationResourceType } from './destination-resource';
import type { DestinationStatus } from './destination.machine';

/** Tokens that link a destination to externally verified people. */
export interface SenderReceiverAuthData {
  type: 'SenderReceiverAuthData';
  senderToken: string;
  receiverToken: string;
}

export interface Destination extends WalletEntity {
  identityID: string;
  currency: string;
  resource: DestinationResource;
  additionalAuthData: SenderReceiverAuthData | null;
  customer: WithdrawalCustomer | null;
  billingAddress: BillingAddress | null;
  status: DestinationStatus;
  /** When its authorisation ends; null if it is not authorised or has no end. */
  validUntil: Date | null;
}

/** The longest pause between checks for expired authorisations. */
export const EXPIRY_PAUSE_MS = 3_600_000;

/** Messages of refused destinations. */
export const DESTINATION_REFUSALS = {
  ...WALLET_REFUSALS,
  resourceTypeForbidden: 'resource type is not allowed by the identity’s provider',
} as const;

/** The entities of a new destination; undefined means not found. */
export interface DestinationContext extends WalletContext {
  resourceType: DestinationResourceType;
}

/** Checks that a destination may be made. @throws Refusal invalidOperationParameters */
export function assertDestinationCreatable(context: DestinationContext): void {
  assertWalletCreatable(context);
  if (!allowsResource(context.provider, context.resourceType)) {
    throw new Refusal('invalidOperationParameters', DESTINATION_REFUSALS.resourceTypeForbidden);
  }
}

/** Whether withdrawals may use the destination: authorised and not expired. */
export function isAuthorised(destination: Pick<Destination, 'status' | 'validUntil'>, now: Date): boolean {
  const isCurrent = destination.validUntil === null || destination.validUntil > now;
  return destination.status === 'Authorized' && isCurrent;
}
