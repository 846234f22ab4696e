import { Refusal } from '../../../domain/platform/errors/refusal';
import { isLater, parseRfc3339 } from '../../../domain/platform/rfc3339/rfc3339';
import { readAmountFilter } from '../../../domain/platform/money/amount-filter';
import type { PaymentConditions } from '../../../store/operators/search/payment-conditions';
import type { SearchRange } from '../../../store/operators/search/search-window';
import type { PaymentSearchConditions, SearchWindow as WireWindow } from './analytics.types';

/** The time window of a search. @throws Refusal invalidRequest if it ends before it begins */
export function searchWindow(shopID: string, { fromTime, toTime, limit }: WireWindow): SearchRange {
  const window = { shopID, from: parseMoment(fromTime, 'fromTime'), to: parseMoment(toTime, 'toTime'), limit };
  if (isLater(window.from, window.to)) throw refused('toTime', 'must not be before fromTime');
  return window;
}

/** Validation has checked the format but not the calendar. */
export function parseMoment(text: string, place: string): Date {
  const moment = parseRfc3339(text);
  if (!moment) throw refused(place, 'is not a moment of the calendar');
  return moment;
}

export function refused(place: string, problem: string): Refusal {
  return new Refusal('invalidRequest', `${place}: ${problem}`, { place });
}

export function paymentConditions(
  asked: PaymentSearchConditions & { approvalCode?: string },
): Omit<PaymentConditions, 'invoiceID'> {
  return {
    status: asked.paymentStatus,
    flow: asked.paymentFlow,
    toolType: asked.paymentMethod,
    terminalProvider: asked.paymentTerminalProvider,
    paymentID: asked.paymentID,
    payerEmail: asked.payerEmail,
    payerIP: asked.payerIP,
    payerFingerprint: asked.payerFingerprint,
    customerID: asked.customerID,
    first6: asked.first6,
    last4: asked.last4,
    rrn: asked.rrn,
    approvalCode: asked.approvalCode,
    tokenProvider: asked.bankCardTokenProvider,
    paymentSystem: asked.bankCardPaymentSystem,
    amountMinor: readAmountFilter('paymentAmount', asked.paymentAmount, { code: 'invalidRequest' }),
  };
}
