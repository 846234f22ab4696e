import type { InvoiceEvent, PaymentToolDetails, UserInteraction } from '../api/types';
import type { Cost } from '../session';

export interface TrackedAttempt {
  id: string;
  externalID?: string;
  startedAt: string;
  cost?: Cost;
  tool?: PaymentToolDetails;
  status: 'pending' | 'succeeded' | 'failed';
  /** Whether the money is held until the shop captures it, or was returned. */
  money?: 'held' | 'returned';
  code?: string;
  interaction?: UserInteraction;
  /** Whether the payment ever required a step of the payer. */
  hadInteraction?: true;
}

export interface Progress {
  lastEventID?: number;
  status: 'open' | 'paid' | 'cancelled';
  reason?: string;
  attempts: readonly TrackedAttempt[];
}

export const NO_PROGRESS: Progress = { status: 'open', attempts: [] };

/** Merges events with the invoice, which are read in parallel: either may be older, and a closed invoice is not reopened. */
export function mergeInvoice(events: Progress, invoice: Pick<Progress, 'status' | 'reason'>): Progress {
  return events.status === 'open' ? { ...events, ...invoice } : events;
}

export function withInvoiceEvent(progress: Progress, event: InvoiceEvent): Progress {
  let next: Progress = { ...progress, lastEventID: event.id };
  for (const change of event.changes) {
    switch (change.changeType) {
      case 'InvoiceStatusChanged':
        next = { ...next, status: invoiceStatus(change.status), ...(change.reason ? { reason: change.reason } : {}) };
        break;
      case 'PaymentStarted': {
        const { payment } = change;
        const { payer } = payment;
        const attempt: TrackedAttempt = {
          id: payment.id,
          startedAt: payment.createdAt,
          cost: { amount: payment.amount, currency: payment.currency },
          status: 'pending',
          ...(payment.externalID ? { externalID: payment.externalID } : {}),
          ...(payer.paymentToolDetails ? { tool: payer.paymentToolDetails } : {}),
          ...(payment.flow.type === 'PaymentFlowHold' ? { money: 'held' as const } : {}),
        };
        next = { ...next, attempts: [...next.attempts, attempt] };
        break;
      }
      case 'PaymentStatusChanged':
        next = updateAttempt(next, change.paymentID, (attempt) =>
          withStatus(attempt, change.status, change.error?.code),
        );
        break;
      case 'PaymentInteractionRequested':
        next = updateAttempt(next, change.paymentID, (attempt) => ({
          ...attempt,
          interaction: change.userInteraction,
          hadInteraction: true,
        }));
        break;
      case 'PaymentInteractionCompleted':
        next = updateAttempt(next, change.paymentID, withoutInteraction);
        break;
      case 'InvoiceCreated':
      case 'RefundStarted':
      case 'RefundStatusChanged':
        break;
    }
  }
  return next;
}

function invoiceStatus(status: 'unpaid' | 'cancelled' | 'paid' | 'fulfilled'): Progress['status'] {
  if (status === 'cancelled') return 'cancelled';
  return status === 'unpaid' ? 'open' : 'paid';
}

type PaymentStatus = Extract<InvoiceEvent['changes'][number], { changeType: 'PaymentStatusChanged' }>['status'];

function withStatus(attempt: TrackedAttempt, status: PaymentStatus, code?: string): TrackedAttempt {
  const { money, ...rest } = withoutInteraction(attempt);
  switch (status) {
    case 'pending':
      return attempt;
    case 'processed':
      // A one-step payment can still fail after this status.
      return money === 'held' ? { ...rest, money, status: 'succeeded' } : { ...rest, status: 'pending' };
    case 'captured':
      return { ...rest, status: 'succeeded' };
    case 'refunded':
    case 'charged_back':
      return { ...rest, status: 'succeeded', money: 'returned' };
    case 'cancelled':
      return { ...rest, status: 'failed', code: 'cancelled' };
    case 'failed':
      return { ...rest, status: 'failed', ...(code ? { code } : {}) };
  }
}

export function findAttempt(attemptID: string, { attempts }: Progress): TrackedAttempt | undefined {
  return attempts.find(({ externalID }) => externalID === attemptID);
}

/** Drops attempts that ended before this opening, because a customer may bind another card. */
export function withoutPreviousAttempts(progress: Progress, attemptID: string): Progress {
  const concerns = ({ status, externalID }: TrackedAttempt) => status === 'pending' || externalID === attemptID;
  return { ...progress, attempts: progress.attempts.filter(concerns) };
}

/** Adds or changes an attempt; one without a known start is of another kind and is ignored. */
export function updateAttempt(
  progress: Progress,
  id: string,
  change: (attempt: TrackedAttempt) => TrackedAttempt,
): Progress {
  return {
    ...progress,
    attempts: progress.attempts.map((attempt) => (attempt.id === id ? change(attempt) : attempt)),
  };
}

export function withoutInteraction({ interaction: _, ...attempt }: TrackedAttempt): TrackedAttempt {
  return attempt;
}
