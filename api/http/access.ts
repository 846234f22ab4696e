import type { Request, RequestHandler } from 'express';
import type { KeyScope } from '../../domain/merchants/api-key/scopes';
import { Refusal, notFound } from '../../domain/platform/errors/refusal';
import type { Role } from '../../domain/operators/operator/roles';
import type { AccessTokenScope } from '../../security/access-tokens';
import type { Authentication } from './authentication';
import { getContext, type Caller, type OperatorCaller } from './context';
import { clientAddress } from './client-address';
import type { FoundOperation, OperationTable } from './operations';
import type { RequestLimits } from './request-limits';

/** Kinds of callers: an API key by scope, an operator by role, an access token by its subject, or anyone. */
export type CallerKind = `apiKey:${KeyScope}` | `operator:${Role}` | `${AccessTokenScope['kind']}Token` | 'anyone';

/** Who may call each operation of an API. */
export type AccessTable = Readonly<Record<string, readonly CallerKind[]>>;

/** The path parameter that must match the access token. */
const SCOPE_PARAMETER: Record<AccessTokenScope['kind'], string> = {
  invoice: 'invoiceID',
  customer: 'customerID',
  invoiceTemplate: 'invoiceTemplateID',
};

interface AccessRules {
  authenticator: Authentication;
  operations: OperationTable;
  access: AccessTable;
  /** The name of the entity in a 404: `Invoice`, `Customer`. */
  nameEntity: (operation: FoundOperation) => string;
  limits?: RequestLimits | undefined;
}

/**
 * Allows a request by the API's access table. Unauthenticated: 401. Unauthorised: 401, or 404 for reads of one entity, so
 * that its existence stays hidden. A key without the scope: 403. Rate limit exceeded: 429.
 */
export function accessControl(rules: AccessRules): RequestHandler {
  const { operations } = rules;
  return (request, response, next) => {
    const operation = operations.find(request.method, request.path);
    if (!operation) {
      const methods = operations.getMethods(request.path);
      if (methods.length === 0) return next(new Refusal('unknownOperation', 'no such operation'));
      response.setHeader('Allow', methods.join(', '));
      return next(new Refusal('methodNotAllowed', `allowed here: ${methods.join(', ')}`));
    }
    getContext(request).operation = operation;
    assertMayCall(rules, request, operation).then(() => next(), next);
  };
}

async function assertMayCall(rules: AccessRules, request: Request, operation: FoundOperation): Promise<void> {
  const { authenticator, access, limits } = rules;
  const context = getContext(request);
  const allowed = access[operation.operationID] ?? [];
  const getAddress = (): string | undefined => clientAddress(request);
  const caller = await authenticator.identify(request.header('Authorization'), getAddress);
  if (caller) context.caller = caller;
  const isOpen = allowed.includes('anyone');
  if (!caller && !isOpen) throw new Refusal('unauthorized', 'the bearer value is not a valid key or token');
  await limits?.checkRateLimit(caller, getAddress);
  if (isOpen || !caller || mayCall(caller, operation, allowed)) return;
  if (caller.kind === 'operator' && getRoles(allowed))
    throw new Refusal('forbidden', `the operator needs the role ${getRoles(allowed)}`);
  if (caller.kind === 'apiKey' && getScope(allowed))
    throw new Refusal('insufficientScope', `the key lacks the scope ${getScope(allowed)}`);
  const isMasked = operation.method === 'get' && operation.looksUp;
  throw isMasked ? notFound(rules.nameEntity(operation)) : new Refusal('forbidden', 'not allowed');
}

function getScope(allowed: readonly CallerKind[]): string {
  return allowed.flatMap((kind) => /^apiKey:(.+)$/.exec(kind)?.[1] ?? []).join(' or ');
}

function getRoles(allowed: readonly CallerKind[]): string {
  return allowed.flatMap((kind) => /^operator:(.+)$/.exec(kind)?.[1] ?? []).join(' or ');
}

function mayCall(caller: Caller | OperatorCaller, operation: FoundOperation, allowed: readonly CallerKind[]): boolean {
  if (caller.kind === 'operator') return caller.roles.some((role) => allowed.includes(`operator:${role}`));
  if (caller.kind === 'apiKey') return caller.scopes.some((scope) => allowed.includes(`apiKey:${scope}`));
  if (!allowed.includes(`${caller.scope.kind}Token`)) return false;
  const named = operation.parameters[SCOPE_PARAMETER[caller.scope.kind]];
  return named === undefined || named === caller.scope.id;
}
