import { notFound } from '../../../domain/platform/errors/refusal';
import type { MissingFact } from '../../../domain/operators/timeline/facts';
import type { RecordedSubject, TimelineTarget } from '../../../domain/operators/timeline/target';
import type { TimelineChange, TimelineEvent, TimelineSources } from '../../../domain/operators/timeline/timeline';
import { workflowIDs } from '../../../workflow-names/workflow-ids';
import { MAX_ENTRIES, listAuditEntries } from '../../platform/audit/audit-log.queries';
import { listChargebacks } from '../../payments/chargeback/chargeback.queries';
import { listDisputes } from '../../payments/dispute/dispute-notices';
import type { Database } from '../../postgres/database';
import { listSubjectFindings } from '../reconciliation/finding.queries';
import { listReviews } from '../../payments/review/review.table';
import { listPaymentNotes } from '../../payments/payment-note/payment-notes';
import { listPayments, findPayment } from '../../payments/payment/payment.queries';
import type { Refund } from '../../../domain/payments/refund/refund';
import { listRefunds } from '../../payments/refund/refund.queries';
import { listBindingAttempts, listPayOuts, refundAttempt } from './connector-attempts';
import { listDepositTransfers } from './deposit-transfers';
import {
  chargebackTransfers,
  paymentTransfers,
  payoutTransfers,
  refundTransfers,
  withdrawalTransfers,
} from './ledger-names';
import {
  listConnectorAttempts,
  listDeliveries,
  listTimelineCommands,
  listTimelineEvents,
  listTransfers,
  MAX_ROWS,
  findOwner,
  type RecordedDelivery,
} from './timeline.queries';

const MAX_PAYMENTS = 100;

/** The recorded timeline, and the workflows with further steps. */
export interface RecordedTimeline extends Omit<TimelineSources, 'steps'> {
  workflowIDs: string[];
  cut: MissingFact[];
}

interface Scope {
  subject: RecordedSubject;
  /** The entities whose operator commands are shown. */
  commanded: { type: string; id: string }[];
  transfers: string[];
  compared: string[];
  attempts: TimelineSources['attempts'];
  disputes: TimelineSources['disputes'];
  notes?: TimelineSources['notes'];
  reviews?: TimelineSources['reviews'];
  workflowIDs: string[];
  cut?: MissingFact[];
  hasChange: (change: TimelineChange) => boolean;
  hasMessage: (message: RecordedDelivery) => boolean;
  hasCall: (paymentID: string | null) => boolean;
}

/** Reads the timeline of a target of any party. @throws Refusal notFound */
export async function readTimeline(database: Database, target: TimelineTarget): Promise<RecordedTimeline> {
  const scope = await readScope(database, target);
  const partyID = await findOwner(database, scope.subject);
  if (partyID === undefined) throw notFound(capitalise(target.kind));
  const [events, commands, transfers, entries, messages, findings] = await Promise.all([
    listTimelineEvents(database, scope.subject),
    listTimelineCommands(database, scope.commanded),
    listTransfers(database, scope.transfers),
    listAuditEntries(database, scope.subject),
    listDeliveries(database, { partyID, subject: scope.subject }),
    listSubjectFindings(database, scope.compared),
  ]);
  const own = filterEvents(events, scope);
  const ownNumbers = new Set(own.map(({ number }) => number));
  const calls = entries.filter(({ eventNumber, paymentID }) =>
    eventNumber === null ? scope.hasCall(paymentID) : ownNumbers.has(eventNumber),
  );
  const deliveries = messages.filter(scope.hasMessage);
  const workflowCalls = calls.filter(({ status }) => status === null).map(({ requestID }) => requestID);
  const failedAttempts = deliveries.filter(({ number, status }) => number !== null && status !== 200);
  const { type, id } = scope.subject;
  const queues = failedAttempts.map(({ webhookID }) => workflowIDs.delivery(webhookID, `${type}/${id}`));
  const executions = commands
    .filter(({ finishedAt }) => finishedAt)
    .map(({ id: commandID }) => workflowIDs.operatorCommand(commandID));
  const workflows = [...new Set([...scope.workflowIDs, ...workflowCalls, ...executions, ...queues])];
  const cut = [
    ...(scope.cut ?? []),
    ...listTruncated([
      ['events', events, MAX_ROWS],
      ['commands', commands, MAX_ROWS],
      ['transfers', transfers, MAX_ROWS],
      ['calls', entries, MAX_ENTRIES],
      ['messages', messages, MAX_ROWS],
      ['findings', findings, MAX_ROWS],
    ]),
  ];
  const { attempts, disputes, notes = [], reviews = [] } = scope;
  const sources = { calls, commands, events: own, transfers, attempts, deliveries, findings, disputes, notes, reviews };
  return { ...sources, workflowIDs: workflows, cut };
}

