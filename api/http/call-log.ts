import type { Request, RequestHandler } from 'express';
import { insertAuditEntries, type AuditEntry } from '../../store/audit/audit-log.create';
import type { Origin } from '../../store/audit/origin';
import type { Store } from '../../store/store';
import type { Logger } from '../../runtime/logger';
import { getContext, formatCaller, type RequestContext } from './context';

/** What a second's worth of refused calls may fill; who is refused more often is found in the log of requests. */
const MAX_WAITING = 500;
const PAUSE_MS = 500;

/** Path parameters that name a subject, and the subject. */
const SUBJECTS = [
  ['invoiceID', 'invoice'],
  ['customerID', 'customer'],
  ['destinationID', 'destination'],
] as const;

/** Payments count within their invoice; what a caller has written in that place instead is not repeated. */
const PAYMENT_ID = /^\d{1,9}$/;

/** Who asks for what a handler changes, to be written with the change itself. */
export function getOrigin(request: Request): Origin | undefined {
  const context = getContext(request);
  return (context.origin ??= newOrigin(context));
}

function newOrigin({ requestID, caller, operation }: RequestContext): Origin | undefined {
  if (!operation || operation.method === 'get') return undefined;
  return {
    requestID,
    operation: operation.operationID,
    caller: formatCaller(caller),
    partyID: caller && 'partyID' in caller ? caller.partyID : null,
    paymentID: getPayment(operation.parameters),
    status: operation.successStatus,
    isNoted: false,
  };
}

function getPayment({ paymentID = '' }: Record<string, string>): string | null {
  return PAYMENT_ID.test(paymentID) ? paymentID : null;
}

/**
 * Keeps the calls that were to change something and did not: those that were refused, and repetitions of what was done. They
 * are written after their answers, many at once, and lost with the process; calls that changed something are written with
 * the change.
 */
export class CallLog {
  private waiting: AuditEntry[] = [];
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly store: Store,
    private readonly logger: Logger,
  ) {}

  /** The layer that looks at each answer. */
  layer(): RequestHandler {
    return (request, response, next) => {
      response.once('finish', () => this.note(getContext(request), response.statusCode));
      next();
    };
  }

  /** Writes what waits. */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const entries = this.waiting.splice(0);
    if (entries.length === 0) return;
    try {
      await insertAuditEntries(this.store.database, entries);
    } catch (error) {
      this.logger.warn({ err: error, count: entries.length }, 'calls that changed nothing could not be written down');
    }
  }

  private note(context: RequestContext, status: number): void {
    const { operation, caller, refusal } = context;
    if (!operation || !caller || operation.method === 'get') return;
    if (status < 400 && context.origin?.isNoted) return;
    const named = SUBJECTS.find(([parameter]) => operation.parameters[parameter] !== undefined);
    const origin = newOrigin(context);
    if (!named || !origin || origin.partyID === null || this.waiting.length >= MAX_WAITING) return;
    const [parameter, subjectType] = named;
    const subjectID = operation.parameters[parameter] ?? '';
    this.waiting.push({ ...origin, subjectType, subjectID, occurredAt: new Date(), status, refusal: refusal ?? null });
    this.timer ??= setTimeout(() => void this.flush(), PAUSE_MS).unref();
  }
}
