import { Refusal, notFound } from '../../../domain/platform/errors/refusal';
import { assertNotOverdue } from '../../../domain/payments/invoice/due-date';
import { PREPAYMENT_MODES } from '../../../domain/payments/invoice/fiscal-tags';
import { OVERDUE_REASON, type Invoice } from '../../../domain/payments/invoice/invoice';
import {
  invoiceMachine,
  type InvoiceAction,
  type InvoiceStatus,
} from '../../../domain/payments/invoice/invoice.machine';
import { findTransition, requireTransition } from '../../../domain/platform/machine/machine';
import type { BoundStatement, Transaction } from '../../postgres/database';
import { withReason, type OperatorStore } from '../../platform/audit/origin';
import { appendChangeStatement, changeResult, type Change, type StartCommand } from '../../change-log';
import { trackStatement } from '../../operators/recovery/tracked-workflows';
import { getOperableShop } from '../../merchants/shop/shop.queries';
import { wakeDispatchers, type Store } from '../../store';
import { invoiceWebhookMessages } from './invoice.message';
import { invoiceUpdate, lockInvoice } from './invoice.table';
import { workflowIDs } from '../../../workflow-names/workflow-ids';
import { workflowTypes } from '../../../workflow-names/workflow-messages';

/** Withdraws an unpaid invoice. @throws Refusal notFound, invalidInvoiceStatus, invoicePaymentPending, …Status */
export async function rescindInvoice(store: Store, request: InvoiceDecision): Promise<void> {
  await decideOwn(store, request, 'rescind');
}

/** Declares a paid invoice's obligations fulfilled. @throws Refusal notFound, invalidInvoiceStatus, …Status */
export async function fulfillInvoice(store: Store, request: InvoiceDecision): Promise<void> {
  await decideOwn(store, request, 'fulfill');
}

export interface InvoiceDecision {
  invoiceID: string;
  partyID: string;
  reason: string;
}

export type InvoiceDecisionAction = Extract<InvoiceAction, 'fulfill' | 'rescind'>;

async function decideOwn(
  store: Store,
  { invoiceID, partyID, reason }: InvoiceDecision,
  action: InvoiceDecisionAction,
): Promise<void> {
  await changeInvoice(store, invoiceID, async (invoice, tx) => {
    if (invoice?.partyID !== partyID) throw notFound('Invoice');
    await getOperableShop(store.database, invoice, tx);
    assertDecidable(invoice, action);
    return { invoice, action, reason };
  });
}

/**
 * An operator decides about an invoice of any party, also of a blocked or suspended shop. Idempotent by reason.
 * @throws Refusal notFound, invalidInvoiceStatus, invoicePaymentPending
 */
export async function decideInvoice(
  store: OperatorStore<Store>,
  { invoiceID, action, reason }: { invoiceID: string; action: InvoiceDecisionAction; reason: string },
): Promise<{ status: InvoiceStatus; isChanged: boolean }> {
  const status = DECIDED[action];
  let isChanged = false;
  await changeInvoice(withReason(store, reason), invoiceID, (invoice) => {
    isChanged = false;
    if (!invoice) throw notFound('Invoice');
    if (invoice.status === status && invoice.reason === reason) return undefined;
    assertDecidable(invoice, action);
    isChanged = true;
    return { invoice, action, reason };
  });
  return { status, isChanged };
}

const DECIDED = { fulfill: 'fulfilled', rescind: 'cancelled' } as const satisfies Record<InvoiceDecisionAction, string>;

function assertDecidable(invoice: Invoice, action: InvoiceDecisionAction): void {
  if (!findTransition(invoiceMachine, invoice.status, action)) {
    throw new Refusal('invalidInvoiceStatus', `invoice is ${invoice.status}`);
  }
  if (action !== 'rescind') return;
  if (invoice.activePaymentID) throw new Refusal('invoicePaymentPending', 'invoice has a payment under way');
  assertNotOverdue(invoice, new Date());
}

interface DecidedInvoice {
  invoice: Invoice;
  action: InvoiceDecisionAction;
  reason: string;
}

type Decide = (invoice: Invoice | undefined, tx: Transaction) => Promise<DecidedInvoice> | DecidedInvoice | undefined;

async function changeInvoice(store: Store, invoiceID: string, decide: Decide): Promise<void> {
  const recorded = await store.database.transaction(async (tx) => {
    const decided = await decide(await lockInvoice(store.database, invoiceID, tx), tx);
    if (!decided) return undefined;
    const { change, update, append } = buildTransition(decided.invoice, { ...decided, origin: store.origin });
    const { commands = [] } = change;
    const starts = commands.filter((command) => command.kind === 'start');
    const tracked = starts.length > 0 ? [trackStatement(starts)] : [];
    const answers = await store.database.commitWith([update, append, ...tracked], tx);
    return changeResult(change, answers.getRows(append));
  });
  if (recorded) wakeDispatchers(store, recorded);
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
    ...(action === 'fulfill' && hasPrepayment(invoice) && { commands: [settlementReceiptStart(invoice)] }),
  };
  return { change, update: invoiceUpdate(next), append: appendChangeStatement(change, origin) };
}

function hasPrepayment({ cart }: Invoice): boolean {
  return cart?.some(({ mode }) => mode !== undefined && PREPAYMENT_MODES.has(mode)) ?? false;
}

/** The goods of a prepayment are handed over, so its second receipt is due. An invoice is fulfilled once. */
function settlementReceiptStart({ id, partyID, shopID }: Invoice): StartCommand {
  return {
    kind: 'start',
    workflowID: workflowIDs.settlementReceipt(id),
    workflowType: workflowTypes.settlementReceipt,
    args: [{ invoiceID: id }],
    searchAttributes: { PartyID: partyID, ShopID: shopID, InvoiceID: id },
    summary: 'Sends the receipt that settles a prepayment',
  };
}
