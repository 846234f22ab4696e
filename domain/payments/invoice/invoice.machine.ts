import type { StateMachine } from '../../platform/machine/machine';

export const INVOICE_STATUSES = ['unpaid', 'cancelled', 'paid', 'fulfilled'] as const;
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number];
export type InvoiceAction = 'pay' | 'fulfill' | 'rescind' | 'expire';

/** `expire` happens at the due date unless a payment is pending; its reason is `overdue`. */
export const invoiceMachine = {
  name: 'invoice',
  initial: 'unpaid',
  states: INVOICE_STATUSES,
  transitions: [
    { on: 'pay', from: ['unpaid'], to: 'paid', emits: ['InvoicePaid'] },
    { on: 'rescind', from: ['unpaid'], to: 'cancelled', emits: ['InvoiceCancelled'] },
    { on: 'expire', from: ['unpaid'], to: 'cancelled', emits: ['InvoiceCancelled'] },
    { on: 'fulfill', from: ['paid'], to: 'fulfilled', emits: ['InvoiceFulfilled'] },
  ],
  creation: { emits: ['InvoiceCreated'] },
} as const satisfies StateMachine<InvoiceStatus, InvoiceAction>;
