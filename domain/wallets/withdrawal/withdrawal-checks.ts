import { isAuthorised, type Destination } from '../destination/destination';
import { Refusal } from '../../platform/errors/refusal';
import { computeFee } from '../../merchants/fee/fee';
import type { Money } from '../../platform/money/money';
import { allowsResource, currencyTerms, type WalletProvider } from '../wallet-provider/wallet-provider';
import type { Wallet } from '../wallet/wallet';
import { getWithdrawalFee, type WithdrawalAmounts } from './withdrawal';

/** Messages of refused withdrawals and quotes. */
export const WITHDRAWAL_REFUSALS = {
  walletMissing: 'no such wallet',
  walletInaccessible: 'wallet is inaccessible: it, its identity or its party is blocked',
  destinationMissing: 'no such destination',
  destinationInaccessible: 'destination is inaccessible: it, its identity or its party is blocked',
  destinationUnauthorized: 'destination is not authorised, or its authorisation has run out',
  resourceTypeForbidden: 'destination resource is no longer allowed',
  realmsDiffer: 'wallet and destination cannot be combined: one is a test one',
  currencyForbidden: 'currency is not allowed by the terms',
  currenciesDiffer: 'currencies of wallet, destination and body differ',
  amountOutOfTerms: 'amount is outside of the terms',
  issuerUnknown: 'issuer of the card is not known',
  feeDiffers: 'fee is not the one of the terms',
} as const;

type WithdrawalRefusal = keyof typeof WITHDRAWAL_REFUSALS;

/** A destination, and whether its identity and party are operable. */
export type OwnedDestination = Destination & { isOwnerOperable: boolean };

/** The entities of a new withdrawal; undefined means not found. */
export interface WithdrawalContext {
  wallet: (Wallet & { isOwnerOperable: boolean }) | undefined;
  destination: OwnedDestination | undefined;
  walletProvider: WalletProvider | undefined;
  destinationProvider: WalletProvider | undefined;
  now: Date;
}

/** A validated context. */
export interface FitContext {
  wallet: Wallet;
  destination: Destination;
  provider: WalletProvider;
}

/**
 * Checks the wallet and the destination of a withdrawal.
 * @throws Refusal invalidOperationParameters
 */
export function assertFitContext(context: WithdrawalContext): FitContext {
  const { destination, walletProvider, destinationProvider, now } = context;
  const wallet = assertFitWallet(context.wallet);
  if (!walletProvider) throw refused('walletMissing');
  if (!destination || !destinationProvider) throw refused('destinationMissing');
  assertAccessibleDestination(destination);
  if (!isAuthorised(destination, now)) throw refused('destinationUnauthorized');
  if (!allowsResource(walletProvider, destination.resource.type)) throw refused('resourceTypeForbidden');
  if (walletProvider.realm !== destinationProvider.realm) throw refused('realmsDiffer');
  assertKnownIssuer(destination, walletProvider);
  return { wallet, destination, provider: walletProvider };
}

/** Checks that no operator has blocked the destination or its owner. @throws Refusal invalidOperationParameters */
export function assertAccessibleDestination({ isBlocked, isOwnerOperable }: OwnedDestination): void {
  if (isBlocked || !isOwnerOperable) throw refused('destinationInaccessible');
}

/** Checks the wallet of a withdrawal. @throws Refusal invalidOperationParameters */
export function assertFitWallet<Found extends Wallet & { isOwnerOperable: boolean }>(wallet: Found | undefined): Found {
  if (!wallet) throw refused('walletMissing');
  if (wallet.isBlocked || !wallet.isOwnerOperable) throw refused('walletInaccessible');
  return wallet;
}

/**
 * Checks the body of a withdrawal without a quote: one currency, within the terms.
 * @throws Refusal invalidOperationParameters
 */
export function assertBodyInTerms(body: Money, { wallet, destination, provider }: FitContext): void {
  const terms = currencyTerms(provider, body.currency);
  if (!terms) throw refused('currencyForbidden');
  if (body.currency !== wallet.currency || body.currency !== destination.currency) throw refused('currenciesDiffer');
  if (body.amountMinor < terms.minAmountMinor || body.amountMinor > terms.maxAmountMinor)
    throw refused('amountOutOfTerms');
  if (body.amountMinor <= 0n) throw refused('amountOutOfTerms');
}

/**
 * Computes the amounts of a withdrawal within one currency: the body leaves the wallet, the body less the fee arrives.
 * @throws Refusal invalidOperationParameters if the fee leaves nothing
 */
export function cashInTerms(body: Money, provider: WalletProvider): WithdrawalAmounts {
  const feeMinor = computeFee(body.amountMinor, currencyTerms(provider, body.currency)?.withdrawalFeeBasisPoints ?? 0n);
  const cashTo = { amountMinor: body.amountMinor - feeMinor, currency: body.currency };
  if (cashTo.amountMinor <= 0n) throw refused('amountOutOfTerms');
  return { cashFrom: body, cashTo };
}

/**
 * Checks the fee that the caller expects; no fee equals a fee of zero.
 * @throws Refusal invalidOperationParameters
 */
export function assertFeeAgreed(expected: Money | undefined, cash: WithdrawalAmounts): void {
  if (!expected) return;
  const { amountMinor, currency } = getWithdrawalFee(cash) ?? { amountMinor: 0n, currency: cash.cashFrom.currency };
  if (expected.amountMinor !== amountMinor || expected.currency !== currency) throw refused('feeDiffers');
}

/** Checks that the card's payment system, detected at tokenisation, is supported. */
function assertKnownIssuer({ resource }: Destination, { terms }: WalletProvider): void {
  if (resource.type !== 'BankCardDestinationResource') return;
  const { paymentSystem } = resource;
  if (!paymentSystem || !terms.cardPaymentSystems.includes(paymentSystem)) throw refused('issuerUnknown');
}

function refused(refusal: WithdrawalRefusal): Refusal {
  return new Refusal('invalidOperationParameters', WITHDRAWAL_REFUSALS[refusal]);
}
