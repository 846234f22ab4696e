import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import { amountToWire } from '../../../domain/platform/money/money';
import type { Payment } from '../../../domain/payments/payment/payment';
import type { Refund } from '../../../domain/payments/refund/refund';
import type { Caller } from '../../http/context';
import type * as Wire from './analytics.types';
import { presentCartLine } from '../shared/cart.presenter';
import { presentPayment } from '../payments/payment.presenter';
import { presentRefund } from '../refunds/refund.presenter';

/** A payment in search results, with the fields of a merchant's back office. */
export function presentFoundPayment(payment: Payment, caller: Caller): Wire.PaymentSearchResult {
  return {
    ...presentPayment(payment, caller),
    shortID: `${payment.invoiceID}.${payment.id}`,
    shopID: payment.shopID,
    fee: payment.feeMinor === null ? undefined : amountToWire(payment.feeMinor),
    statusChangedAt: rfc3339Text(payment.statusChangedAt),
    cart: payment.cart?.map(presentCartLine),
  };
}

/** A refund in search results. */
export function presentFoundRefund(refund: Refund, caller: Caller): Wire.RefundSearchResult {
  return { ...presentRefund(refund, caller), invoiceID: refund.invoiceID, paymentID: refund.paymentID };
}
