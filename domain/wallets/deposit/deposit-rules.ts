import { Refusal } from '../../platform/errors/refusal';
import type { Money } from '../../platform/money/money';
import type { Deposit, FinishedDepositStatus } from './deposit';

/** Messages of refused deposit operations. */
export const DEPOSIT_REFUSALS = {
  walletMissing: 'no such wallet',
  walletInaccessible: 'wallet is inaccessible: it, its identity or its party is blocked',
  sourceMissing: 'no such source',
  currenciesDiffer: 'currencies of wallet, source and body differ',
  depositMissing: 'no such deposit',
  amountNotPositive: 'amount must be above zero',
  currencyDiffers: 'currency differs from the deposit’s',
  notSucceeded: 'only a deposit that succeeded can be reverted',
  aboveUnreverted: 'amount is above what is left of the deposit',
  notFinished: 'only a finished deposit can be adjusted',
  adjustmentPending: 'another adjustment of the deposit is under way',
  sameStatus: 'deposit has that status already',
  hasReverts: 'a deposit with reverts cannot be adjusted',
} as const;

/** The entities of a new deposit; undefined means not found. */
export interface DepositContext {
  wallet: { currency: string; isBlocked: boolean; isOwnerOperable: boolean } | undefined;
  source: { currency: string } | undefined;
  body: Money;
}

/** Checks that a deposit may be made. @throws Refusal invalidOperationParameters */
export function assertDepositable({ wallet, source, body }: DepositContext): void {
  if (!wallet) throw refused('walletMissing');
  if (wallet.isBlocked || !wallet.isOwnerOperable) throw refused('walletInaccessible');
  if (!source) throw refused('sourceMissing');
  if (body.currency !== wallet.currency || body.currency !== source.currency) throw refused('currenciesDiffer');
  if (body.amountMinor <= 0n) throw refused('amountNotPositive');
}

export function depositMissing(): Refusal {
  return refused('depositMissing');
}

/**
 * Checks that a revert fits the unreverted amount: pending reverts count as successful, and a pending adjustment blocks it.
 * @throws Refusal invalidOperationParameters
 */
export function assertRevertible(
  deposit: Deposit,
  revert: { body: Money; pendingMinor: bigint; isAdjustmentPending: boolean },
): void {
  if (deposit.status !== 'Succeeded') throw refused('notSucceeded');
  if (revert.isAdjustmentPending) throw refused('adjustmentPending');
  if (revert.body.currency !== deposit.body.currency) throw refused('currencyDiffers');
  if (revert.body.amountMinor <= 0n) throw refused('amountNotPositive');
  const leftMinor = deposit.body.amountMinor - deposit.revertedMinor - revert.pendingMinor;
  if (revert.body.amountMinor > leftMinor) throw refused('aboveUnreverted');
}

/**
 * Checks that a finished deposit may switch its status. A deposit with reverts may not, since its money would be withdrawn
 * twice.
 * @throws Refusal invalidOperationParameters
 */
export function assertAdjustable(
  deposit: Deposit,
  adjustment: { target: FinishedDepositStatus; isAnotherPending: boolean; hasReverts: boolean },
): void {
  if (deposit.status === 'Pending') throw refused('notFinished');
  if (adjustment.isAnotherPending) throw refused('adjustmentPending');
  if (deposit.status === adjustment.target) throw refused('sameStatus');
  if (adjustment.hasReverts) throw refused('hasReverts');
}

function refused(refusal: keyof typeof DEPOSIT_REFUSALS): Refusal {
  return new Refusal('invalidOperationParameters', DEPOSIT_REFUSALS[refusal]);
}
