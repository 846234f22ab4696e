import { ValidateError } from '@tsoa/runtime';
import type { RequestHandler } from 'express';
import type { Logger } from '../../runtime/logger';
import { newId } from '../../store/id';
import { openContext } from './context';

const HEADER = 'X-Request-ID';
/** All that goes to and fro in a header unchanged: the contract only limits the length. */
const FIELD_TEXT = /^[\t\x20-\x7e]+$/;
const MAX_LENGTH = 32;

/**
 * Every request names itself (1–32 characters), hears the name back, and has it in each log line. One that does not is
 * refused; it still gets a name of ours, so that its answer can be found in the log.
 */
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

/** In the words in which the other parameters are refused. */
function getProblem(given: string | undefined): string | undefined {
  if (given === undefined) return `'${HEADER}' is required`;
  if (given.length === 0) return 'minLength 1';
  if (given.length > MAX_LENGTH) return `maxLength ${MAX_LENGTH}`;
  return FIELD_TEXT.test(given) ? undefined : 'Not match in printable ASCII';
}
