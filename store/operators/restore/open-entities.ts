import type { Payment, PaymentRef } from '../../../domain/payments/payment/payment';
import { buildHoldDecided } from '../../payments/payment/hold.transitions';
import { statement, type Database } from '../../postgres/database';
import { changePayment } from '../../payments/payment/payment.change';
import type { Store } from '../../store';

const PAGE_SIZE = 500;

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

export async function* listUndecidedHolds(database: Database): AsyncGenerator<UndecidedHold> {
  let after: Pick<Payment, 'invoiceID' | 'id'> | undefined = { invoiceID: '', id: '' };
  while (after) {
    const page: UndecidedHold[] = await database.run(HOLDS, [after.invoiceID, after.id]);
    yield* page;
    after = page.at(-1);
  }
}

/** An unpaid invoice with its number of recorded payments; it may have been paid after the backup. */
export interface UnpaidInvoice {
  id: string;
  paymentCount: number;
}

const UNPAID = statement<UnpaidInvoice>(
  'restore-unpaid',
  `SELECT id, (SELECT count(*)::integer FROM payments p WHERE p.invoice_id = i.id) AS "paymentCount"
   FROM invoices i WHERE status = 'unpaid' AND id > $1 ORDER BY id LIMIT ${PAGE_SIZE}`,
);

export async function* listUnpaidInvoices(database: Database): AsyncGenerator<UnpaidInvoice> {
  let after: string | undefined = '';
  while (after !== undefined) {
    const page: UnpaidInvoice[] = await database.run(UNPAID, [after]);
    yield* page;
    after = page.at(-1)?.id;
  }
}

export type RestoredHoldDecision = { target: 'capture'; amountMinor: bigint } | { target: 'cancel' };

/** Records a decision that the restore lost; the payment's workflow finds it at the connector. @returns false if already decided */
export async function restoreHoldDecision(
  store: Store,
  ref: PaymentRef,
  decision: RestoredHoldDecision,
): Promise<boolean> {
  let isRecorded = false;
  await changePayment(store, ref, ({ payment }) => {
    if (payment.status !== 'processed' || payment.target) return undefined;
    isRecorded = true;
    const captureAmountMinor = decision.target === 'capture' ? decision.amountMinor : payment.captureAmountMinor;
    const decided = { ...payment, target: decision.target, targetReason: 'As at the connector', captureAmountMinor };
    return { payment: decided, commands: [buildHoldDecided(payment)] };
  });
  return isRecorded;
}
