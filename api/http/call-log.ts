import type { Request, RequestHandler } from 'express';
import { insertAuditEntries, type AuditEntry } from '../../store/platform/audit/audit-log.create';
import type { Origin } from '../../store/platform/audit/origin';
import type { Store } from '../../store/store';
import type { Logger } from '../../runtime/logger';
import { getContext, formatCaller, type RequestContext } from './context';

/** Further entries are dropped; the request log has them too. */
const MAX_WAITING = 500;
const PAUSE_MS = 500;

/** Path parameters and the subjects that they name. */
const SUBJECTS = [
  ['invoiceID', 'invoice'],
  ['customerID', 'customer'],
  ['destinationID', 'destination'],
] as const;

/** Other values are the caller's input and must not be repeated. */
const PAYMENT_ID = /^\d{1,9}$/;

/** The origin of a change, which is recorded in the same transaction. */
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
 * Records mutating calls that changed nothing: refused ones and idempotent retries. It writes them in batches after the
 * response and may lose them with the process; calls that changed something are recorded in their transaction.
 */
export class CallLog {
  private waiting: AuditEntry[] = [];
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly store: Store,
    private readonly logger: Logger,
  ) {}

  layer(): RequestHandler {
    return (request, response, next) => {
      response.once('finish', () => this.record(getContext(request), response.statusCode));
      next();
    };
  }

  async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const entries = this.waiting.splice(0);
    if (entries.length === 0) return;
    try {
      await insertAuditEntries(this.store.database, entries);
    } catch (error) {
      this.logger.warn({ err: error, count: entries.length }, 'audit entries of unchanged calls could not be written');
    }
  }

  private record(context: RequestContext, status: number): void {
    const { operation, caller, refusal } = context;
    if (!operation || !caller || operation.method === 'get') return;
    if (status < 400 && context.origin?.isNoted) return;
    const subject = SUBJECTS.find(([parameter]) => operation.parameters[parameter] !== undefined);
    const origin = newOrigin(context);
    if (!subject || !origin || origin.partyID === null || this.waiting.length >= MAX_WAITING) return;
    const [parameter, subjectType] = subject;
    const subjectID = operation.parameters[parameter] ?? '';
    this.waiting.push({ ...origin, subjectType, subjectID, occurredAt: new Date(), status, refusal: refusal ?? null });
    this.timer ??= setTimeout(() => void this.flush(), PAUSE_MS).unref();
  }
}
