import { formatAmount } from '../../domain/money/amount-text';
import { rfc3339Text } from '../../domain/rfc3339/rfc3339';
import { Refusal, notFound } from '../../domain/errors/refusal';
import { assertNotOverdue } from '../../domain/invoice/due-date';
import type { Invoice } from '../../domain/invoice/invoice';
import type { HoldExpiration, Payer, Payment } from '../../domain/payment/payment';
import { requireTransition } from '../../domain/machine/machine';
import { paymentFailure } from '../../domain/payment/payment-failure';
import { paymentMachine } from '../../domain/payment/payment.machine';
import type { PaymentRoute } from '../../domain/payment/routing';
import { workflowIDs } from '../../domain/workflow-ids';
import { workflowTypes } from '../../domain/workflow-messages';
import { selectList } from '../columns';
import { lookup, type Transaction } from '../database';
import { createOnce, type Existing } from '../idempotency';
import { invoiceUpdate, lockInvoice } from '../invoice/invoice.table';
import type { RecordedInvoiceChange } from '../invoice/invoice.events';
import { appendChangeStatement, changeResult, type Change, type ChangeResult, type StartCommand } from '../change-log';
import { routed } from '../shop/routes';
import {
  assertPayableBy,
  assertRecurrentPermitted,
  holdLifetimeMs,
  type ShopTerms,
} from '../../domain/shop/shop-terms';
import { shopOfInvoice } from '../shop/shop-of-invoice';
import { countTowardsVelocityLimit, getDailyCeiling, isAboveCeiling } from '../shop/velocity-limit';
import { wakeFor, type Store } from '../store';
import { paymentWebhookMessages } from './payment.message';
import { PAYMENT_COLUMNS, paymentInsert } from './payment.table';

/** What a payer or a merchant gives for a new payment. The tool comes encrypted: nothing here reveals a card. */
export interface NewPayment {
  invoiceID: string;
  partyID: string;
  externalID?: string;
  /** What the access token of the payer who names the payment is for; missing for the merchant. */
  externalIDScope?: string;
  flow: { type: 'instant' } | { type: 'hold'; onHoldExpiration: HoldExpiration };
  payer: Payer;
  encryptedPaymentTool: string;
  /** Who gave the recurrent token that pays, where one does. */
  issuer?: string;
  processingDeadline: Date;
  makeRecurrent: boolean;
  metadata?: object;
}

/** A request for a payment: what names it and is compared is known before anything of it is checked. */
export interface PaymentRequest extends PaymentIdentity {
  /** What else the caller set, as it was written. */
  alsoCompared: object;
  /** Checks what was asked for, and takes what pays out of its token. @throws Refusal */
  draft: () => Promise<NewPayment>;
}

/**
 * Starts a payment of an unpaid invoice; where the shop has reached its ceiling of the day it has failed from the start.
 * Under an external id that the caller has used, the first payment is returned where the parameters are the same, even
 * where its payer could not pay again: the customer is deleted, say.
 * @throws Refusal notFound, invalidInvoiceStatus, invoicePaymentPending, invalidPartyStatus, invalidShopStatus,
 * invalidContractStatus, operationNotPermitted, externalIDConflict, temporarilyUnavailable
 */
export async function createPayment(
  store: Store,
  asked: NewPayment | PaymentRequest,
  now = new Date(),
): Promise<Payment> {
  const { partyID, externalID, externalIDScope = '' } = asked;
  const { draft, alsoCompared } =
    'draft' in asked ? asked : { draft: async () => asked, alsoCompared: { metadata: asked.metadata } };
  const request = {
    ...{ partyID, externalID, scope: externalIDScope, index: 'payments_external_id', findExisting: FIND_EXISTING },
    compared: { ...getIdentity(asked), ...alsoCompared },
  };
  return createOnce(store.database, request, async (hash) => {
    store.admission.admit('payer', partyID);
    const given = await draft();
    const start = async (hasRoom: boolean) =>
      store.database.transaction((tx) => startPayment(store, { given, hash, now, hasRoom }, tx));
    const { payment, recorded } = await start(true).catch((error: unknown) => {
      // Others of the shop were faster.
      if (isAboveCeiling(error)) return start(false);
      throw error;
    });
    wakeFor(store, recorded);
    return payment;
  });
}

