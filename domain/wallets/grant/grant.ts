import { Refusal } from '../../platform/errors/refusal';
import type { Money } from '../../platform/money/money';
import { fromTokenMoney, type TokenMoney } from '../quote/quote';

/** Version of the payloads below; tokens of other versions are rejected. */
export const GRANT_TOKEN_VERSION = 1;

/** Fields of every grant token. A grant serves one withdrawal: its `grantID` is stored once it is used. */
interface GrantPayload {
  version: typeof GRANT_TOKEN_VERSION;
  grantID: string;
  ownerPartyID: string;
  validUntil: string;
}

/** Permits another party to withdraw from a wallet, up to an amount. */
export interface WalletGrantPayload extends GrantPayload {
  kind: 'wallet';
  walletID: string;
  asset: TokenMoney;
}

/** Permits another party to withdraw to a destination. */
export interface DestinationGrantPayload extends GrantPayload {
  kind: 'destination';
  destinationID: string;
}

/** Messages of refused and rejected grants. */
export const GRANT_REFUSALS = {
  alreadyPast: 'validUntil is already past',
  assetCurrency: 'asset is in another currency than the wallet',
  assetAmount: 'asset amount must be above zero',
  otherThing: 'grant is for another object',
  expired: 'grant has expired',
  otherCurrency: 'grant is for another currency',
  tooMuch: 'amount is above what the grant allows',
} as const;

/** @throws Refusal invalidOperationParameters if a grant would already have expired */
export function assertGrantLifetime(validUntil: Date, now: Date): void {
  if (validUntil <= now) throw new Refusal('invalidOperationParameters', GRANT_REFUSALS.alreadyPast);
}

/** Checks the amount and currency of a wallet grant. @throws Refusal invalidOperationParameters */
export function assertGrantAsset(asset: Money, walletCurrency: string): void {
  if (asset.currency !== walletCurrency) {
    throw new Refusal('invalidOperationParameters', GRANT_REFUSALS.assetCurrency);
  }
  if (asset.amountMinor <= 0n) throw new Refusal('invalidOperationParameters', GRANT_REFUSALS.assetAmount);
}

/**
 * Checks the wallet and lifetime of a grant before any look-up, so that a foreign or expired grant reveals nothing. The
 * database detects reuse.
 * @throws Refusal badToken
 */
export function assertWalletGrantServes(grant: WalletGrantPayload, use: { walletID: string; now: Date }): void {
  if (grant.walletID !== use.walletID) throw rejected('walletGrant', 'otherThing');
  if (new Date(grant.validUntil) <= use.now) throw rejected('walletGrant', 'expired');
}

/** Checks that a wallet grant covers the amount. @throws Refusal badToken */
export function assertWalletGrantCovers(grant: WalletGrantPayload, cash: Money): void {
  const asset = fromTokenMoney(grant.asset);
  if (asset.currency !== cash.currency) throw rejected('walletGrant', 'otherCurrency');
  if (cash.amountMinor > asset.amountMinor) throw rejected('walletGrant', 'tooMuch');
}

/**
 * Checks the destination and lifetime of a grant before any look-up. The database detects reuse.
 * @throws Refusal badToken
 */
export function assertDestinationGrantCovers(
  grant: DestinationGrantPayload,
  use: { destinationID: string; now: Date },
): void {
  if (grant.destinationID !== use.destinationID) throw rejected('destinationGrant', 'otherThing');
  if (new Date(grant.validUntil) <= use.now) throw rejected('destinationGrant', 'expired');
}

function rejected(place: 'walletGrant' | 'destinationGrant', refusal: keyof typeof GRANT_REFUSALS): Refusal {
  return new Refusal('badToken', GRANT_REFUSALS[refusal], { place });
}
