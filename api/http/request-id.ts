import type { RequestHandler } from 'express';
import { Refusal } from '../../domain/errors/refusal';
import { requestLogger, type Logger } from '../../runtime/logger';
import { newId } from '../../store/id';
import { openContext } from './context';

const HEADER = 'X-Request-ID';
/** All that goes to and fro in a header unchanged: the contract only limits the length. */
const FIELD_TEXT = /^[\t\x20-\x7e]{1,32}$/;

/**
 * Every request names itself (1–32 characters), hears the name back, and has it in each log line. One that does not is
 * refused; it still gets a name of ours, so that its answer can be found in the log.
 */
export function requestID(logger: Logger): RequestHandler {
  return (request, response, next) => {
    const given = request.header(HEADER);
    const isGood = given !== undefined && FIELD_TEXT.test(given);
    const id = isGood ? given : newId();
    response.setHeader(HEADER, id);
    openContext(request, { requestID: id, logger: requestLogger(logger, id) });
    if (isGood) return next();
    const problem = given === undefined ? 'is missing' : 'must have 1 to 32 characters of ASCII';
    next(new Refusal('invalidRequest', `${HEADER} ${problem}`, { place: HEADER }));
  };
}
