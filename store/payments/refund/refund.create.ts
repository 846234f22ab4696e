import { formatAmount } from '../../../domain/platform/money/amount-text';
import type { AllocationRequest } from '../../../domain/payments/allocation/allocation';
import { recordAllocation } from '../../../domain/payments/allocation/recorded-allocation';
import { serialiseCart, type CartLine, type RecordedCartLine } from '../../../domain/payments/invoice/cart';
import type { Payment } from '../../../domain/payments/payment/payment';
import { remainingMinor } from '../../../domain/payments/payment/payment-balance';
import { FIRST_REFUND_NUMBER, type Refund } from '../../../domain/payments/refund/refund';
import { splitRefund } from '../../../domain/payments/refund/refund-parts';
import { refundAmount } from '../../../domain/payments/refund/refund-rules';
import { refundMachine } from '../../../domain/payments/refund/refund.machine';
import { workflowIDs } from '../../../workflow-names/workflow-ids';
import { workflowTypes } from '../../../workflow-names/workflow-messages';
import { selectList } from '../../postgres/columns';
import { lookup, type Transaction } from '../../postgres/database';
import { createOnce, type Existing } from '../../idempotency';
import { readTakenBack, readTakenBackByShop, type TakenBack } from '../payment/payment.balance';
import { changePaymentOn, type PaymentChange } from '../payment/payment.change';
import type { LockedPayment } from '../payment/payment.table';
import { ALWAYS, type StartCommand } from '../../change-log';
import { readShopOfInvoice, type ShopOfInvoice } from '../../merchants/shop/shop-of-invoice';
import type { ShopRow } from '../../merchants/shop/shop.queries';
import type { Store } from '../../store';
import { holdRefund } from './refund.ledger';
import { refundWebhookMessages } from './refund.message';
import { REFUND_COLUMNS, insertRefund, type RefundRequestKey } from './refund.table';
import { workflowMemo, type MemoFacts } from '../../workflow-memo';

export interface NewRefund {
  invoiceID: string;
  paymentID: string;
  partyID: string;
  externalID?: string;
  amountMinor?: bigint;
  currency?: string;
  reason?: string;
  /** The lines that remain after the refund: as recorded, and for computing. */
  cart?: { recorded: RecordedCartLine[]; lines: readonly CartLine[] };
  allocation?: AllocationRequest[];
}

/**
 * Starts a refund of a captured payment and holds its money on the shops' accounts, idempotent by external id.
 * @throws Refusal notFound, invalidPartyStatus, invalidShopStatus, externalIDConflict, insufficentAccountBalance, and
 * those of `refundAmount`, temporarilyUnavailable
 */
export async function createRefund(store: Store, given: NewRefund): Promise<Refund> {
  const { partyID, externalID } = given;
  const request = {
    ...{ partyID, externalID, compared: comparedParameters(given) },
    ...{ index: 'refunds_external_id', findExisting: FIND_EXISTING },
  };
  return createOnce(store.database, request, async (hash) => {
    store.admission.admit('payer', partyID);
    return makeRefund(store, given, {
      hash,
      permit: (shop, now) => {
        shop.notSuspended();
        shop.assertContractInForce(now);
      },
    });
  });
}

/** Starts a refund if `permit` passes. @throws as `createRefund` */
export async function makeRefund(
  store: Store,
  given: NewRefund,
  { permit, ...request }: RefundRequestKey & { permit: (shop: ShopOfInvoice, now: Date) => void },
): Promise<Refund> {
  const { partyID, invoiceID } = given;
  const read = (tx: Transaction) =>
    Promise.all([readShopOfInvoice(store.database, invoiceID, tx), readTakenBack(store.database, given, tx)]);
  let refund: Refund | undefined;
  await changePaymentOn(store, given, { read, partyID }, async (locked, tx, now, [shop, takenBack]) => {
    permit(shop, now);
    refund = await draftRefund(store, { locked, takenBack, given, now }, tx);
    return startRefund(store, { locked, refund, request, shop: shop.existing() }, tx);
  });
  if (!refund) throw new Error('the refund was not stored');
  return refund;
}