/** What a payment is for and who pays it; a tool whose token cannot be opened has no fingerprint. */
type PaymentIdentity = Pick<
  NewPayment,
  'invoiceID' | 'partyID' | 'externalID' | 'externalIDScope' | 'flow' | 'makeRecurrent'
> & {
  payer:
    | { type: 'PaymentResourcePayer'; toolFingerprint: string | undefined }
    | Pick<Extract<Payer, { type: 'CustomerPayer' }>, 'type' | 'customerID'>
    | Pick<Extract<Payer, { type: 'RecurrentPayer' }>, 'type' | 'recurrentParentPayment'>;
};

/** The tool itself counts, not the token it came in. */
function getIdentity({ invoiceID, flow, makeRecurrent, payer }: PaymentIdentity): object {
  switch (payer.type) {
    case 'PaymentResourcePayer':
      return { invoiceID, flow, makeRecurrent, tool: payer.toolFingerprint };
    case 'CustomerPayer':
      return { invoiceID, flow, makeRecurrent, customerID: payer.customerID };
    case 'RecurrentPayer':
      return { invoiceID, flow, makeRecurrent, parent: payer.recurrentParentPayment };
  }
}

const FIND_EXISTING = lookup<Payment & Existing>(
  'payment-find-existing',
  `SELECT ${selectList(PAYMENT_COLUMNS, 'p')}, parameters_hash AS "parametersHash"
   FROM payments p WHERE party_id = $1 AND external_id = $2 AND external_id_scope = $3`,
);

async function startPayment(
  store: Store,
  { given, hash, now, hasRoom }: { given: NewPayment; hash: Buffer | null; now: Date; hasRoom: boolean },
  tx: Transaction,
): Promise<{ payment: Payment; recorded: ChangeResult }> {
  const [invoice, found] = await Promise.all([
    lockInvoice(store.database, given.invoiceID, tx),
    shopOfInvoice(store.database, given.invoiceID, tx),
  ]);
  if (invoice?.partyID !== given.partyID) throw notFound('Invoice');
  const shop = found.operable();
  found.assertContractInForce(now);
  if (given.makeRecurrent || given.payer.type !== 'PaymentResourcePayer') assertRecurrentPermitted(shop);
  assertPayableBy(shop, given.payer.toolDetails);
  if (invoice.status !== 'unpaid') throw new Refusal('invalidInvoiceStatus', `invoice is ${invoice.status}`);
  assertNotOverdue(invoice, now);
  if (invoice.activePaymentID) throw new Refusal('invoicePaymentPending', 'invoice has a payment under way');

  const draft = draftPayment({ invoice, given, terms: shop.terms, routes: found.routes, now });
  const ceilingMinor = getDailyCeiling(draft, shop.terms);
  const isStarted = hasRoom && found.countedTodayMinor + draft.amountMinor <= ceilingMinor;
  const start = isStarted ? started(invoice, draft) : failedFromStart(invoice, draft);
  const change: Change = {
    ...start.change,
    subject: { type: 'invoice', id: invoice.id },
    recipients: invoice,
    occurredAt: now,
  };
  const append = appendChangeStatement(change, store.origin);
  const writes = [
    ...(isStarted ? [countTowardsVelocityLimit(start.payment, ceilingMinor)] : []),
    paymentInsert(start.payment, { hash, externalIDScope: given.externalIDScope ?? '' }),
    invoiceUpdate(start.invoice),
    append,
  ];
  const answers = await store.database.commitWith(writes, tx);
  return { payment: start.payment, recorded: changeResult(change, answers.getRows(append)) };
}

/** A payment as it is recorded first, with what that makes of its invoice and leaves behind. */
interface Start {
  payment: Payment;
  invoice: Invoice;
  change: Pick<Change, 'event' | 'messages' | 'commands'>;
}

function started(invoice: Invoice, payment: Payment): Start {
  const next: Invoice = { ...begun(invoice), activePaymentID: payment.id };
  const change: Start['change'] = {
    event: { number: next.eventCount, changes: [{ changeType: 'PaymentStarted', paymentID: payment.id }] },
    messages: paymentWebhookMessages(paymentMachine.creation, { invoice: next, payment }),
    commands: [paymentWorkflow(payment)],
  };
  return { payment, invoice: next, change };
}

