import type { Payment, PaymentRef } from '../../domain/payment/payment';
import { signals } from '../../domain/workflow-messages';
import { workflowIDs } from '../../domain/workflow-ids';
import { statement, type Database } from '../database';
import { changePayment } from '../payment/payment.change';
import type { Store } from '../store';

/*
 * What the record has as open, for a look at connectors after a restore: they may know how it ended.
 */

const PAGE_SIZE = 500;

/** A hold that nobody has decided, as far as the record knows. */
export type UndecidedHold = Pick<
  Payment,
  | 'invoiceID'
  | 'id'
  | 'attempt'
  | 'connector'
  | 'connectorReference'
  | 'authorisedAmountMinor'
  | 'currency'
  | 'allocation'
>;

const HOLDS = statement<UndecidedHold>(
  'restore-holds',
  `SELECT invoice_id AS "invoiceID", id, attempt, connector, connector_reference AS "connectorReference",
     authorised_amount AS "authorisedAmountMinor", currency, allocation
   FROM payments WHERE status = 'processed' AND target IS NULL AND (invoice_id, id) > ($1, $2)
   ORDER BY invoice_id, id LIMIT ${PAGE_SIZE}`,
);

/** All holds that are undecided, page by page. */
export async function* undecidedHolds(database: Database): AsyncGenerator<UndecidedHold> {
  let after: Pick<Payment, 'invoiceID' | 'id'> | undefined = { invoiceID: '', id: '' };
  while (after) {
    const page: UndecidedHold[] = await database.run(HOLDS, [after.invoiceID, after.id]);
    yield* page;
    after = page.at(-1);
  }
}

/** An invoice that may have been paid after the moment, and how many payments the record has of it. */
export interface UnpaidInvoice {
  id: string;
  paymentCount: number;
}

const UNPAID = statement<UnpaidInvoice>(
  'restore-unpaid',
  `SELECT id, (SELECT count(*)::integer FROM payments p WHERE p.invoice_id = i.id) AS "paymentCount"
   FROM invoices i WHERE status = 'unpaid' AND id > $1 ORDER BY id LIMIT ${PAGE_SIZE}`,
);

/** All invoices that wait to be paid, page by page. */
export async function* unpaidInvoices(database: Database): AsyncGenerator<UnpaidInvoice> {
  let after: string | undefined = '';
  while (after !== undefined) {
    const page: UnpaidInvoice[] = await database.run(UNPAID, [after]);
    yield* page;
    after = page.at(-1)?.id;
  }
}

/** What a connector has done of a hold. */
export type HoldDecision = { target: 'capture'; amountMinor: bigint } | { target: 'cancel' };

/**
 * Decides a hold as it was decided before the record forgot it: its workflow then finds at the connector what was done, and does it
 * no second time. @returns false where somebody else has decided it meanwhile
 */
export async function redecideHold(store: Store, ref: PaymentRef, decision: HoldDecision): Promise<boolean> {
  let isRecorded = false;
  await changePayment(store, ref, ({ payment }) => {
    if (payment.status !== 'processed' || payment.target) return undefined;
    isRecorded = true;
    const captureAmountMinor = decision.target === 'capture' ? decision.amountMinor : payment.captureAmountMinor;
    const decided = { ...payment, target: decision.target, targetReason: 'As at the connector', captureAmountMinor };
    const workflowID = workflowIDs.payment(ref.invoiceID, ref.paymentID);
    return {
      payment: decided,
      commands: [{ kind: 'signal', workflowID, signal: signals.holdDecided, args: [] }],
    };
  });
  return isRecorded;
}
