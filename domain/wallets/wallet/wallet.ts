import { Refusal } from '../../platform/errors/refusal';
import type { WalletEntity } from '../identity/identity';
import { currencyTerms, type WalletProvider } from '../wallet-provider/wallet-provider';

/** An identity's account in one currency. The ledger keeps its balances. */
export interface Wallet extends WalletEntity {
  identityID: string;
  currency: string;
}

/** A wallet's balance in minor units: `own` is posted, `available` excludes holds. */
export interface WalletBalance {
  ownMinor: bigint;
  availableMinor: bigint;
}

/** Messages of refused wallets. */
export const WALLET_REFUSALS = {
  identityMissing: 'no such identity',
  identityInaccessible: 'identity is inaccessible: blocked, or its party is',
  currencyUnsupported: 'currency is not supported by the identity’s provider',
} as const;

/** The entities of a new wallet; undefined means not found. */
export interface WalletContext {
  identity: { isBlocked: boolean; isPartyOperable: boolean } | undefined;
  provider: WalletProvider;
  currency: string;
}

/** Checks that a wallet may be made. @throws Refusal invalidOperationParameters */
export function assertWalletCreatable({ identity, provider, currency }: WalletContext): void {
  if (!identity) throw new Refusal('invalidOperationParameters', WALLET_REFUSALS.identityMissing);
  if (identity.isBlocked || !identity.isPartyOperable) {
    throw new Refusal('invalidOperationParameters', WALLET_REFUSALS.identityInaccessible);
  }
  if (!currencyTerms(provider, currency)) {
    throw new Refusal('invalidOperationParameters', WALLET_REFUSALS.currencyUnsupported);
  }
}
