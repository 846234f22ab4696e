import { ValidateError } from '@tsoa/runtime';
import type { RequestHandler } from 'express';
import type { Logger } from '../../runtime/logger';
import { newId } from '../../store/id';
import { openContext } from './context';

const HEADER = 'X-Request-ID';
/** The characters that a header transports unchanged. */
const FIELD_TEXT = /^[\t\x20-\x7e]+$/;
const MAX_LENGTH = 32;

/** Requires an id for each request, echoes it and logs it. A request without a valid one is refused under a generated id. */
export function requestID(logger: Logger): RequestHandler {
  return (request, response, next) => {
    const given = request.header(HEADER);
    const problem = getProblem(given);
    const id = given !== undefined && problem === undefined ? given : newId();
    response.setHeader(HEADER, id);
    openContext(request, { requestID: id, logger });
    next(problem === undefined ? undefined : new ValidateError({ [HEADER]: { message: problem } }, ''));
  };
}

function getProblem(given: string | undefined): string | undefined {
  if (given === undefined) return `'${HEADER}' is required`;
  if (given.length === 0) return 'minLength 1';
  if (given.length > MAX_LENGTH) return `maxLength ${MAX_LENGTH}; a UUID without its dashes has 32`;
  return FIELD_TEXT.test(given) ? undefined : 'Not match in printable ASCII';
}
