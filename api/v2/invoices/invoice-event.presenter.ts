import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import type { Invoice } from '../../../domain/payments/invoice/invoice';
import type { Payment } from '../../../domain/payments/payment/payment';
import type { Refund } from '../../../domain/payments/refund/refund';
import type {
  InvoiceHistory,
  RecordedInvoiceChange,
  RecordedInvoiceEvent,
} from '../../../store/payments/invoice/invoice.events';
import type { Caller } from '../../http/context';
import type * as Wire from './invoice-event.types';
import { presentInvoice } from './invoice.presenter';
import { presentFailure, presentPayment, presentPlainFailure } from '../payments/payment.presenter';
import { presentRefund } from '../refunds/refund.presenter';

export function presentInvoiceEvent(
  event: RecordedInvoiceEvent,
  history: InvoiceHistory,
  caller: Caller,
): Wire.InvoiceEvent {
  return {
    id: event.number,
    createdAt: rfc3339Text(event.occurredAt),
    changes: event.changes.map((change) => presentChange(change, history, caller)),
  };
}

function presentChange(change: RecordedInvoiceChange, history: InvoiceHistory, caller: Caller): Wire.InvoiceChange {
  switch (change.changeType) {
    case 'InvoiceCreated':
      return { changeType: change.changeType, invoice: presentInvoice(asCreated(history.invoice)) };
    case 'PaymentStarted':
      return {
        changeType: change.changeType,
        payment: presentPayment(asStarted(getPayment(history, change.paymentID), history.invoice), caller),
      };
    case 'PaymentStatusChanged': {
      const { changeType, paymentID, status, error } = change;
      return { changeType, paymentID, status, error: error && presentFailure(error, caller) };
    }
    case 'RefundStarted': {
      const { changeType, paymentID } = change;
      const refund = { ...getRefund(history, change), status: 'pending', failure: null } as const;
      return { changeType, paymentID, refund: presentRefund(refund, caller) };
    }
    case 'RefundStatusChanged': {
      const { error } = change;
      return { ...change, error: error && presentPlainFailure(error, caller) };
    }
    case 'InvoiceStatusChanged':
    case 'PaymentInteractionRequested':
    case 'PaymentInteractionCompleted':
      return change;
  }
}

/** The invoice at its creation: only its status and the reason change later. */
function asCreated(invoice: Invoice): Invoice {
  return { ...invoice, status: 'unpaid', reason: null };
}

/** The payment at its start, for the full invoice; the connector or a capture may change amount and allocation later. */
function asStarted(payment: Payment, { allocation, amountMinor }: Invoice): Payment {
  return {
    ...payment,
    allocation,
    status: 'pending',
    amountMinor,
    failure: null,
    rrn: null,
    approvalCode: null,
  };
}

function getPayment({ payments }: InvoiceHistory, paymentID: string): Payment {
  const payment = payments.find(({ id }) => id === paymentID);
  if (!payment) throw new Error(`the history names the payment ${paymentID}, which is missing`);
  return payment;
}

function getRefund({ refunds }: InvoiceHistory, named: { paymentID: string; refundID: string }): Refund {
  const refund = refunds.find(({ paymentID, id }) => paymentID === named.paymentID && id === named.refundID);
  if (!refund) throw new Error(`the history names the refund ${named.paymentID}.${named.refundID}, which is missing`);
  return refund;
}
