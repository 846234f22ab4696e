import { Refusal } from '../errors/refusal';
import { currencyTerms, type WalletProvider } from '../wallet-provider/wallet-provider';

/** An account of an identity in one currency. Its balances live in the ledger. */
export interface Wallet {
  id: string;
  partyID: string;
  identityID: string;
  providerID: string;
  name: string;
  currency: string;
  createdAt: Date;
  isBlocked: boolean;
  metadata: object | null;
  externalID: string | null;
}

/** What a wallet has, in minor units of its currency: `own` is posted, `available` is what of it is not held. */
export interface WalletBalance {
  ownMinor: bigint;
  availableMinor: bigint;
}

/** Why a wallet is not made: one text a case. */
export const WALLET_REFUSALS = {
  identityMissing: 'no such identity',
  identityInaccessible: 'identity is inaccessible: blocked, or its party is',
  currencyUnsupported: 'currency is not supported by the identity’s provider',
} as const;

/** What the creation of a wallet depends on; undefined is what was not found. */
export interface WalletContext {
  identity: { isBlocked: boolean; isPartyOperable: boolean } | undefined;
  provider: WalletProvider;
  currency: string;
}

/** @throws Refusal invalidOperationParameters where a wallet may not be made. */
export function assertWalletCreatable({ identity, provider, currency }: WalletContext): void {
  if (!identity) throw new Refusal('invalidOperationParameters', WALLET_REFUSALS.identityMissing);
  if (identity.isBlocked || !identity.isPartyOperable) {
    throw new Refusal('invalidOperationParameters', WALLET_REFUSALS.identityInaccessible);
  }
  if (!currencyTerms(provider, currency)) {
    throw new Refusal('invalidOperationParameters', WALLET_REFUSALS.currencyUnsupported);
  }
}