/**
 * The shop has reached its ceiling: there is nothing to ask a connector, so no workflow runs. Its history tells both, that
 * it was asked for and that it failed, and the invoice may be paid by another payment.
 */
function failedFromStart(invoice: Invoice, draft: Payment): Start {
  const transition = requireTransition(paymentMachine, draft.status, 'fail');
  const failure = paymentFailure('authorization_failed:account_limit_exceeded:amount');
  const payment: Payment = { ...draft, status: transition.to, failure, encryptedPaymentTool: null };
  const next = begun(invoice);
  const changes: RecordedInvoiceChange[] = [
    { changeType: 'PaymentStarted', paymentID: payment.id },
    { changeType: 'PaymentStatusChanged', paymentID: payment.id, status: payment.status, error: failure },
  ];
  const messages = [
    ...paymentWebhookMessages(paymentMachine.creation, {
      invoice: { ...next, activePaymentID: draft.id },
      payment: draft,
    }),
    ...paymentWebhookMessages(transition, { invoice: next, payment }),
  ];
  return { payment, invoice: next, change: { event: { number: next.eventCount, changes }, messages } };
}

function begun(invoice: Invoice): Invoice {
  return { ...invoice, paymentCount: invoice.paymentCount + 1, eventCount: invoice.eventCount + 1 };
}

interface DraftInput {
  invoice: Invoice;
  given: NewPayment;
  terms: ShopTerms;
  routes: readonly PaymentRoute[];
  now: Date;
}

function draftPayment({ invoice, given, terms, routes, now }: DraftInput): Payment {
  const { toolDetails } = given.payer;
  return {
    invoiceID: invoice.id,
    id: String(invoice.paymentCount + 1),
    partyID: invoice.partyID,
    shopID: invoice.shopID,
    ...routed(routes, { ...invoice, tool: toolDetails.type, issuer: given.issuer }),
    attempt: 1,
    externalID: given.externalID ?? null,
    createdAt: now,
    amountMinor: invoice.amountMinor,
    authorisedAmountMinor: invoice.amountMinor,
    currency: invoice.currency,
    flow: given.flow.type,
    onHoldExpiration: given.flow.type === 'hold' ? given.flow.onHoldExpiration : null,
    heldUntil: given.flow.type === 'hold' ? new Date(now.getTime() + holdLifetimeMs(terms)) : null,
    processingDeadline: given.processingDeadline,
    payer: given.payer,
    encryptedPaymentTool: given.encryptedPaymentTool,
    makeRecurrent: given.makeRecurrent,
    encryptedRecurrentToken: null,
    metadata: given.metadata ?? null,
    cart: invoice.cart,
    allocation: invoice.allocation,
    status: paymentMachine.initial,
    statusChangedAt: now,
    target: null,
    targetReason: null,
    captureAmountMinor: null,
    interaction: null,
    failure: null,
    connectorReference: null,
    rrn: null,
    approvalCode: null,
    feeMinor: null,
    changedAmountMinor: null,
    extraPaymentInfo: null,
    refundCount: 0,
    chargebackCount: 0,
  };
}

/** Starts the workflow that carries a payment to its end. */
export function paymentWorkflow(
  payment: Pick<
    Payment,
    'invoiceID' | 'id' | 'processingDeadline' | 'partyID' | 'shopID' | 'flow' | 'amountMinor' | 'currency' | 'status'
  >,
): StartCommand {
  return {
    kind: 'start',
    workflowID: workflowIDs.payment(payment.invoiceID, payment.id),
    workflowType: workflowTypes.payment,
    args: [
      {
        invoiceID: payment.invoiceID,
        paymentID: payment.id,
        processingDeadline: rfc3339Text(payment.processingDeadline),
      },
    ],
    searchAttributes: {
      PartyID: payment.partyID,
      ShopID: payment.shopID,
      InvoiceID: payment.invoiceID,
      EntityStatus: payment.status,
    },
    summary: `${payment.flow === 'hold' ? 'Hold' : 'Payment'} of ${formatAmount(payment)}`,
  };
}