/** Reports truncated lists, whose missing entries may belong to the target. */
function listTruncated(
  read: readonly (readonly [what: MissingFact['what'], rows: readonly object[], max: number])[],
): MissingFact[] {
  return read.filter(([, rows, max]) => rows.length >= max).map(([what, , max]) => ({ what, shown: max }));
}

function filterEvents(events: readonly TimelineEvent[], { hasChange }: Scope): TimelineEvent[] {
  return events.map((event) => ({ ...event, changes: event.changes.filter(hasChange) })).filter(hasChanges);
}

function hasChanges({ changes }: TimelineEvent): boolean {
  return changes.length > 0;
}

function capitalise(kind: TimelineTarget['kind']): string {
  return kind.charAt(0).toUpperCase() + kind.slice(1);
}

async function readScope(database: Database, target: TimelineTarget): Promise<Scope> {
  switch (target.kind) {
    case 'payment':
      return readPaymentScope(database, target);
    case 'refund':
      return readRefundScope(database, target);
    case 'invoice':
      return readInvoiceScope(database, target.id);
    case 'withdrawal':
      return {
        ...getWholeScope(target),
        transfers: withdrawalTransfers(target.id),
        attempts: await listPayOuts(database, { kind: 'withdrawal', id: target.id }),
      };
    case 'customer':
      return readCustomerScope(database, target);
    case 'destination':
      return getWholeScope(target);
    case 'payout':
      return {
        ...getWholeScope(target),
        transfers: payoutTransfers(target.id),
        attempts: await listPayOuts(database, { kind: 'payout', id: target.id }),
        workflowIDs: [workflowIDs.payout(target.id)],
      };
    case 'deposit': {
      const transfers = await listDepositTransfers(database, target.id);
      return { ...getWholeScope(target), transfers, compared: [], workflowIDs: [] };
    }
  }
}

type PaymentTarget = Extract<TimelineTarget, { kind: 'payment' }>;
type RefundTarget = Extract<TimelineTarget, { kind: 'refund' }>;
type RefundName = Pick<Refund, 'invoiceID' | 'paymentID' | 'id'>;
type SubjectTarget = Extract<TimelineTarget, { id: string }>;

function getWholeScope({ kind, id }: SubjectTarget): Scope {
  return {
    subject: { type: kind, id },
    commanded: [{ type: kind, id }],
    transfers: [],
    compared: [`${kind}/${id}`],
    attempts: [],
    disputes: [],
    workflowIDs: [`${kind}/${id}`],
    hasChange: () => true,
    hasMessage: () => true,
    hasCall: () => true,
  };
}

/** A customer has no workflow, but its bindings have. */
async function readCustomerScope(database: Database, target: SubjectTarget): Promise<Scope> {
  const { bindingIDs, attempts } = await listBindingAttempts(database, target.id);
  const bindings = bindingIDs.map((id) => workflowIDs.binding(target.id, id));
  return { ...getWholeScope(target), attempts, compared: bindings, workflowIDs: bindings };
}

