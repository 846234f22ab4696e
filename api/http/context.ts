import type { Request } from 'express';
import type { KeyScope } from '../../domain/api-key/scopes';
import { requestLogger, type Logger } from '../../runtime/logger';
import { Refusal } from '../../domain/errors/refusal';
import type { AccessTokenScope } from '../../store/access-token/access-tokens';
import type { Origin } from '../../store/audit/origin';
import type { FoundOperation } from './operations';

/** Who calls: the holder of an API key acts for its party, the holder of an access token for what the token names. */
export type Caller =
  | { kind: 'apiKey'; partyID: string; keyID: string; scopes: readonly KeyScope[] }
  | { kind: 'accessToken'; partyID: string; scope: AccessTokenScope };

/** Who works for the platform itself: he sees every party, and only through the API for operators. */
export interface Operator {
  kind: 'operatorKey';
  keyID: string;
  name: string;
}

/** What the middle layers know of a request; handlers read it. */
export interface RequestContext {
  requestID: string;
  /** Of the process: who writes of the request takes `loggerOf`. */
  logger: Logger;
  operation?: FoundOperation;
  deadline?: Date;
  caller?: Caller | Operator;
  /** Who asks for what the handler changes: see `originOf`. */
  origin?: Origin | undefined;
  /** Why the request was refused, of the closed list. */
  refusal?: string;
}

const contexts = new WeakMap<Request, RequestContext>();

/** Gives a request its context: the first middle layer does that. */
export function openContext(request: Request, context: RequestContext): void {
  contexts.set(request, context);
}

/** The context of a request that may have come to none of the APIs. */
export function findContext(request: Request): RequestContext | undefined {
  return contexts.get(request);
}

/** The context of a request. */
export function getContext(request: Request): RequestContext {
  const context = contexts.get(request);
  if (!context) throw new Error('the request has no context: the request id layer did not run');
  return context;
}

/** Who calls, for handlers of operations that nobody calls without a key or a token. */
export function getCaller(request: Request): Caller {
  const { caller } = getContext(request);
  if (!caller || caller.kind === 'operatorKey') throw new Refusal('unauthorized', 'no caller of a party');
  return caller;
}

/**
 * What an access token is for, as one name: `invoice/<id>`. An API key is good for all that its party has, so it has none.
 */
export function getScope(caller: Caller): string | undefined {
  return caller.kind === 'accessToken' ? `${caller.scope.kind}/${caller.scope.id}` : undefined;
}

/** The log of a request, made when there is something to write: most requests write nothing. */
export function getLogger({ logger, requestID, caller }: RequestContext): Logger {
  return requestLogger(logger, { requestID, partyID: caller && 'partyID' in caller ? caller.partyID : undefined });
}

/** A caller as logs and the audit log name him: never by the key or the token itself. */
export function formatCaller(caller: Caller | Operator | undefined): string {
  switch (caller?.kind) {
    case undefined:
      return 'anyone';
    case 'accessToken':
      return `${caller.scope.kind}Token/${caller.scope.id}`;
    case 'apiKey':
    case 'operatorKey':
      return `${caller.kind}/${caller.keyID}`;
  }
}
