import { Refusal, notFound } from '../../domain/errors/refusal';
import { assertNotOverdue } from '../../domain/invoice/due-date';
import type { Invoice } from '../../domain/invoice/invoice';
import type { HoldExpiration, Payer, Payment } from '../../domain/payment/payment';
import { paymentMachine } from '../../domain/payment/payment.machine';
import { workflowIDs } from '../../domain/workflow-ids';
import { workflowTypes } from '../../domain/workflow-messages';
import { selectList } from '../columns';
import { assertContractInForce } from '../contract/contracts';
import { isUniqueViolation, statement, type Transaction } from '../database';
import { assertSameParameters, parametersHash, type Existing } from '../idempotency';
import { invoiceUpdate, lockInvoice } from '../invoice/invoice.model';
import { changeRecord, recordedOf, type Change, type Command, type Recorded } from '../record';
import { assertRecurrentPermitted, holdLifetimeMs, operableShop, type ShopTerms } from '../shop/shops';
import { wakeFor, type Store } from '../store';
import { paymentAnnouncement } from './payment.message';
import { PAYMENT_COLUMNS, paymentInsert } from './payment.model';

/** What a payer or a merchant gives for a new payment. The tool comes sealed: nothing here reveals a card. */
export interface NewPayment {
  invoiceID: string;
  partyID: string;
  externalID?: string;
  flow: { type: 'instant' } | { type: 'hold'; onHoldExpiration: HoldExpiration };
  payer: Payer;
  paymentToolSealed: string;
  processingDeadline: Date;
  makeRecurrent: boolean;
  metadata?: object;
}

/**
 * Starts a payment of an unpaid invoice. Under an external id that the party has used, the first payment is returned
 * where the parameters are the same.
 * @throws Refusal notFound, invalidInvoiceStatus, invoicePaymentPending, invalidPartyStatus, invalidShopStatus,
 * invalidContractStatus, externalIDConflict
 */
export async function createPayment(store: Store, given: NewPayment, now = new Date()): Promise<Payment> {
  const hash = parametersHash(comparedParameters(given));
  const repeated = await findRepeated(store, given, hash);
  if (repeated) return repeated;
  try {
    const { payment, recorded } = await store.database.transaction((tx) =>
      startPayment(store, { given, hash, now }, tx),
    );
    wakeFor(store, recorded);
    return payment;
  } catch (error) {
    const wasFirst = error instanceof Refusal || isUniqueViolation(error, 'payments_external_id');
    const winner = wasFirst ? await findRepeated(store, given, hash) : undefined;
    if (winner) return winner;
    throw error;
  }
}

/** What tells a repetition: all of it is known before the payer's tool is looked for. */
export type PaymentIdentity = Pick<NewPayment, 'invoiceID' | 'partyID' | 'externalID' | 'flow' | 'makeRecurrent'> & {
  payer:
    | Pick<Extract<Payer, { type: 'PaymentResourcePayer' }>, 'type' | 'toolFingerprint'>
    | Pick<Extract<Payer, { type: 'CustomerPayer' }>, 'type' | 'customerID'>
    | Pick<Extract<Payer, { type: 'RecurrentPayer' }>, 'type' | 'recurrentParentPayment'>;
};

/**
 * The payment that the party made with this external id and the same parameters, if it did.
 * @throws Refusal externalIDConflict
 */
export async function findRepeatedPayment(store: Store, identity: PaymentIdentity): Promise<Payment | undefined> {
  return findRepeated(store, identity, parametersHash(comparedParameters(identity)));
}

/** The fields that make two creations the same: the tool itself counts, not the token it came in. */
function comparedParameters({ invoiceID, flow, makeRecurrent, payer }: PaymentIdentity): object {
  switch (payer.type) {
    case 'PaymentResourcePayer':
      return { invoiceID, flow, makeRecurrent, tool: payer.toolFingerprint };
    case 'CustomerPayer':
      return { invoiceID, flow, makeRecurrent, customerID: payer.customerID };
    case 'RecurrentPayer':
      return { invoiceID, flow, makeRecurrent, parent: payer.recurrentParentPayment };
  }
}

