import { Refusal } from '../errors/refusal';
import type { Money } from '../money/money';
import { fromTokenMoney, type TokenMoney } from '../quote/quote';

/** Version of the payloads below; a token of another version is not read. */
export const GRANT_TOKEN_VERSION = 1;

/** What every grant token binds. `grantID` is remembered once the grant is used: a grant serves one withdrawal. */
interface GrantPayload {
  version: typeof GRANT_TOKEN_VERSION;
  grantID: string;
  /** The party that owns the thing and gave the grant. */
  ownerPartyID: string;
  validUntil: string;
}

/** Lets another party withdraw from a wallet, up to an amount. */
export interface WalletGrantPayload extends GrantPayload {
  kind: 'wallet';
  walletID: string;
  asset: TokenMoney;
}

/** Lets another party withdraw to a destination. */
export interface DestinationGrantPayload extends GrantPayload {
  kind: 'destination';
  destinationID: string;
}

/** Why a grant is not made, or not accepted: one text a case. */
export const GRANT_REFUSALS = {
  alreadyPast: 'validUntil is already past',
  assetCurrency: 'asset is in another currency than the wallet',
  assetAmount: 'asset amount must be above zero',
  otherThing: 'grant is for another object',
  expired: 'grant has expired',
  otherCurrency: 'grant is for another currency',
  tooMuch: 'amount is above what the grant allows',
} as const;

/** @throws Refusal invalidOperationParameters where a grant would end before it begins. */
export function assertGrantLifetime(validUntil: Date, now: Date): void {
  if (validUntil <= now) throw new Refusal('invalidOperationParameters', GRANT_REFUSALS.alreadyPast);
}

/** @throws Refusal invalidOperationParameters where the asset of a wallet grant makes no sense for the wallet. */
export function assertGrantAsset(asset: Money, walletCurrency: string): void {
  if (asset.currency !== walletCurrency) {
    throw new Refusal('invalidOperationParameters', GRANT_REFUSALS.assetCurrency);
  }
  if (asset.amountMinor <= 0n) throw new Refusal('invalidOperationParameters', GRANT_REFUSALS.assetAmount);
}

/**
 * Checks that a wallet grant is for that wallet, now: before anything is looked up, so that one for something else, or one that is
 * over, does not tell what exists. Whether it was used before the record tells.
 * @throws Refusal badToken.
 */
export function assertWalletGrantServes(grant: WalletGrantPayload, use: { walletID: string; now: Date }): void {
  if (grant.walletID !== use.walletID) throw rejected('walletGrant', 'otherThing');
  if (new Date(grant.validUntil) <= use.now) throw rejected('walletGrant', 'expired');
}

/** Checks that a wallet grant covers what is taken from its wallet. @throws Refusal badToken. */
export function assertWalletGrantCovers(grant: WalletGrantPayload, cash: Money): void {
  const asset = fromTokenMoney(grant.asset);
  if (asset.currency !== cash.currency) throw rejected('walletGrant', 'otherCurrency');
  if (cash.amountMinor > asset.amountMinor) throw rejected('walletGrant', 'tooMuch');
}

/**
 * Checks that a destination grant covers that destination now, before anything is looked up. Whether it was used before the record tells.
 * @throws Refusal badToken.
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
