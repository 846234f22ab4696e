import type { InvoiceEvent, PaymentToolDetails, UserInteraction } from '../api/types';

/** One attempt to pay or to bind, as its events tell it. */
export interface Attempt {
  id: string;
  externalID?: string;
  startedAt: string;
  amount?: number;
  currency?: string;
  tool?: PaymentToolDetails;
  status: 'pending' | 'succeeded' | 'failed';
  /** Of the money: held until the shop takes it, or given back since. */
  money?: 'held' | 'returned';
  code?: string;
  /** What is asked of the payer now. */
  interaction?: UserInteraction;
  /** Whether something was ever asked of the payer. */
  wasAsked?: true;
}

/** What the events of an invoice or a customer have told so far. */
export interface Progress {
  lastEventID?: number;
  /** Of the invoice; `open` for customers. */
  status: 'open' | 'paid' | 'cancelled';
  reason?: string;
  attempts: readonly Attempt[];
}

export const NO_PROGRESS: Progress = { status: 'open', attempts: [] };

/**
 * What the events have told, with what the invoice has said of itself. The two are read at the same time, and either may be the
 * older: an invoice that is open no more is not opened again.
 */
export function furthest(told: Progress, said: Pick<Progress, 'status' | 'reason'>): Progress {
  return told.status === 'open' ? { ...told, ...said } : told;
}

/** Goes on with what one more event tells. */
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
        const attempt: Attempt = {
          id: payment.id,
          startedAt: payment.createdAt,
          amount: payment.amount,
          currency: payment.currency,
          status: 'pending',
          ...(payment.externalID ? { externalID: payment.externalID } : {}),
          ...(payer.paymentToolDetails ? { tool: payer.paymentToolDetails } : {}),
          ...(payment.flow.type === 'PaymentFlowHold' ? { money: 'held' as const } : {}),
        };
        next = { ...next, attempts: [...next.attempts, attempt] };
        break;
      }
      case 'PaymentStatusChanged':
        next = changed(next, change.paymentID, (attempt) => withStatus(attempt, change.status, change.error?.code));
        break;
      case 'PaymentInteractionRequested':
        next = changed(next, change.paymentID, (attempt) => ({
          ...attempt,
          interaction: change.userInteraction,
          wasAsked: true,
        }));
        break;
      case 'PaymentInteractionCompleted':
        next = changed(next, change.paymentID, withoutInteraction);
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

function withStatus(attempt: Attempt, status: PaymentStatus, code?: string): Attempt {
  const { money, ...rest } = withoutInteraction(attempt);
  switch (status) {
    case 'pending':
      return attempt;
    case 'processed':
      // A payment in one step is not done yet: what follows may still fail.
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

/** The attempt that was asked for under an external id, of which the platform takes only one. */
export function attemptUnder(attemptID: string, { attempts }: Progress): Attempt | undefined {
  return attempts.find(({ externalID }) => externalID === attemptID);
}

/** Without the attempts that were over before this opening: a customer who has a card binds another one. */
export function withoutEarlier(progress: Progress, attemptID: string): Progress {
  const concerns = ({ status, externalID }: Attempt) => status === 'pending' || externalID === attemptID;
  return { ...progress, attempts: progress.attempts.filter(concerns) };
}

/** Adds or changes the attempt with an id; one that is not known is of another kind, and is left out. */
export function changed(progress: Progress, id: string, change: (attempt: Attempt) => Attempt): Progress {
  return {
    ...progress,
    attempts: progress.attempts.map((attempt) => (attempt.id === id ? change(attempt) : attempt)),
  };
}

export function withoutInteraction({ interaction: _, ...attempt }: Attempt): Attempt {
  return attempt;
}
