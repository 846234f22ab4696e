import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import type { Payer, Payment } from '../../../domain/payments/payment/payment';
import { payerFailureCode, plainFailure, type PaymentFailure } from '../../../domain/payments/payment/payment-failure';
import { amountToWire } from '../../../domain/platform/money/money';
import type { Caller } from '../../http/context';
import { presentAllocation } from '../shared/allocation';
import type * as PayerWire from '../shared/payer.types';
import type { PaymentFlow } from '../shared/payment-flow.types';
import { presentToolDetails } from '../shared/payment-tool';
import type * as Wire from './payment.types';

/** A payment as `/v2` shows it: the merchant sees the full failure, the payer only its code. */
export function presentPayment(payment: Payment, caller: Caller): Wire.Payment {
  return {
    id: payment.id,
    invoiceID: payment.invoiceID,
    externalID: payment.externalID ?? undefined,
    createdAt: rfc3339Text(payment.createdAt),
    amount: amountToWire(payment.amountMinor),
    currency: payment.currency,
    flow: presentFlow(payment),
    payer: presentPayer(payment.payer),
    transactionInfo: presentTransaction(payment),
    makeRecurrent: payment.makeRecurrent,
    metadata: (payment.metadata as Wire.Payment['metadata'] | null) ?? undefined,
    allocation: payment.allocation ? presentAllocation(payment.allocation) : undefined,
    status: payment.status,
    isUnderReview: payment.reviewUntil && caller.kind === 'apiKey' ? true : undefined,
    error: payment.failure ? presentFailure(payment.failure, caller) : undefined,
  };
}

/** The failure of a payment, with details for the merchant. */
export function presentFailure(failure: PaymentFailure, caller: Caller): Wire.PaymentError {
  return caller.kind === 'apiKey' ? failure : { code: payerFailureCode(failure) };
}

/** The failure of a refund or a binding: code and message. */
export function presentPlainFailure(failure: PaymentFailure, caller: Caller): { code: string; message: string } {
  if (caller.kind === 'apiKey') return plainFailure(failure);
  const code = payerFailureCode(failure);
  return { code, message: code };
}

function presentFlow(payment: Payment): PaymentFlow {
  if (payment.flow === 'instant') return { type: 'PaymentFlowInstant' };
  return {
    type: 'PaymentFlowHold',
    onHoldExpiration: payment.onHoldExpiration ?? 'cancel',
    heldUntil: rfc3339Text(payment.heldUntil),
  };
}

function presentTransaction({ rrn, approvalCode }: Payment): Wire.TransactionInfo | undefined {
  if (!rrn && !approvalCode) return undefined;
  return { rrn: rrn ?? undefined, approvalCode: approvalCode ?? undefined };
}

/** A payer as `/v2` shows it, with empty tokens, because they would let a reader pay. */
function presentPayer(payer: Payer): PayerWire.Payer {
  const { sessionInfo } = payer;
  const paymentToolDetails = presentToolDetails(payer.toolDetails);
  switch (payer.type) {
    case 'PaymentResourcePayer':
      return {
        payerType: payer.type,
        sessionInfo,
        paymentToolToken: '',
        paymentSession: '',
        paymentToolDetails,
        clientInfo: payer.clientInfo,
        contactInfo: payer.contactInfo,
      };
    case 'CustomerPayer':
      return { payerType: payer.type, sessionInfo, customerID: payer.customerID, paymentToolDetails };
    case 'RecurrentPayer': {
      const { type, contactInfo, recurrentParentPayment } = payer;
      return { payerType: type, sessionInfo, contactInfo, recurrentParentPayment, paymentToolDetails };
    }
  }
}
