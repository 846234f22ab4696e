import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import type { Withdrawal, WithdrawalChange, WithdrawalEvent } from '../../../domain/wallets/withdrawal/withdrawal';
import { presentMoney } from '../shared/asset';
import type { Metadata } from '../shared/primitives.types';
import type * as EventWire from './withdrawal-event.types';
import type * as Wire from './withdrawal.types';

export function presentWithdrawal(withdrawal: Withdrawal): Wire.Withdrawal {
  return {
    id: withdrawal.id,
    createdAt: rfc3339Text(withdrawal.createdAt),
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

export function presentTerms(terms: NonNullable<Withdrawal['quote']>): Wire.WithdrawalQuoteTerms {
  return {
    cashFrom: presentMoney(terms.cashFrom),
    cashTo: presentMoney(terms.cashTo),
    createdAt: rfc3339Text(terms.createdAt),
    expiresOn: rfc3339Text(terms.expiresOn),
  };
}

export function presentWithdrawalEvent({ eventID, occurredAt, changes }: WithdrawalEvent): EventWire.WithdrawalEvent {
  return { eventID, occuredAt: rfc3339Text(occurredAt), changes: changes.map(presentChange) };
}

function presentChange(change: WithdrawalChange): EventWire.WithdrawalEventChange {
  if ('status' in change) {
    const { status, failure } = change;
    return { type: 'WithdrawalStatusChanged', status, failure: failure ?? undefined };
  }
  return { type: 'WithdrawalUserInteractionChanged', userInteractionChange: change };
}
