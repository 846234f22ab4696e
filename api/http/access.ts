import type { RequestHandler } from 'express';
import { Refusal, notFound } from '../../domain/errors/refusal';
import type { AccessTokenScope } from '../../store/access-token/access-tokens';
import type { Authentication } from './authentication';
import { contextOf, type Caller, type Operator } from './context';
import type { FoundOperation, OperationTable } from './operations';

/** Kinds of callers: an API key, an operator's, an access token by what it names, or anyone. */
export type CallerKind = 'apiKey' | 'operatorKey' | `${AccessTokenScope['kind']}Token` | 'anyone';

/** Who may call each operation of an API. */
export type AccessTable = Readonly<Record<string, readonly CallerKind[]>>;

/** Which path parameter an access token must agree with. */
const SCOPE_PARAMETER: Record<AccessTokenScope['kind'], string> = {
  invoice: 'invoiceID',
  customer: 'customerID',
  invoiceTemplate: 'invoiceTemplateID',
};

/**
 * Finds a request's operation and lets it pass if the API's table says so. Nobody recognised: 401. Somebody who may not:
 * 401, or 404 where he would read one thing, so that reading tells nobody what exists.
 */
export function accessControl(input: {
  authenticator: Authentication;
  operations: OperationTable;
  access: AccessTable;
  /** What 404 calls a thing that a caller may not read: `Invoice`, `Customer`. */
  entityOf: (operation: FoundOperation) => string;
}): RequestHandler {
  const { authenticator, operations, access } = input;
  return (request, response, next) => {
    const operation = operations.find(request.method, request.path);
    if (!operation) {
      const methods = operations.methodsOf(request.path);
      if (methods.length === 0) return next(new Refusal('unknownOperation', 'no such operation'));
      response.setHeader('Allow', methods.join(', '));
      return next(new Refusal('methodNotAllowed', `allowed here: ${methods.join(', ')}`));
    }
    const context = contextOf(request);
    context.operation = operation;
    const allowed = access[operation.operationID] ?? [];
    authenticator.identify(request.header('Authorization')).then((caller) => {
      if (caller) context.caller = caller;
      if (caller && 'partyID' in caller) context.logger = context.logger.child({ partyID: caller.partyID });
      if (allowed.includes('anyone')) return next();
      if (!caller) return next(new Refusal('unauthorized', 'the bearer value is not a valid key or token'));
      if (mayCall(caller, operation, allowed)) return next();
      const isMasked = operation.method === 'get' && operation.looksUp;
      next(isMasked ? notFound(input.entityOf(operation)) : new Refusal('forbidden', 'not allowed'));
    }, next);
  };
}

function mayCall(caller: Caller | Operator, operation: FoundOperation, allowed: readonly CallerKind[]): boolean {
  if (caller.kind !== 'accessToken') return allowed.includes(caller.kind);
  if (!allowed.includes(`${caller.scope.kind}Token`)) return false;
  const named = operation.parameters[SCOPE_PARAMETER[caller.scope.kind]];
  return named === undefined || named === caller.scope.id;
}
