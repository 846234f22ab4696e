import { invoicePaths } from '../api/addresses';
import type { ApiClient } from '../api/client';
import type { Invoice, Payment, PaymentMethod } from '../api/types';
import type { PaymentOptions } from '../../options';
import { processingDeadline } from './processing-deadline';
import { withInvoiceEvent } from './progress';
import type { Order, Purpose } from './purpose';
import { readEvents } from './read-on';

export function invoicePurpose(
  call: ApiClient,
  input: { id: string; token: string; options: PaymentOptions },
): Purpose {
  const { token, options } = input;
  const paths = invoicePaths(input.id);
  let dueDate: string | undefined;
  return {
    kind: 'payment',
    subject: { invoiceID: input.id },
    token,
    load: async () => {
      const invoice = await call<Invoice>(paths.invoice, { token });
      ({ dueDate } = invoice);
      const status = invoice.status === 'unpaid' ? 'open' : invoice.status === 'cancelled' ? 'cancelled' : 'paid';
      return {
        order: getOrder(invoice, options),
        progress: { status, ...(invoice.reason ? { reason: invoice.reason } : {}) },
      };
    },
    methods: () => call<PaymentMethod[]>(paths.methods, { token }),
    begin: async ({ resource, attemptID, contact }) => {
      const { paymentToolToken, paymentSession, paymentToolDetails } = resource;
      const deadline = options.processingDeadline ?? processingDeadline(paymentToolDetails, dueDate);
      const body = {
        externalID: attemptID,
        flow: options.paymentFlowHold
          ? { type: 'PaymentFlowHold', onHoldExpiration: options.holdExpiration ?? 'cancel' }
          : { type: 'PaymentFlowInstant' },
        payer: {
          payerType: 'PaymentResourcePayer',
          paymentToolToken,
          paymentSession,
          contactInfo: contact,
          sessionInfo: { redirectUrl: `${location.origin}/returned` },
        },
        ...(deadline ? { processingDeadline: deadline } : {}),
        ...(options.recurring ? { makeRecurrent: true } : {}),
      };
      await call<Payment>(paths.payments, { token, body });
    },
    giveUp: (id) =>
      call(`${paths.payments}/${encodeURIComponent(id)}/cancel`, { token, body: { reason: 'another way to pay' } }),
    follow: (progress, limits) =>
      readEvents(call, { subject: paths.invoice, token, progress, limits, withEvent: withInvoiceEvent }),
    approval: async (id) => {
      const payment = await call<Payment>(`${paths.payments}/${encodeURIComponent(id)}`, { token });
      return payment.transactionInfo ?? {};
    },
  };
}

function getOrder(invoice: Invoice, { name, description, processingDeadline: chosen }: PaymentOptions): Order {
  const { product, amount, currency, dueDate, cart = [] } = invoice;
  const text = description ?? invoice.description;
  return {
    ...(name ? { shop: name } : {}),
    product,
    ...(text ? { description: text } : {}),
    lines: cart,
    ...(chosen === undefined && { dueDate }),
    cost: { amount, currency },
  };
}
