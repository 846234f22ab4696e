import { present } from '../../../domain/platform/fields/present';
import type { Chargeback } from '../../../domain/payments/chargeback/chargeback';
import type { Payment } from '../../../domain/payments/payment/payment';
import { maskTool, type PaymentToolDetails } from '../../../domain/payments/payment/payment-tool';
import type { Refund } from '../../../domain/payments/refund/refund';
import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import { showContacts } from '../../../domain/operators/search/personal-data';
import { paymentFailurePath } from '../../../domain/payments/payment/payment-failure';
import type {
  OperatedChargeback,
  OperatedPayment,
  OperatedPaymentDetails,
  OperatedRefund,
} from './operated-payment.types';

/** Without `isMasked` the e-mail address is shown in full. */
export function presentOperatedPayment(payment: Payment, isMasked: boolean): OperatedPayment {
  const { toolDetails, contactInfo } = payment.payer;
  const { externalID, heldUntil, target, failure } = payment;
  return {
    invoiceID: payment.invoiceID,
    paymentID: payment.id,
    partyID: payment.partyID,
    shopID: payment.shopID,
    createdAt: rfc3339Text(payment.createdAt),
    status: payment.status,
    statusChangedAt: rfc3339Text(payment.statusChangedAt),
    amount: Number(payment.amountMinor),
    currency: payment.currency,
    flow: payment.flow,
    ...present({ externalID, heldUntil: rfc3339Text(heldUntil), target }),
    ...(failure === null ? {} : { errorCode: paymentFailurePath(failure) }),
    ...presentTool(toolDetails),
    ...showContacts({ email: contactInfo.email }, isMasked),
    connector: payment.connector,
  };
}

/** A payment tool, masked. */
export function presentTool(tool: PaymentToolDetails): Pick<OperatedPayment, 'toolType' | 'tool' | 'paymentSystem'> {
  const paymentSystem = tool.type === 'bankCard' ? tool.paymentSystem : null;
  return { toolType: tool.type, ...present({ tool: maskTool(tool), paymentSystem }) };
}

interface PaymentWithReturns {
  payment: Payment;
  refunds: readonly Refund[];
  chargebacks: readonly Chargeback[];
  isMasked: boolean;
}

/** Failed refunds return nothing; a dispute takes the money only when accepted. */
export function presentPaymentDetails(given: PaymentWithReturns): OperatedPaymentDetails {
  const { payment, refunds, chargebacks, isMasked } = given;
  const { payer } = payment;
  const cardFingerprint = payer.type === 'PaymentResourcePayer' && !isMasked ? payer.cardFingerprint : undefined;
  const refunded = sum(refunds.filter(({ status }) => status !== 'failed').map(({ amountMinor }) => amountMinor));
  const accepted = sum(chargebacks.filter(({ status }) => status === 'accepted').map(({ bodyMinor }) => bodyMinor));
  const open = sum(chargebacks.filter(({ status }) => status === 'pending').map(({ bodyMinor }) => bodyMinor));
  const { rrn, approvalCode, connectorReference, feeMinor, receiptState: receipt } = payment;
  return {
    ...presentOperatedPayment(payment, isMasked),
    ...present({
      reviewUntil: rfc3339Text(payment.reviewUntil),
      cardFingerprint,
      rrn,
      approvalCode,
      connectorReference,
      receipt,
    }),
    authorisedAmount: Number(payment.authorisedAmountMinor),
    ...(feeMinor === null ? {} : { fee: Number(feeMinor) }),
    refundedAmount: Number(refunded),
    refundableAmount: payment.status === 'captured' ? Number(payment.amountMinor - refunded - accepted) : 0,
    disputedAmount: Number(accepted + open),
    refunds: refunds.map(presentRefund),
    chargebacks: chargebacks.map(presentChargeback),
  };
}

export function presentRefund({
  id,
  createdAt,
  status,
  amountMinor,
  currency,
  reason,
  failure,
  receiptState: receipt,
}: Refund): OperatedRefund {
  return {
    ...{ id, createdAt: rfc3339Text(createdAt), status, amount: Number(amountMinor), currency },
    ...present({ reason, receipt }),
    ...(failure === null ? {} : { errorCode: paymentFailurePath(failure) }),
  };
}

export function presentChargeback(chargeback: Chargeback): OperatedChargeback {
  const { id, createdAt, stage, status, bodyMinor, currency, reasonCode } = chargeback;
  return {
    ...{ id, createdAt: rfc3339Text(createdAt), stage, status, amount: Number(bodyMinor), currency },
    ...(reasonCode === null ? {} : { reasonCode }),
  };
}

function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n);
}