const FIND_EXISTING = statement(
  'payment-find-existing',
  `SELECT ${selectList(PAYMENT_COLUMNS, 'p')}, parameters_hash AS "parametersHash"
   FROM payments p WHERE party_id = $1 AND external_id = $2`,
);

async function findRepeated(store: Store, given: PaymentIdentity, hash: Buffer): Promise<Payment | undefined> {
  const { externalID, partyID } = given;
  if (externalID === undefined) return undefined;
  const [existing] = await store.database.run<Payment & Existing>(FIND_EXISTING, [partyID, externalID]);
  if (existing) assertSameParameters(existing, { externalID, parametersHash: hash });
  return existing;
}

async function startPayment(
  store: Store,
  { given, hash, now }: { given: NewPayment; hash: Buffer; now: Date },
  tx: Transaction,
): Promise<{ payment: Payment; recorded: Recorded }> {
  const invoice = await lockInvoice(store.database, given.invoiceID, tx);
  if (invoice?.partyID !== given.partyID) throw notFound('Invoice');
  const shop = await operableShop(store.database, invoice, tx);
  await assertContractInForce(store.database, { shop, now }, tx);
  if (given.makeRecurrent || given.payer.type !== 'PaymentResourcePayer') assertRecurrentPermitted(shop);
  if (invoice.status !== 'unpaid') throw new Refusal('invalidInvoiceStatus', `invoice is ${invoice.status}`);
  assertNotOverdue(invoice, now);
  if (invoice.activePaymentID) throw new Refusal('invoicePaymentPending', 'invoice has a payment under way');

  const payment = draftPayment({ invoice, given, terms: shop.terms, now });
  const next: Invoice = {
    ...invoice,
    paymentCount: invoice.paymentCount + 1,
    activePaymentID: payment.id,
    eventCount: invoice.eventCount + 1,
  };
  const started: Change = {
    subject: { type: 'invoice', id: invoice.id },
    audience: invoice,
    occurredAt: now,
    event: { number: next.eventCount, changes: [{ changeType: 'PaymentStarted', paymentID: payment.id }] },
    announcements: [paymentAnnouncement('PaymentStarted', next, payment)],
    commands: [paymentWorkflow(payment)],
  };
  const writes = [paymentInsert(payment, hash), invoiceUpdate(next), changeRecord(started)];
  const [, , rows] = await store.database.commitWith(writes, tx);
  return { payment, recorded: recordedOf(started, rows) };
}

interface DraftInput {
  invoice: Invoice;
  given: NewPayment;
  terms: ShopTerms;
  now: Date;
}

function draftPayment({ invoice, given, terms, now }: DraftInput): Payment {
  return {
    invoiceID: invoice.id,
    id: String(invoice.paymentCount + 1),
    partyID: invoice.partyID,
    shopID: invoice.shopID,
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
    paymentToolSealed: given.paymentToolSealed,
    makeRecurrent: given.makeRecurrent,
    recurrentTokenSealed: null,
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
    providerReference: null,
    rrn: null,
    approvalCode: null,
    feeMinor: null,
    refundCount: 0,
    chargebackCount: 0,
  };
}

function paymentWorkflow(payment: Payment): Command {
  return {
    kind: 'start',
    workflowID: workflowIDs.payment(payment.invoiceID, payment.id),
    workflowType: workflowTypes.payment,
    args: [
      {
        invoiceID: payment.invoiceID,
        paymentID: payment.id,
        processingDeadline: payment.processingDeadline.toISOString(),
      },
    ],
    searchAttributes: {
      PartyID: payment.partyID,
      ShopID: payment.shopID,
      InvoiceID: payment.invoiceID,
      EntityStatus: 'pending',
    },
    summary: `${payment.flow === 'hold' ? 'Hold' : 'Payment'} of ${payment.amountMinor} ${payment.currency}`,
  };
}
