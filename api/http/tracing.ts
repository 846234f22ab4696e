import type { RequestHandler } from 'express';
import type { Tracing } from '../../runtime/tracing/tracing';
import { getContext } from './context';

/** Starts a trace for each request to an operation. It ignores the client's trace headers, which are not trusted. */
export function traceRequests(tracing: Tracing): RequestHandler {
  return (request, response, next) => {
    const { operation, requestID } = getContext(request);
    const name = operation?.operationID ?? request.method;
    const attributes = { 'http.request.method': request.method, 'holdfast.request_id': requestID };
    const span = tracing.begin({ name, kind: 'server', attributes });
    response.once('close', () => {
      const { caller, refusal } = getContext(request);
      const { statusCode } = response;
      const attributes: Record<string, string | number> = { 'http.response.status_code': statusCode };
      if (caller && 'partyID' in caller) attributes['holdfast.party_id'] = caller.partyID;
      if (refusal !== undefined) attributes['holdfast.refusal'] = refusal;
      span.end({ attributes, hasFailed: statusCode >= 500 });
    });
    span.within(next);
  };
}
