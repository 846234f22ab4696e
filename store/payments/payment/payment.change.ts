import type { BoundStatement, Transaction } from '../../postgres/database';
import type { WebhookMessage } from '../../../webhook-messages/message';
import { notFound } from '../../../domain/platform/errors/refusal';
import type { Invoice } from '../../../domain/payments/invoice/invoice';
import type { Payment, PaymentRef } from '../../../domain/payments/payment/payment';
import { lockSchedule, rescheduleDueDates, withWakeUp } from '../invoice/due-date-schedule';
import { appendChangeStatement, changeResult, type Change, type Command, type ChangeResult } from '../../change-log';
import type { RecordedInvoiceChange } from '../invoice/invoice.events';
import { velocityChange } from '../../merchants/shop/velocity-limit';
import { wakeDispatchers, type Store } from '../../store';
import { attemptEndValues, type AttemptEnd } from './payment.attempts';
import { lockPayment, paymentUpdate, paymentUpdateWithInvoice, type LockedPayment } from './payment.table';

export interface PaymentChange {
  payment: Payment;
  invoice?: Partial<Invoice>;
  /** One event of the polling API; none if it shows nothing. */
  changes?: RecordedInvoiceChange[];
  messages?: WebhookMessage[];
  commands?: Command[];
  /** Set if the invoice waits for its due date again. */
  waitsForDueDate?: true;
  /** Ledger movements, first because of the order of locks. */
  moves?: readonly BoundStatement[];
  /** The end of the payment's attempt. */
  attemptEnd?: AttemptEnd;
  writes?: readonly BoundStatement[];
}

/** Every change of a payment. `decide` returns undefined to change nothing, which makes transitions idempotent. */
export async function changePayment(
  store: Store,
  ref: PaymentRef,
  decide: (
    locked: LockedPayment,
    tx: Transaction,
    now: Date,
  ) => Promise<PaymentChange | undefined> | PaymentChange | undefined,
): Promise<LockedPayment> {
  return changePaymentOn(store, ref, { read: async () => undefined }, decide);
}

/** As `changePayment`, with `read` in the same round trip, after the lock. With `partyID` another party's payment is not found. */
export async function changePaymentOn<Basis>(
  store: Store,
  ref: PaymentRef,
  { read, partyID }: { read: (tx: Transaction) => Promise<Basis>; partyID?: string | undefined },
  decide: (
    locked: LockedPayment,
    tx: Transaction,
    now: Date,
    basis: Basis,
  ) => Promise<PaymentChange | undefined> | PaymentChange | undefined,
): Promise<LockedPayment> {
  const { snapshot, recorded } = await store.database.transaction(async (tx): Promise<ChangedPayment> => {
    const [locked, basis] = await Promise.all([lockPayment(store.database, ref, tx), read(tx)]);
    if (!locked || (partyID !== undefined && locked.payment.partyID !== partyID)) throw notFound('Payment');
    const now = new Date();
    const change = await decide(locked, tx, now, basis);
    return change ? writeChange(store, locked, { change, now }, tx) : { snapshot: locked };
  });
  if (recorded) wakeDispatchers(store, recorded);
  return snapshot;
}

interface ChangedPayment {
  snapshot: LockedPayment;
  recorded?: ChangeResult;
}

async function writeChange(
  store: Store,
  locked: LockedPayment,
  { change, now }: { change: PaymentChange; now: Date },
  tx: Transaction,
): Promise<ChangedPayment> {
  const { payment, changes = [], messages, commands, moves = [], writes: others = [] } = change;
  const eventCount = locked.invoice.eventCount + (changes.length > 0 ? 1 : 0);
  const invoice: Invoice = { ...locked.invoice, ...change.invoice, eventCount };
  const changeRecord: Change = {
    subject: { type: 'invoice', id: invoice.id },
    recipients: invoice,
    occurredAt: now,
    event: changes.length > 0 ? { number: eventCount, changes } : undefined,
    messages,
    commands,
  };
  const velocity = velocityChange(locked.payment, payment);
  const isInvoiceChanged = change.invoice !== undefined || changes.length > 0;
  const ended = change.attemptEnd && attemptEndValues(payment, change.attemptEnd, now);
  const update =
    isInvoiceChanged || ended ? paymentUpdateWithInvoice({ payment, invoice }, ended) : paymentUpdate(payment);
  const queue = { partyID: invoice.partyID, subject: `invoice/${invoice.id}` };
  const leaseToken = messages?.length ? store.wakeUp.leaseWithin(tx, queue) : undefined;
  const append = appendChangeStatement(changeRecord, store.origin, { write: update, leaseToken });
  const writes = [...moves, append, ...others, ...velocity];
  const wake = change.waitsForDueDate ? rescheduleDueDates(invoice) : undefined;
  const answers = await store.database.commitWith(wake ? [...writes, lockSchedule, wake] : writes, tx);
  const recorded = changeResult(changeRecord, answers.getRows(append), leaseToken);
  return { snapshot: { invoice, payment }, recorded: wake ? withWakeUp(recorded, answers.getRows(wake)) : recorded };
}
