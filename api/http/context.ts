import type { Request } from 'express';
import type { Logger } from '../../runtime/logger';
import { Refusal } from '../../domain/errors/refusal';
import type { AccessTokenScope } from '../../store/access-token/access-tokens';

/** Who calls: the holder of an API key acts for its party, the holder of an access token for what the token names. */
export type Caller =
  | { kind: 'apiKey'; partyID: string; keyID: string }
  | { kind: 'accessToken'; partyID: string; scope: AccessTokenScope };

/** What the middle layers know of a request; handlers read it. */
export interface RequestContext {
  requestID: string;
  logger: Logger;
  operationID?: string;
  deadline?: Date;
  caller?: Caller;
}

const contexts = new WeakMap<Request, RequestContext>();

/** Gives a request its context: the first middle layer does that. */
export function openContext(request: Request, context: RequestContext): void {
  contexts.set(request, context);
}

/** The context of a request. */
export function contextOf(request: Request): RequestContext {
  const context = contexts.get(request);
  if (!context) throw new Error('the request has no context: the request id layer did not run');
  return context;
}

/** Who calls, for handlers of operations that nobody calls without a key or a token. */
export function callerOf(request: Request): Caller {
  const { caller } = contextOf(request);
  if (!caller) throw new Refusal('unauthorized', 'no caller');
  return caller;
}

/**
 * What an access token is for, as one name: `invoice/<id>`. An API key is good for all that its party has, so it has none.
 */
export function scopeOf(caller: Caller): string | undefined {
  return caller.kind === 'accessToken' ? `${caller.scope.kind}/${caller.scope.id}` : undefined;
}
