import type { Money } from '../money/money';
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

/** What happened to a withdrawal, as its events tell it. Numbers count from 1 within the withdrawal. */
export interface WithdrawalEvent {
  eventID: number;
  occurredAt: Date;
  status: WithdrawalStatus;
  failure: WithdrawalFailure | null;
}

/** What a withdrawal takes from its wallet and gives to its destination. */
export function cashFlow({ body, quote }: Pick<Withdrawal, 'body' | 'quote'>): { from: Money; to: Money } {
  return quote ? { from: quote.cashFrom, to: quote.cashTo } : { from: body, to: body };
}
