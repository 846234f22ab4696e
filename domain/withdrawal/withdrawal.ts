import type { Money } from '../money/money';
import type { Redirect } from '../payment/user-interaction';
import type { WithdrawalQuoteTerms } from '../quote/quote';
import type { BillingAddress, WithdrawalContactInfo, WithdrawalCustomer } from './customer';
import type { WithdrawalFailure } from './withdrawal-failure';
import type { WithdrawalStatus } from './withdrawal.machine';

/** Money on its way from a wallet to a destination. */
export interface Withdrawal {
  id: string;
  /** The party that asked for it; with grants it owns neither the wallet nor the destination. */
  partyID: string;
  walletID: string;
  destinationID: string;
  createdAt: Date;
  body: Money;
  /** What the platform keeps of what leaves the wallet. */
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

/** One thing that happened to a withdrawal: its status is another, or its owner has something to do, or no more. */
export type WithdrawalChange =
  | { status: WithdrawalStatus; failure: WithdrawalFailure | null }
  | { changeType: 'UserInteractionCreated'; userInteraction: Redirect }
  | { changeType: 'UserInteractionFinished' };

/** What happened to a withdrawal at once, as its events tell it. Numbers count from 1 within the withdrawal. */
export interface WithdrawalEvent {
  eventID: number;
  occurredAt: Date;
  changes: readonly WithdrawalChange[];
}

/** What leaves a wallet, and what arrives. Within one currency the difference is the platform's fee. */
export interface WithdrawalAmounts {
  cashFrom: Money;
  cashTo: Money;
}

/** The fee of what leaves a wallet: a conversion has none, it is paid for by its rate. */
export function feeOfCash({ cashFrom, cashTo }: WithdrawalAmounts): Money | null {
  if (cashFrom.currency !== cashTo.currency || cashFrom.amountMinor === cashTo.amountMinor) return null;
  return { amountMinor: cashFrom.amountMinor - cashTo.amountMinor, currency: cashFrom.currency };
}