function comparedParameters({ partyID, externalID, cart, ...compared }: NewRefund): object {
  return { ...compared, cart: cart && serialiseCart(cart.recorded) };
}

const FIND_EXISTING = lookup<Refund & Existing>(
  'refund-find-existing',
  `SELECT ${selectList(REFUND_COLUMNS, 'r')}, parameters_hash AS "parametersHash"
   FROM refunds r WHERE party_id = $1 AND external_id = $2`,
);

interface RefundDraft {
  locked: LockedPayment;
  takenBack: TakenBack;
  given: NewRefund;
  now: Date;
}

async function draftRefund(
  store: Store,
  { locked: { payment }, takenBack, given, now }: RefundDraft,
  tx: Transaction,
): Promise<Refund> {
  const balance = { capturedMinor: payment.amountMinor, ...takenBack };
  const amountMinor = refundAmount(
    {
      status: payment.status,
      currency: payment.currency,
      balance,
      isAllocated: payment.allocation !== null,
    },
    {
      amountMinor: given.amountMinor,
      currency: given.currency,
      cart: given.cart?.lines,
      hasAllocation: given.allocation !== undefined,
    },
  );
  const { shopID, currency } = payment;
  const allocation = given.allocation
    ? recordAllocation(given.allocation, { payment: { amountMinor, currency }, shopID })
    : null;
  const parts = splitRefund({
    shopID,
    amountMinor,
    allocation,
    isLast: amountMinor === remainingMinor(balance),
    distributed: payment.allocation ?? [],
    takenBack: payment.allocation ? await readTakenBackByShop(store.database, payment, tx) : new Map<string, bigint>(),
  });
  return {
    invoiceID: payment.invoiceID,
    paymentID: payment.id,
    id: String(FIRST_REFUND_NUMBER + payment.refundCount),
    partyID: payment.partyID,
    shopID: payment.shopID,
    externalID: given.externalID ?? null,
    createdAt: now,
    amountMinor,
    currency: payment.currency,
    reason: given.reason ?? null,
    cart: given.cart?.recorded ?? null,
    allocation,
    parts,
    status: refundMachine.initial,
    statusChangedAt: now,
    failure: null,
    connectorReference: null,
    rrn: null,
    receiptState: null,
    sentAt: null,
    acceptedAt: null,
    resultDueAt: null,
  };
}

async function startRefund(
  store: Store,
  {
    locked,
    refund,
    request,
    shop,
  }: { locked: LockedPayment; refund: Refund; request: RefundRequestKey; shop: ShopRow },
  tx: Transaction,
): Promise<PaymentChange> {
  const payment: Payment = { ...locked.payment, refundCount: locked.payment.refundCount + 1 };
  await Promise.all([
    insertRefund(store.database, refund, request, tx),
    holdRefund(store.database, { payment, refund, terms: shop.terms }, tx),
  ]);
  return {
    payment,
    changes: [{ changeType: 'RefundStarted', paymentID: payment.id, refundID: refund.id }],
    messages: refundWebhookMessages(refundMachine.creation, { invoice: locked.invoice, payment }, refund),
    commands: [
      {
        ...refundWorkflow({ ...refund, shop: shop.name, method: payment.payer.toolDetails.type }),
        tryBefore: ALWAYS,
      },
    ],
  };
}

export function refundWorkflow({
  invoiceID,
  paymentID,
  id,
  ...refund
}: Pick<Refund, 'invoiceID' | 'paymentID' | 'id' | 'partyID' | 'shopID' | 'status' | 'amountMinor' | 'currency'> &
  MemoFacts): StartCommand {
  return {
    kind: 'start',
    workflowID: workflowIDs.refund(invoiceID, paymentID, id),
    workflowType: workflowTypes.refund,
    args: [{ invoiceID, paymentID, refundID: id }],
    searchAttributes: {
      PartyID: refund.partyID,
      ShopID: refund.shopID,
      InvoiceID: invoiceID,
      EntityStatus: refund.status,
    },
    summary: `Refund of ${formatAmount(refund)}`,
    memo: workflowMemo({ amount: formatAmount(refund), shop: refund.shop, method: refund.method }),
  };
}
