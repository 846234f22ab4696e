import type { Request, RequestHandler } from 'express';
import type { TLSSocket } from 'node:tls';
import { VAULT_CALLERS, type VaultCaller } from '../client/vault.types';
import { Forbidden } from './problems';

/** A connection keeps its certificate, and parsing one takes a tenth of a request. */
const callers = new WeakMap<TLSSocket, VaultCaller>();

/** The name in the certificate that the TLS layer has verified. */
export function readCaller(request: Request): VaultCaller | undefined {
  const socket = request.socket as TLSSocket;
  if (!socket.authorized) return undefined;
  const known = callers.get(socket);
  if (known) return known;
  const { CN } = socket.getPeerCertificate().subject;
  const caller = VAULT_CALLERS.find((name) => name === CN);
  if (caller) callers.set(socket, caller);
  return caller;
}

/** Lets only the named callers through. */
export function only(...allowed: readonly VaultCaller[]): RequestHandler {
  return (request, response, next) => {
    const caller = readCaller(request);
    if (!caller) return next(new Forbidden('the certificate names no known caller'));
    if (!allowed.includes(caller)) return next(new Forbidden(`${caller} may not use this operation`));
    response.locals['caller'] = caller;
    next();
  };
}

export function callerOf(response: { locals: Record<string, unknown> }): VaultCaller {
  return response.locals['caller'] as VaultCaller;
}
