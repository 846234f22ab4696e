import type { Withdrawal, WithdrawalEvent } from '../../domain/withdrawal/withdrawal';
import { presentMoney } from './asset';
import type { Metadata } from './primitives.types';
import type * as EventWire from './withdrawal-event.types';
import type * as Wire from './withdrawal.types';

/** A withdrawal as the Wallet API shows it. */
export function presentWithdrawal(withdrawal: Withdrawal): Wire.Withdrawal {
  return {
    id: withdrawal.id,
    createdAt: withdrawal.createdAt.toISOString(),
    wallet: withdrawal.walletID,
    destination: withdrawal.destinationID,
    body: presentMoney(withdrawal.body),
    fee: withdrawal.fee ? presentMoney(withdrawal.fee) : undefined,
    metadata: (withdrawal.metadata ?? undefined) as Metadata | undefined,
    externalID: withdrawal.externalID ?? undefined,
    quote: withdrawal.quote ? presentTerms(withdrawal.quote) : undefined,
    customer: withdrawal.customer ?? undefined,
    billingAddress: withdrawal.billingAddress ?? undefined,
    contactInfo: withdrawal.contactInfo ?? undefined,
    status: withdrawal.status,
    failure: withdrawal.failure ?? undefined,
  };
}

/** The terms of a quote as the Wallet API shows them. */
export function presentTerms(terms: NonNullable<Withdrawal['quote']>): Wire.WithdrawalQuoteTerms {
  return {
    cashFrom: presentMoney(terms.cashFrom),
    cashTo: presentMoney(terms.cashTo),
    createdAt: terms.createdAt.toISOString(),
    expiresOn: terms.expiresOn.toISOString(),
  };
}

/** An event of a withdrawal as the Wallet API shows it. */
export function presentWithdrawalEvent({
  eventID,
  occurredAt,
  status,
  failure,
}: WithdrawalEvent): EventWire.WithdrawalEvent {
  const change = { type: 'WithdrawalStatusChanged' as const, status, failure: failure ?? undefined };
  return { eventID, occuredAt: occurredAt.toISOString(), changes: [change] };
}
