import type { IncomingMessage } from 'node:http';
import type { TLSSocket } from 'node:tls';
import { VAULT_CALLERS, type VaultCaller } from '../client/vault.types';
import { Forbidden } from './problems';

/** A connection keeps its certificate, and parsing one takes a tenth of a request. */
const callers = new WeakMap<TLSSocket, VaultCaller>();

/** The name in the certificate that the TLS layer has verified. */
function readCaller(request: IncomingMessage): VaultCaller | undefined {
  const socket = request.socket as TLSSocket;
  if (!socket.authorized) return undefined;
  const known = callers.get(socket);
  if (known) return known;
  const { CN } = socket.getPeerCertificate().subject;
  const caller = VAULT_CALLERS.find((name) => name === CN);
  if (caller) callers.set(socket, caller);
  return caller;
}

/** Lets only the named callers through. @throws Forbidden */
export function requireCaller(request: IncomingMessage, allowed: readonly VaultCaller[]): VaultCaller {
  const caller = readCaller(request);
  if (!caller) throw new Forbidden('the certificate names no known caller');
  if (!allowed.includes(caller)) throw new Forbidden(`${caller} may not use this operation`);
  return caller;
}
