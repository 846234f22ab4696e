import type { Request } from 'express';
import type { KeyScope } from '../../domain/merchants/api-key/scopes';
import { requestLogger, type Logger } from '../../runtime/logger';
import { Refusal } from '../../domain/platform/errors/refusal';
import type { Role } from '../../domain/operators/operator/roles';
import type { AccessTokenScope } from '../../security/access-tokens';
import type { Origin } from '../../store/platform/audit/origin';
import type { FoundOperation } from './operations';

/** A caller of a party: an API key acts for the party, an access token for one of its entities. */
export type Caller =
  | { kind: 'apiKey'; partyID: string; keyID: string; scopes: readonly KeyScope[] }
  | { kind: 'accessToken'; partyID: string; scope: AccessTokenScope };

/** An operator of the platform, who sees every party through the operators' API. */
export interface OperatorCaller {
  kind: 'operator';
  operatorID: string;
  name: string;
  roles: readonly Role[];
  /** Null for a token of the OpenID Connect provider. */
  keyID: string | null;
}

/** What the middleware found out about a request. */
export interface RequestContext {
  requestID: string;
  /** The logger of the process; `getLogger` returns that of the request. */
  logger: Logger;
  operation?: FoundOperation;
  deadline?: Date;
  caller?: Caller | OperatorCaller;
  /** Set by `getOrigin`. */
  origin?: Origin | undefined;
  refusal?: string;
}

const contexts = new WeakMap<Request, RequestContext>();

/** Sets the context of a request; called by the first middleware. */
export function openContext(request: Request, context: RequestContext): void {
  contexts.set(request, context);
}

/** The context of a request, which may belong to no API. */
export function findContext(request: Request): RequestContext | undefined {
  return contexts.get(request);
}

/** The context of a request to an API. */
export function getContext(request: Request): RequestContext {
  const context = contexts.get(request);
  if (!context) throw new Error('the request has no context: the request id middleware did not run');
  return context;
}

/** The caller of an operation that requires a key or a token. */
export function getCaller(request: Request): Caller {
  const { caller } = getContext(request);
  if (!caller || caller.kind === 'operator') throw new Refusal('unauthorized', 'no caller of a party');
  return caller;
}

/** The operator who calls an operation of the operators' API. */
export function getOperator(request: Request): OperatorCaller {
  const { caller } = getContext(request);
  if (caller?.kind !== 'operator') throw new Refusal('unauthorized', 'no operator');
  return caller;
}

/** The subject of an access token, `invoice/<id>`; undefined for an API key. */
export function getScope(caller: Caller): string | undefined {
  return caller.kind === 'accessToken' ? `${caller.scope.kind}/${caller.scope.id}` : undefined;
}

/** Creates the logger of a request on demand, because most requests log nothing. */
export function getLogger({ logger, requestID, caller }: RequestContext): Logger {
  return requestLogger(logger, { requestID, partyID: caller && 'partyID' in caller ? caller.partyID : undefined });
}

/** The name of a caller in logs and the audit log, without the secret. */
export function formatCaller(caller: Caller | OperatorCaller | undefined): string {
  switch (caller?.kind) {
    case undefined:
      return 'anyone';
    case 'accessToken':
      return `${caller.scope.kind}Token/${caller.scope.id}`;
    case 'apiKey':
      return `apiKey/${caller.keyID}`;
    case 'operator':
      return `operator/${caller.operatorID}`;
  }
}
