import type { BoundStatement, Transaction } from '../database';
import type { WebhookMessage } from '../../webhooks/messages/message';
import { notFound } from '../../domain/errors/refusal';
import type { Invoice } from '../../domain/invoice/invoice';
import type { Payment, PaymentRef } from '../../domain/payment/payment';
import { lockSchedule, rescheduleDueDates, withWaking } from '../invoice/due-date-schedule';
import { invoiceUpdate } from '../invoice/invoice.table';
import { appendChangeStatement, changeResult, type Change, type Command, type ChangeResult } from '../change-log';
import type { RecordedInvoiceChange } from '../invoice/invoice.events';
import { velocityChange } from '../shop/velocity-limit';
import { wakeFor, type Store } from '../store';
import { lockPayment, paymentUpdate, type LockedPayment } from './payment.table';

/** What a transition makes of a payment and its invoice, with what it emits and commands. */
export interface PaymentChange {
  payment: Payment;
  invoice?: Partial<Invoice>;
  /** The changes that the polling API shows as one event; none for a step that is nobody's business yet. */
  changes?: RecordedInvoiceChange[];
  messages?: WebhookMessage[];
  commands?: Command[];
  /** Whether the invoice, which a payment was under way for, waits for its due date from now on. */
  waitsForDueDate?: true;
  /** What the ledger moves: before all else, because of the order of locks. */
  moves?: readonly BoundStatement[];
  /** What else is written, together with the payment. */
  writes?: readonly BoundStatement[];
}

/**
 * The one way in which a payment changes: locks it and its invoice, asks `decide`, writes what it decided. `decide`
 * returns undefined to leave everything as it is, which makes each transition harmless when repeated. With `partyID`
 * another party's payment is as good as none.
 * @returns the payment as it now stands
 */
export async function changePayment(
  store: Store,
  ref: PaymentRef,
  decide: (
    locked: LockedPayment,
    tx: Transaction,
    now: Date,
  ) => Promise<PaymentChange | undefined> | PaymentChange | undefined,
  partyID?: string,
): Promise<LockedPayment> {
  return changePaymentOn(store, ref, async () => undefined, decide, partyID);
}

/** As `changePayment`, with what `read` asks the record for in the same round trip, behind the lock. */
export async function changePaymentOn<Basis>(
  store: Store,
  ref: PaymentRef,
  read: (tx: Transaction) => Promise<Basis>,
  decide: (
    locked: LockedPayment,
    tx: Transaction,
    now: Date,
    basis: Basis,
  ) => Promise<PaymentChange | undefined> | PaymentChange | undefined,
  partyID?: string,
): Promise<LockedPayment> {
  const { snapshot, recorded } = await store.database.transaction(async (tx): Promise<Written> => {
    const [locked, basis] = await Promise.all([lockPayment(store.database, ref, tx), read(tx)]);
    if (!locked || (partyID !== undefined && locked.payment.partyID !== partyID)) throw notFound('Payment');
    const now = new Date();
    const change = await decide(locked, tx, now, basis);
    return change ? writeChange(store, locked, { change, now }, tx) : { snapshot: locked };
  });
  if (recorded) wakeFor(store, recorded);
  return snapshot;
}

interface Written {
  snapshot: LockedPayment;
  recorded?: ChangeResult;
}

async function writeChange(
  store: Store,
  locked: LockedPayment,
  { change, now }: { change: PaymentChange; now: Date },
  tx: Transaction,
): Promise<Written> {
  const { payment, changes = [], messages, commands, moves = [], writes: others = [] } = change;
  const eventCount = locked.invoice.eventCount + (changes.length > 0 ? 1 : 0);
  const invoice: Invoice = { ...locked.invoice, ...change.invoice, eventCount };
  const made: Change = {
    subject: { type: 'invoice', id: invoice.id },
    recipients: invoice,
    occurredAt: now,
    event: changes.length > 0 ? { number: eventCount, changes } : undefined,
    messages,
    commands,
  };
  const velocity = velocityChange(locked.payment, payment);
  const append = appendChangeStatement(made, store.origin);
  const writes = [...moves, ...velocity, append, paymentUpdate(payment), invoiceUpdate(invoice), ...others];
  const wake = change.waitsForDueDate ? rescheduleDueDates(invoice) : undefined;
  const answers = await store.database.commitWith(wake ? [...writes, lockSchedule, wake] : writes, tx);
  const recorded = changeResult(made, answers.getRows(append));
  return { snapshot: { invoice, payment }, recorded: wake ? withWaking(recorded, answers.getRows(wake)) : recorded };
}
