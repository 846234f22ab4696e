import type { Client } from '../api/client';
import type { Invoice, InvoiceEvent, Payment, PaymentMethod } from '../api/types';
import type { PaymentOptions } from '../../options';
import { withInvoiceEvents, type Progress } from './progress';
import type { FollowLimits, Order, Purpose } from './purpose';

const PAGE = 100;

/** Pays an invoice. */
export function invoicePurpose(call: Client, input: { id: string; token: string; options: PaymentOptions }): Purpose {
  const { token, options } = input;
  const path = `/invoices/${encodeURIComponent(input.id)}`;
  return {
    kind: 'payment',
    subject: { invoiceID: input.id },
    token,
    load: async () => {
      const invoice = await call<Invoice>(path, { token });
      const status = invoice.status === 'unpaid' ? 'open' : invoice.status === 'cancelled' ? 'cancelled' : 'paid';
      return {
        order: orderOf(invoice, options),
        progress: { status, ...(invoice.reason ? { reason: invoice.reason } : {}) },
      };
    },
    methods: () => call<PaymentMethod[]>(`${path}/payment-methods`, { token }),
    begin: async ({ resource, attemptID, contact }) => {
      const { paymentToolToken, paymentSession } = resource;
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
        ...(options.recurring ? { makeRecurrent: true } : {}),
      };
      await call<Payment>(`${path}/payments`, { token, body });
    },
    follow: (progress, limits) => readOn(call, { path, token, progress, limits }),
    approval: async (id) => {
      const payment = await call<Payment>(`${path}/payments/${encodeURIComponent(id)}`, { token });
      return payment.transactionInfo ?? {};
    },
  };
}

interface ReadOn {
  path: string;
  token: string;
  progress: Progress;
  limits: FollowLimits | undefined;
}

async function readOn(call: Client, from: ReadOn): Promise<Progress> {
  const { token, limits } = from;
  let { progress } = from;
  for (;;) {
    const after = progress.lastEventID === undefined ? '' : `&eventID=${progress.lastEventID}`;
    const events = await call<InvoiceEvent[]>(`${from.path}/events?limit=${PAGE}${after}`, { token, ...limits });
    progress = withInvoiceEvents(progress, events);
    if (events.length < PAGE) return progress;
  }
}

function orderOf(invoice: Invoice, { name, description }: PaymentOptions): Order {
  const { product, amount, currency, cart = [] } = invoice;
  const text = description ?? invoice.description;
  return {
    ...(name ? { shop: name } : {}),
    product,
    ...(text ? { description: text } : {}),
    lines: cart,
    amount,
    currency,
  };
}
