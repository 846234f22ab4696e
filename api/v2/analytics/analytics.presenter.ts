import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import { amountToWire } from '../../../domain/platform/money/money';
import { getAnswerDue } from '../../../domain/payments/chargeback/answer-deadline';
import type { Chargeback } from '../../../domain/payments/chargeback/chargeback';
import type { Refund } from '../../../domain/payments/refund/refund';
import type { FoundPayment } from '../../../store/operators/search/payments.search';
import type { Caller } from '../../http/context';
import type * as Wire from './analytics.types';
import { presentCartLine } from '../shared/cart.presenter';
import { presentChargeback } from '../chargebacks/chargeback.presenter';
import { presentPayment } from '../payments/payment.presenter';
import { presentRefund } from '../refunds/refund.presenter';

/** A payment in search results, with the fields of a merchant's back office. */
export function presentFoundPayment(payment: FoundPayment, caller: Caller): Wire.PaymentSearchResult {
  return {
    ...presentPayment(payment, caller),
    shortID: `${payment.invoiceID}.${payment.id}`,
    shopID: payment.shopID,
    invoiceExternalID: payment.invoiceExternalID ?? undefined,
    fee: payment.feeMinor === null ? undefined : amountToWire(payment.feeMinor),
    statusChangedAt: rfc3339Text(payment.statusChangedAt),
    cart: payment.cart?.map(presentCartLine),
  };
}

/** A refund in search results. */
export function presentFoundRefund(refund: Refund, caller: Caller): Wire.RefundSearchResult {
  return { ...presentRefund(refund, caller), invoiceID: refund.invoiceID, paymentID: refund.paymentID };
}

/** A chargeback in search results. The answer is due as the bank states, or by the days of the stage. */
export function presentFoundChargeback(chargeback: Chargeback): Wire.ChargebackSearchResult {
  const { invoiceID, paymentID, status } = chargeback;
  const answerDueAt = status === 'pending' ? rfc3339Text(getAnswerDue(chargeback)) : undefined;
  return { ...presentChargeback(chargeback), invoiceID, paymentID, answerDueAt };
}
