import { Refusal, notFound } from '../../domain/errors/refusal';
import { assertNotOverdue } from '../../domain/invoice/due-date';
import { OVERDUE_REASON, type Invoice, type OverdueOutcome } from '../../domain/invoice/invoice';
import { invoiceMachine, type InvoiceAction } from '../../domain/invoice/invoice.machine';
import { findTransition } from '../../domain/machine/machine';
import { signals } from '../../domain/workflow-messages';
import type { Transaction } from '../database';
import { changeStatement, changeResult, type Change, type Command, type ChangeResult } from '../record';
import { operableShop } from '../shop/shop.queries';
import { wakeFor, type Store } from '../store';
import { dueDateClock } from './invoice.create';
import { invoiceWebhookMessages } from './invoice.message';
import { invoiceUpdate, lockInvoice } from './invoice.table';

/** Withdraws an unpaid invoice. @throws Refusal notFound, invalidInvoiceStatus, invoicePaymentPending, …Status */
export async function rescindInvoice(store: Store, request: InvoiceRequest): Promise<void> {
  await changeInvoice(store, request, 'rescind', (invoice) => {
    if (invoice.activePaymentID) throw new Refusal('invoicePaymentPending', 'invoice has a payment under way');
    assertNotOverdue(invoice, new Date());
  });
}

/** Declares a paid invoice's obligations fulfilled. @throws Refusal notFound, invalidInvoiceStatus, …Status */
export async function fulfillInvoice(store: Store, request: InvoiceRequest): Promise<void> {
  await changeInvoice(store, request, 'fulfill');
}

export interface InvoiceRequest {
  invoiceID: string;
  partyID: string;
  reason: string;
}

async function changeInvoice(
  store: Store,
  { invoiceID, partyID, reason }: InvoiceRequest,
  action: InvoiceAction,
  guard?: (invoice: Invoice) => void,
): Promise<void> {
  const recorded = await store.database.transaction(async (tx) => {
    const invoice = await lockInvoice(store.database, invoiceID, tx);
    if (invoice?.partyID !== partyID) throw notFound('Invoice');
    await operableShop(store.database, invoice, tx);
    if (!findTransition(invoiceMachine, invoice.status, action)) {
      throw new Refusal('invalidInvoiceStatus', `invoice is ${invoice.status}`);
    }
    guard?.(invoice);
    return moveInvoice(store, { invoice, action, reason }, tx);
  });
  wakeFor(store, recorded);
}

/** Cancels an invoice that its due date found unpaid, unless a payment is under way. Harmless when repeated. */
export async function cancelOverdueInvoice(store: Store, invoiceID: string): Promise<OverdueOutcome> {
  const { outcome, recorded } = await store.database.transaction(async (tx): Promise<Expiry> => {
    const invoice = await lockInvoice(store.database, invoiceID, tx);
    if (!invoice) throw notFound('Invoice');
    if (invoice.status !== 'unpaid') return { outcome: invoice.status };
    if (invoice.activePaymentID) return { outcome: 'paymentUnderWay' };
    const expiry = { invoice, action: 'expire', reason: OVERDUE_REASON } as const;
    return { outcome: 'cancelled', recorded: await moveInvoice(store, expiry, tx) };
  });
  if (recorded) wakeFor(store, recorded);
  return outcome;
}

interface Expiry {
  outcome: OverdueOutcome;
  recorded?: ChangeResult;
}

async function moveInvoice(
  store: Store,
  { invoice, action, reason }: { invoice: Invoice; action: InvoiceAction; reason: string },
  tx: Transaction,
): Promise<ChangeResult> {
  const transition = findTransition(invoiceMachine, invoice.status, action);
  if (!transition) throw new Error(`invoice cannot ${action} from ${invoice.status}`);
  const now = new Date();
  const next: Invoice = {
    ...invoice,
    status: transition.to,
    statusChangedAt: now,
    reason,
    eventCount: invoice.eventCount + 1,
  };
  const moved: Change = {
    subject: { type: 'invoice', id: invoice.id },
    recipients: invoice,
    occurredAt: now,
    event: {
      number: next.eventCount,
      changes: [{ changeType: 'InvoiceStatusChanged', status: next.status, reason }],
    },
    messages: invoiceWebhookMessages(transition, next),
    commands: action === 'rescind' ? [invoiceClosedCommand(next)] : [],
  };
  const append = changeStatement(moved, store.origin);
  const answers = await store.database.commitWith([invoiceUpdate(next), append], tx);
  return changeResult(moved, answers.rowsOf(append));
}

/** Tells the invoice's workflow that nothing is left to wait for, which also ends its start delay. */
export function invoiceClosedCommand(invoice: Invoice): Command {
  return {
    ...dueDateClock(invoice),
    kind: 'signalWithStart',
    signal: signals.invoiceClosed,
    signalArgs: [invoice.status],
    mayRunAgain: false,
  };
}
