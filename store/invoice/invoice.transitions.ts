import { Refusal, notFound } from '../../domain/errors/refusal';
import { assertNotOverdue } from '../../domain/invoice/due-date';
import { OVERDUE_REASON, type Invoice } from '../../domain/invoice/invoice';
import { invoiceMachine, type InvoiceAction } from '../../domain/invoice/invoice.machine';
import { findTransition, requireTransition } from '../../domain/machine/machine';
import type { BoundStatement } from '../postgres/database';
import { appendChangeStatement, changeResult, type Change } from '../change-log';
import { getOperableShop } from '../shop/shop.queries';
import { wakeDispatchers, type Store } from '../store';
import { invoiceWebhookMessages } from './invoice.message';
import { invoiceUpdate, lockInvoice } from './invoice.table';

/** Withdraws an unpaid invoice. @throws Refusal notFound, invalidInvoiceStatus, invoicePaymentPending, …Status */
export async function rescindInvoice(store: Store, request: InvoiceDecision): Promise<void> {
  await changeInvoice(store, request, 'rescind', (invoice) => {
    if (invoice.activePaymentID) throw new Refusal('invoicePaymentPending', 'invoice has a payment under way');
    assertNotOverdue(invoice, new Date());
  });
}

/** Declares a paid invoice's obligations fulfilled. @throws Refusal notFound, invalidInvoiceStatus, …Status */
export async function fulfillInvoice(store: Store, request: InvoiceDecision): Promise<void> {
  await changeInvoice(store, request, 'fulfill');
}

export interface InvoiceDecision {
  invoiceID: string;
  partyID: string;
  reason: string;
}

async function changeInvoice(
  store: Store,
  { invoiceID, partyID, reason }: InvoiceDecision,
  action: InvoiceAction,
  guard?: (invoice: Invoice) => void,
): Promise<void> {
  const recorded = await store.database.transaction(async (tx) => {
    const invoice = await lockInvoice(store.database, invoiceID, tx);
    if (invoice?.partyID !== partyID) throw notFound('Invoice');
    await getOperableShop(store.database, invoice, tx);
    if (!findTransition(invoiceMachine, invoice.status, action)) {
      throw new Refusal('invalidInvoiceStatus', `invoice is ${invoice.status}`);
    }
    guard?.(invoice);
    const { change, update, append } = buildTransition(invoice, { action, reason, origin: store.origin });
    const answers = await store.database.commitWith([update, append], tx);
    return changeResult(change, answers.getRows(append));
  });
  wakeDispatchers(store, recorded);
}

export interface InvoiceTransition {
  change: Change;
  update: BoundStatement;
  append: ReturnType<typeof appendChangeStatement>;
}

/** Cancels an unpaid invoice at its due date. */
export function buildExpiry(invoice: Invoice): InvoiceTransition {
  return buildTransition(invoice, { action: 'expire', reason: OVERDUE_REASON });
}

function buildTransition(
  invoice: Invoice,
  { action, reason, origin }: { action: InvoiceAction; reason: string; origin?: Store['origin'] },
): InvoiceTransition {
  const transition = requireTransition(invoiceMachine, invoice.status, action);
  const now = new Date();
  const next: Invoice = {
    ...invoice,
    status: transition.to,
    statusChangedAt: now,
    reason,
    eventCount: invoice.eventCount + 1,
  };
  const change: Change = {
    subject: { type: 'invoice', id: invoice.id },
    recipients: invoice,
    occurredAt: now,
    event: {
      number: next.eventCount,
      changes: [{ changeType: 'InvoiceStatusChanged', status: next.status, reason }],
    },
    messages: invoiceWebhookMessages(transition, next),
  };
  return { change, update: invoiceUpdate(next), append: appendChangeStatement(change, origin) };
}