async function readPaymentScope(database: Database, target: PaymentTarget): Promise<Scope> {
  const { invoiceID, paymentID } = target;
  const payment = await findPayment(database, target);
  const ref = { invoiceID, paymentID, partyID: payment.partyID };
  const [refunds, chargebacks] = [await listRefunds(database, ref), await listChargebacks(database, ref)];
  const isOwn = (id: string | null | undefined): boolean => (id ?? paymentID) === paymentID;
  return {
    subject: { type: 'invoice', id: invoiceID },
    commanded: [{ type: 'payment', id: `${invoiceID}.${paymentID}` }],
    transfers: [
      ...paymentTransfers(payment),
      ...refunds.flatMap(refundTransfers),
      ...chargebacks.flatMap(chargebackTransfers),
    ],
    compared: [`payment/${invoiceID}.${paymentID}`, ...refunds.map(refundSubject)],
    attempts: [
      ...(await listConnectorAttempts(database, target)),
      ...refunds.map((refund) => refundAttempt(refund, payment)),
    ],
    disputes: await listDisputes(database, ref),
    notes: await listPaymentNotes(database, target),
    reviews: await listReviews(database, target),
    workflowIDs: [
      workflowIDs.payment(invoiceID, paymentID),
      ...refunds.map(({ id }) => workflowIDs.refund(invoiceID, paymentID, id)),
    ],
    hasChange: (change) => isOwn(change.paymentID),
    hasMessage: (message) => isOwn(message.paymentID),
    hasCall: isOwn,
  };
}

function refundSubject({ invoiceID, paymentID, id }: RefundName): string {
  return `refund/${invoiceID}.${paymentID}.${id}`;
}

/** Excludes calls, which cannot be attributed to one refund. */
async function readRefundScope(database: Database, { invoiceID, paymentID, refundID }: RefundTarget): Promise<Scope> {
  const payment = await findPayment(database, { invoiceID, paymentID });
  const refunds = await listRefunds(database, { invoiceID, paymentID, partyID: payment.partyID });
  const refund = refunds.find(({ id }) => id === refundID);
  if (!refund) throw notFound('Refund');
  return {
    subject: { type: 'invoice', id: invoiceID },
    commanded: [],
    transfers: refundTransfers(refund),
    compared: [refundSubject(refund)],
    attempts: [refundAttempt(refund, payment)],
    disputes: [],
    workflowIDs: [workflowIDs.refund(invoiceID, paymentID, refundID)],
    hasChange: (change) => change.paymentID === paymentID && change.refundID === refundID,
    hasMessage: (message) => message.paymentID === paymentID && message.refundID === refundID,
    hasCall: () => false,
  };
}

async function readInvoiceScope(database: Database, invoiceID: string): Promise<Scope> {
  const partyID = (await findOwner(database, { type: 'invoice', id: invoiceID })) ?? '';
  const payments = await listPayments(database, { invoiceID, partyID });
  const scopes: Scope[] = [];
  // Sequentially, so that a reader uses one connection only.
  for (const { id } of payments.slice(0, MAX_PAYMENTS)) {
    scopes.push(await readPaymentScope(database, { kind: 'payment', invoiceID, paymentID: id }));
  }
  const unread = payments.length - scopes.length;
  return {
    ...getWholeScope({ kind: 'invoice', id: invoiceID }),
    commanded: scopes.flatMap(({ commanded }) => commanded),
    transfers: scopes.flatMap(({ transfers }) => transfers),
    compared: scopes.flatMap(({ compared }) => compared),
    attempts: scopes.flatMap(({ attempts }) => attempts),
    disputes: scopes.flatMap(({ disputes }) => disputes),
    workflowIDs: scopes.flatMap((scope) => scope.workflowIDs),
    cut: unread > 0 ? [{ what: 'payments', unread }] : [],
  };
}
