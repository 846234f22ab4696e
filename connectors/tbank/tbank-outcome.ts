import type { UserInteraction } from '../../domain/payments/payment/user-interaction';
import type { Approved, Declined, PaymentOutcome, Unknown } from '../connector';
import { NOTHING_HELD } from '../declined';
import { redirectTo } from '../redirect';
import type { Stated } from '../stated';
import { toDeclined } from './decline-codes';
import { statedOperation } from './order-id';
import type { TBankNotes } from './tbank-notes';
import { hasMoney, STATUSES, type TBankPayment } from './tbank-objects';

/** A payment as the bank and the notes show it. */
export interface Known {
  operationID: string;
  notes: TBankNotes;
  /** Names the payment in requests; the answer may name another. */
  id: string;
  payment: TBankPayment;
  /** Why it was declined. */
  declineCode?: string | undefined;
}

export function paymentOutcome({ operationID, notes, payment, declineCode }: Known): PaymentOutcome {
  const { PaymentId: connectorReference, Status: status, Amount } = payment;
  const page = notes.find('page');
  // A capture lowers the amount; the session's own was stated at its beginning.
  const isLowered = STATUSES.captured.has(status) && page?.details['payType'] === 'T';
  const stated = { ...opening(payment, operationID), amount: isLowered ? page?.amount : Amount };
  if (hasMoney(status)) {
    const state = STATUSES.held.has(status) ? 'held' : 'captured';
    return {
      kind: 'approved',
      connectorReference,
      stated: { ...stated, ...(page?.details['payType'] === 'T' && { state }) },
    };
  }
  if (STATUSES.released.has(status)) return { ...NOTHING_HELD, stated };
  if (STATUSES.refused.has(status)) return { ...toDeclined(status, declineCode), stated };
  const isWaiting = page?.details['card'] === undefined || STATUSES.waiting.has(status);
  const interaction = isWaiting && interactionOf({ ...page?.details, ...notes.find('challenge')?.details });
  return interaction ? { kind: 'interactionRequired', connectorReference, interaction, stated } : { kind: 'unknown' };
}

/** The product of a payment without a cart, for its receipts. */
export function productOf({ notes }: Known): string | undefined {
  return notes.find('page')?.details['product'];
}

/** The payer goes to the bank's page or to that of the card's bank, or scans a code of the fast payment system. */
export function interactionOf(details: Readonly<Record<string, string>>): UserInteraction | undefined {
  const { qrCode, page, challenge } = details;
  if (qrCode !== undefined) return { interactionType: 'QrCodeDisplayRequest', qrCode };
  if (challenge !== undefined) return JSON.parse(challenge) as UserInteraction;
  return page === undefined ? undefined : redirectTo(page);
}

/** What every answer says of an authorisation. */
export function opening({ OrderId, TerminalKey: account }: Omit<TBankPayment, 'Amount'>, operationID: string): Stated {
  return { operation: statedOperation(OrderId, operationID), account };
}

/** What every answer says of an operation that follows an authorisation. */
export function following(payment: Omit<TBankPayment, 'Amount'>, operationID: string): Stated {
  const { operation: authorisation, account } = opening(payment, operationID);
  return { authorisation, authorisationReference: payment.PaymentId, account };
}

/** Converts a captured payment; refunds lower its amount, so that the captured one is in the notes. */
export function captureOutcome({ operationID, notes, payment }: Known): Approved | Declined | Unknown {
  const { Status: status, PaymentId: connectorReference, Amount } = payment;
  if (!STATUSES.captured.has(status)) return hasMoney(status) ? { kind: 'unknown' } : NOTHING_HELD;
  const amount = status === 'CONFIRMED' ? Amount : (baseOf(notes) ?? Amount);
  const stated = { ...following(payment, operationID), amount };
  return { kind: 'approved', connectorReference, amountMinor: amount, stated };
}

export function releaseOutcome({ operationID, payment }: Pick<Known, 'operationID' | 'payment'>): Approved {
  return { kind: 'approved', connectorReference: payment.PaymentId, stated: following(payment, operationID) };
}

/** The amount that refunds are taken from, as the bank has confirmed it. */
export function baseOf(notes: TBankNotes): bigint | undefined {
  const page = notes.find('page');
  return notes.find('captured')?.amount ?? (page?.details['payType'] === 'O' ? page.amount : undefined);
}
