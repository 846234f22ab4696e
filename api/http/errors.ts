import type { ErrorRequestHandler } from 'express';
import { ValidateError } from '@tsoa/runtime';
import { Refusal } from '../../domain/platform/errors/refusal';
import { VaultUnavailable } from '../../vault/client/vault-client';
import { OutcomeUnknown, DatabaseUnavailable } from '../../store/postgres/database-failure';
import { getContext, getLogger, formatCaller } from './context';
import { listViolations, type Violation } from './violations';

export interface ErrorAnswer {
  status: number;
  body?: object;
}

/** Formats the errors of one API. */
export interface ErrorAdapter {
  refusal: (refusal: Refusal, operationID: string | undefined) => ErrorAnswer;
  violations: (violations: readonly Violation[], operationID: string | undefined) => ErrorAnswer;
  /** An internal error, which operators find by the request id. */
  defect: (requestID: string) => ErrorAnswer;
}

/** Long enough for a restart of the database. */
export const RETRY_AFTER_SECONDS = '2';

/** The last middleware: formats refusals and violations, and answers other errors with 500 and the request id. */
export function errorHandler(adapter: ErrorAdapter): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    if (response.headersSent) return next(error);
    const context = getContext(request);
    const { requestID, caller } = context;
    const logger = getLogger(context);
    const operationID = context.operation?.operationID;
    const answer = selectAnswer(error, { adapter, requestID, operationID });
    context.refusal = describeReason(error);
    const about = { operationID, status: answer.status, caller: formatCaller(caller) };
    // Admission control logs overload once for all requests.
    const isExpected = error instanceof Refusal && error.code === 'temporarilyUnavailable';
    if (answer.status >= 500 && !isExpected) logger.error({ ...about, err: error }, 'request failed');
    else {
      const detail = error instanceof Refusal ? error.operatorDetail : undefined;
      logger.info({ ...about, reason: context.refusal, detail }, 'request refused');
    }
    response.status(answer.status);
    const retryAfter = readRetryAfter(error) ?? (answer.status === 503 ? RETRY_AFTER_SECONDS : undefined);
    if (retryAfter !== undefined) response.set('Retry-After', retryAfter);
    if (answer.body) response.json(answer.body);
    else response.end();
  };
}

function readRetryAfter(error: unknown): string | undefined {
  const seconds = error instanceof Refusal ? error.retryAfterSeconds : undefined;
  return seconds === undefined ? undefined : String(seconds);
}

function selectAnswer(
  error: unknown,
  { adapter, requestID, operationID }: { adapter: ErrorAdapter; requestID: string; operationID: string | undefined },
): ErrorAnswer {
  if (error instanceof Refusal) return adapter.refusal(error, operationID);
  if (error instanceof ValidateError) return adapter.violations(listViolations(error), operationID);
  if ((error as { type?: string }).type === 'entity.too.large') return adapter.refusal(TOO_LARGE, operationID);
  const problem = bodyProblem(error);
  if (problem) return adapter.violations([{ place: 'body', problem }], operationID);
  const outage = toOutage(error);
  if (outage) return adapter.refusal(outage, operationID);
  return adapter.defect(requestID);
}

const TOO_LARGE = new Refusal('limitExceeded', 'body: is larger than a mebibyte', { place: 'body' });

/** Errors of Express and its body parser. */
function bodyProblem(error: unknown): string | undefined {
  const { status, expose } = error as { status?: number; expose?: boolean };
  if (expose && status !== undefined && status < 500) return 'cannot be read';
  if (error instanceof URIError) return 'the address is not percent-encoded UTF-8';
  return undefined;
}

/** Maps outages of the database and of the card vault. If the connection broke before the commit was acknowledged, the outcome is unknown. */
function toOutage(error: unknown): Refusal | undefined {
  if (error instanceof DatabaseUnavailable || error instanceof VaultUnavailable) {
    return new Refusal('temporarilyUnavailable', 'temporarily unavailable, retry later');
  }
  if (error instanceof OutcomeUnknown) {
    return new Refusal('outcomeUnknown', 'the result is not known: look whether it was done before you repeat it');
  }
  return undefined;
}

function describeReason(error: unknown): string {
  if (error instanceof Refusal) return error.code;
  if (error instanceof DatabaseUnavailable || error instanceof VaultUnavailable) return 'temporarilyUnavailable';
  if (error instanceof OutcomeUnknown) return 'outcomeUnknown';
  return error instanceof ValidateError || bodyProblem(error) ? 'invalidRequest' : 'defect';
}
