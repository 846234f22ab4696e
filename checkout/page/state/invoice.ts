import { invoicePaths } from '../api/addresses';
import type { Client } from '../api/client';
import type { Invoice, InvoiceEvent, Payment, PaymentMethod } from '../api/types';
import type { PaymentOptions } from '../../options';
import { withInvoiceEvents, type Progress } from './progress';
import type { FollowLimits, Order, Purpose } from './purpose';

/** Pays an invoice. */
export function invoicePurpose(call: Client, input: { id: string; token: string; options: PaymentOptions }): Purpose {
  const { token, options } = input;
  const paths = invoicePaths(input.id);
  return {
    kind: 'payment',
    subject: { invoiceID: input.id },
    token,
    load: async () => {
      const invoice = await call<Invoice>(paths.invoice, { token });
      const status = invoice.status === 'unpaid' ? 'open' : invoice.status === 'cancelled' ? 'cancelled' : 'paid';
      return {
        order: orderOf(invoice, options),
        progress: { status, ...(invoice.reason ? { reason: invoice.reason } : {}) },
      };
    },
    methods: () => call<PaymentMethod[]>(paths.methods, { token }),
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
      await call<Payment>(paths.payments, { token, body });
    },
    follow: (progress, limits) => readOn(call, { paths, token, progress, limits }),
    approval: async (id) => {
      const payment = await call<Payment>(`${paths.payments}/${encodeURIComponent(id)}`, { token });
      return payment.transactionInfo ?? {};
    },
  };
}

interface ReadOn {
  paths: ReturnType<typeof invoicePaths>;
  token: string;
  progress: Progress;
  limits: FollowLimits | undefined;
}

async function readOn(call: Client, from: ReadOn): Promise<Progress> {
  const { paths, token, limits } = from;
  let { progress } = from;
  for (;;) {
    const events = await call<InvoiceEvent[]>(paths.events(progress.lastEventID), { token, ...limits });
    progress = withInvoiceEvents(progress, events);
    if (events.length < paths.eventsPage) return progress;
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
