import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import { Refusal, notFound } from '../../../domain/platform/errors/refusal';
import { assertNotOverdue } from '../../../domain/payments/invoice/due-date';
import type { Invoice } from '../../../domain/payments/invoice/invoice';
import type { HoldExpiration, Payer, Payment } from '../../../domain/payments/payment/payment';
import { assertAgreedAmount, type AgreedAmount } from '../../../domain/payments/payment/agreed-amount';
import { requireTransition } from '../../../domain/platform/machine/machine';
import { paymentFailure } from '../../../domain/payments/payment/payment-failure';
import {
  describeInspected,
  type Inspection,
  type InspectionRule,
} from '../../../domain/payments/inspection/inspection-rule';
import { endOfReview } from '../../../domain/payments/inspection/review';
import { paymentMachine } from '../../../domain/payments/payment/payment.machine';
import type { AccountStates } from '../../../domain/payments/connector-account/order-accounts';
import type { PaymentRoute } from '../../../domain/payments/payment/routing';
import { selectList } from '../../postgres/columns';
import { lookup, type Transaction } from '../../postgres/database';
import { createOnce, type Existing } from '../../idempotency';
import { lockInvoice } from '../invoice/invoice.table';
import type { RecordedInvoiceChange } from '../invoice/invoice.events';
import { appendChangeStatement, changeResult, type Change, type ChangeResult } from '../../change-log';
import { selectConnectors } from '../../merchants/shop/routes';
import {
  assertPayableBy,
  assertRecurrentPermitted,
  holdLifetimeMs,
  type ShopTerms,
} from '../../../domain/merchants/shop/shop-terms';
import { readShopOfInvoice } from '../../merchants/shop/shop-of-invoice';
import { countTowardsVelocityLimit, getDailyCeiling, isAboveCeiling } from '../../merchants/shop/velocity-limit';
import { wakeDispatchers, type Store } from '../../store';
import { reviewInsert } from '../review/review.table';
import type { Inspector } from '../inspection/inspector';
import { paymentWebhookMessages } from './payment.message';
import { PAYMENT_COLUMNS, paymentInsert } from './payment.table';
import { paymentWorkflow } from './payment.start';

export interface NewPayment {
  invoiceID: string;
  partyID: string;
  externalID?: string;
  /** The scope of the payer's access token; missing for the merchant. */
  externalIDScope?: string;
  flow: { type: 'instant' } | { type: 'hold'; onHoldExpiration: HoldExpiration };
  payer: Payer;
  encryptedPaymentTool: string;
  /** The connector that issued the recurrent token, if one pays. */
  issuer?: string;
  /** The accounts that take the wallet’s token, if one pays. */
  acceptingAccounts?: ReadonlySet<string>;
  agreed?: AgreedAmount;
  processingDeadline: Date;
  /** When the vault deletes the CVV of a new card. */
  cvvUntil?: Date;
  makeRecurrent: boolean;
  metadata?: object;
}

/** A request whose external id and compared fields are known before anything is checked. */
export interface PaymentRequest extends PaymentIdentity {
  alsoCompared: object;
  /** Checks the request and decrypts the payment tool. @throws Refusal */
  draft: () => Promise<NewPayment>;
}

/**
 * Starts a payment of an unpaid invoice; it is failed at once if a rule of the shop rejects it or the shop has reached its daily limit.
 * Idempotent by external id, even if the payer could not pay now (a deleted customer).
 * @throws Refusal notFound, invalidInvoiceStatus, invoicePaymentPending, invalidPartyStatus, invalidShopStatus,
 * invalidContractStatus, invalidPaymentToolToken, operationNotPermitted, externalIDConflict, temporarilyUnavailable
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
    const states = await store.accounts.readStates();
    // A repeated transaction is the same attempt.
    let inspection: Inspection | undefined;
    const inspect: StartInput['inspect'] = (...subject) => (inspection ??= store.inspector.inspect(...subject));
    const start = async (isBelowLimit: boolean) =>
      store.database.transaction((tx) => startPayment(store, { given, states, hash, now, isBelowLimit, inspect }, tx));
    const { payment, recorded } = await start(true).catch((error: unknown) => {
      // Concurrent payments of the shop used up the limit.
      if (isAboveCeiling(error)) return start(false);
      throw error;
    });
    wakeDispatchers(store, recorded);
    return payment;
  });
}

type PaymentIdentity = Pick<
  NewPayment,
  'invoiceID' | 'partyID' | 'externalID' | 'externalIDScope' | 'flow' | 'makeRecurrent'
> & {
  payer:
    | { type: 'PaymentResourcePayer'; toolFingerprint: string | undefined }
    | Pick<Extract<Payer, { type: 'CustomerPayer' }>, 'type' | 'customerID'>
    | Pick<Extract<Payer, { type: 'RecurrentPayer' }>, 'type' | 'recurrentParentPayment'>;
};

/** Compares the tool itself, not its token. */
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

interface StartInput {
  given: NewPayment;
  states: AccountStates;
  hash: Buffer | null;
  now: Date;
  isBelowLimit: boolean;
  inspect: Inspector['inspect'];
}

