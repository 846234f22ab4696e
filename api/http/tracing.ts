import type { RequestHandler } from 'express';
import type { Tracing } from '../../runtime/tracing/tracing';
import { getContext } from './context';

/**
 * A trace for each call that reaches an operation. What a caller says of a trace of his own is not gone by: he is a stranger,
 * and would decide what is recorded.
 */
export function traceRequests(tracing: Tracing): RequestHandler {
  return (request, response, next) => {
    const { operation, requestID } = getContext(request);
    const name = operation?.operationID ?? request.method;
    const attributes = { 'http.request.method': request.method, 'holdfast.request_id': requestID };
    const span = tracing.begin({ name, kind: 'server', attributes });
    response.once('close', () => {
      const { caller, refusal } = getContext(request);
      const { statusCode } = response;
      const told: Record<string, string | number> = { 'http.response.status_code': statusCode };
      if (caller && 'partyID' in caller) told['holdfast.party_id'] = caller.partyID;
      if (refusal !== undefined) told['holdfast.refusal'] = refusal;
      span.end({ attributes: told, hasFailed: statusCode >= 500 });
    });
    span.within(next);
  };
}
