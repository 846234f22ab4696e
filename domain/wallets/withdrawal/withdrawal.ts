import type { Money } from '../../platform/money/money';
import type { Redirect } from '../../payments/payment/user-interaction';
import type { WithdrawalQuoteTerms } from '../quote/quote';
import type { BillingAddress, WithdrawalContactInfo, WithdrawalCustomer } from './customer';
import type { WithdrawalFailure } from './withdrawal-failure';
import type { WithdrawalStatus } from './withdrawal.machine';

/** A payout from a wallet to a destination. */
export interface Withdrawal {
  id: string;
  /** The requesting party; with grants it may own neither the wallet nor the destination. */
  partyID: string;
  walletID: string;
  destinationID: string;
  createdAt: Date;
  body: Money;
  /** The platform's fee, part of what leaves the wallet. */
  fee: Money | null;
  quote: WithdrawalQuoteTerms | null;
  customer: WithdrawalCustomer | null;
  billingAddress: BillingAddress | null;
  contactInfo: WithdrawalContactInfo | null;
  metadata: object | null;
  externalID: string | null;
  status: WithdrawalStatus;
  failure: WithdrawalFailure | null;
}

/** A change of a withdrawal: a new status, or an interaction that begins or ends. */
export type WithdrawalChange =
  | { status: WithdrawalStatus; failure: WithdrawalFailure | null }
  | { changeType: 'UserInteractionCreated'; userInteraction: Redirect }
  | { changeType: 'UserInteractionFinished' };

/** An event of a withdrawal, numbered from 1. */
export interface WithdrawalEvent {
  eventID: number;
  occurredAt: Date;
  changes: readonly WithdrawalChange[];
}

/** What leaves the wallet and what arrives. Within one currency the difference is the platform's fee. */
export interface WithdrawalAmounts {
  cashFrom: Money;
  cashTo: Money;
}

/** Computes the fee; a conversion has none, its rate pays for it. */
export function getWithdrawalFee({ cashFrom, cashTo }: WithdrawalAmounts): Money | null {
  if (cashFrom.currency !== cashTo.currency || cashFrom.amountMinor === cashTo.amountMinor) return null;
  return { amountMinor: cashFrom.amountMinor - cashTo.amountMinor, currency: cashFrom.currency };
}