async function startPayment(
  store: Store,
  { given, states, hash, now, isBelowLimit, inspect }: StartInput,
  tx: Transaction,
): Promise<{ payment: Payment; recorded: ChangeResult }> {
  const [invoice, found] = await Promise.all([
    lockInvoice(store.database, given.invoiceID, tx),
    readShopOfInvoice(store.database, given.invoiceID, tx),
  ]);
  if (invoice?.partyID !== given.partyID) throw notFound('Invoice');
  const shop = found.operable();
  found.assertContractInForce(now);
  if (given.makeRecurrent || given.payer.type !== 'PaymentResourcePayer') assertRecurrentPermitted(shop);
  assertPayableBy(shop, given.payer.toolDetails);
  if (invoice.status !== 'unpaid') throw new Refusal('invalidInvoiceStatus', `invoice is ${invoice.status}`);
  assertNotOverdue(invoice, now);
  assertAgreedAmount(given.agreed, invoice);
  if (invoice.activePaymentID) throw new Refusal('invoicePaymentPending', 'invoice has a payment under way');

  const draft = draftPayment({ invoice, given, terms: shop.terms, routes: found.routes, states, now });
  const { decisive, threeDSecure } = inspect(shop.id, found.inspection, describeInspected(draft.payer, draft));
  draft.threeDSecure = threeDSecure?.action ?? null;
  if (decisive?.action === 'review') draft.reviewUntil = endOfReview(decisive, { ...given, now }) ?? null;
  const isHeld = decisive?.action === 'review' && draft.reviewUntil;
  const rejecting = decisive && decisive.action !== 'allow' && !isHeld ? decisive : undefined;
  const isWithin = found.countedTodayMinor + draft.amountMinor <= getDailyCeiling(draft, shop.terms);
  const isStarted = !rejecting && isBelowLimit && isWithin;
  const start = isStarted
    ? buildStart(invoice, { payment: draft, shop: shop.name })
    : buildFailedStart(invoice, draft, rejecting);
  const change: Change = {
    ...start.change,
    subject: { type: 'invoice', id: invoice.id },
    recipients: invoice,
    occurredAt: now,
  };
  const count = isStarted ? countTowardsVelocityLimit(start.payment, shop.terms) : {};
  const insert = paymentInsert(start, { hash, externalIDScope: given.externalIDScope ?? '', counted: count.inStripe });
  const append = appendChangeStatement(change, store.origin, { write: insert });
  const review = isStarted && isHeld ? [reviewInsert(start.payment, decisive.id)] : [];
  // The exact sum comes last, because payments of the shop wait for its row until the commit.
  const exactly = count.exactly ? [count.exactly] : [];
  const answers = await store.database.commitWith([append, ...review, ...exactly], tx);
  return { payment: start.payment, recorded: changeResult(change, answers.getRows(append)) };
}

interface Start {
  payment: Payment;
  invoice: Invoice;
  change: Pick<Change, 'event' | 'messages' | 'commands'>;
}

function buildStart(invoice: Invoice, { payment, shop }: { payment: Payment; shop: string }): Start {
  const next: Invoice = { ...countPayment(invoice), activePaymentID: payment.id };
  const change: Start['change'] = {
    event: { number: next.eventCount, changes: [{ changeType: 'PaymentStarted', paymentID: payment.id }] },
    messages: paymentWebhookMessages(paymentMachine.creation, { invoice: next, payment }),
    commands: [
      {
        ...paymentWorkflow({ ...payment, shop, method: payment.payer.toolDetails.type }),
        ...(payment.reviewUntil === null && { tryBefore: rfc3339Text(payment.processingDeadline) }),
      },
    ],
  };
  return { payment, invoice: next, change };
}

/** A rule rejects the payment, or it is above its shop's limit: no workflow runs. The events show start and failure, and the invoice stays payable. */
function buildFailedStart(invoice: Invoice, draft: Payment, rejecting: InspectionRule | undefined): Start {
  const failure = paymentFailure(
    rejecting ? 'rejected_by_inspector' : 'authorization_failed:account_limit_exceeded:amount',
  );
  const transition = requireTransition(paymentMachine, draft.status, 'fail');
  const payment: Payment = { ...draft, status: transition.to, failure, encryptedPaymentTool: null, reviewUntil: null };
  const next = countPayment(invoice);
  const changes: RecordedInvoiceChange[] = [
    { changeType: 'PaymentStarted', paymentID: payment.id },
    {
      changeType: 'PaymentStatusChanged',
      paymentID: payment.id,
      status: payment.status,
      error: failure,
      ...(rejecting && { rule: rejecting.id }),
    },
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

function countPayment(invoice: Invoice): Invoice {
  return { ...invoice, paymentCount: invoice.paymentCount + 1, eventCount: invoice.eventCount + 1 };
}

interface DraftInput {
  invoice: Invoice;
  given: NewPayment;
  terms: ShopTerms;
  routes: readonly PaymentRoute[];
  states: AccountStates;
  now: Date;
}

function draftPayment({ invoice, given, terms, routes, states, now }: DraftInput): Payment {
  const { toolDetails } = given.payer;
  const id = String(invoice.paymentCount + 1);
  const { issuer, acceptingAccounts } = given;
  const routed = { ...invoice, tool: toolDetails.type, issuer, acceptingAccounts, key: `${invoice.id}.${id}` };
  return {
    invoiceID: invoice.id,
    id,
    partyID: invoice.partyID,
    shopID: invoice.shopID,
    ...selectConnectors(routes, routed, states),
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
    threeDSecure: null,
    reviewUntil: null,
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
    schemeTransactionID: null,
    connectorFeeMinor: null,
    receiptState: null,
    refundCount: 0,
    chargebackCount: 0,
  };
}
