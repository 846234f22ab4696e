import type { ErrorRequestHandler } from 'express';
import { ValidateError } from '@tsoa/runtime';
import { BaseError, ConnectionError } from 'sequelize';
import { Refusal } from '../../domain/errors/refusal';
import { contextOf } from './context';
import { violationsOf, type Violation } from './validation';

/** An answer that is an error: some have no body. */
export interface ErrorAnswer {
  status: number;
  body?: object;
}

/** How one API words its errors. */
export interface ErrorAdapter {
  refusal: (refusal: Refusal, operationID: string | undefined) => ErrorAnswer;
  violations: (violations: readonly Violation[], operationID: string | undefined) => ErrorAnswer;
  /** A defect of ours; the request id lets an operator find it. */
  defect: (requestID: string) => ErrorAnswer;
}

/** The last layer: refusals and violations in the API's own words, everything else as 500 with the request id. */
export function errorHandler(adapter: ErrorAdapter): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    if (response.headersSent) return next(error);
    const { requestID, logger, operationID } = contextOf(request);
    const answer = answerOf(error, { adapter, requestID, operationID });
    if (answer.status >= 500) logger.error({ err: error, operationID, status: answer.status }, 'request failed');
    else logger.info({ operationID, status: answer.status, reason: reasonOf(error) }, 'request refused');
    response.status(answer.status);
    if (answer.body) response.json(answer.body);
    else response.end();
  };
}

function answerOf(
  error: unknown,
  { adapter, requestID, operationID }: { adapter: ErrorAdapter; requestID: string; operationID: string | undefined },
): ErrorAnswer {
  if (error instanceof Refusal) return adapter.refusal(error, operationID);
  if (error instanceof ValidateError) return adapter.violations(violationsOf(error), operationID);
  const problem = bodyProblem(error);
  if (problem) return adapter.violations([{ place: 'body', problem }], operationID);
  if (isUnavailable(error)) {
    return adapter.refusal(new Refusal('temporarilyUnavailable', 'temporarily unavailable, retry later'), operationID);
  }
  return adapter.defect(requestID);
}

/** Problems that Express and its body parser find. */
function bodyProblem(error: unknown): string | undefined {
  const { type, status } = error as { type?: string; status?: number };
  if (type === 'entity.parse.failed') return 'is not a JSON object';
  if (type === 'entity.too.large') return 'is larger than a mebibyte';
  if (type !== undefined && status !== undefined && status < 500) return 'cannot be read';
  if (error instanceof URIError) return 'the address is not percent-encoded UTF-8';
  return undefined;
}

/** The record is away: the caller may try again, nothing was done. */
function isUnavailable(error: unknown): boolean {
  if (error instanceof ConnectionError) return true;
  const { code } = (error instanceof BaseError ? ((error as { parent?: object }).parent ?? {}) : error) as {
    code?: string;
  };
  return code === 'ECONNREFUSED' || code === 'ECONNRESET' || (code?.startsWith('57P') ?? false) || code === '53300';
}

function reasonOf(error: unknown): string {
  return error instanceof Refusal ? error.code : 'invalidRequest';
}
