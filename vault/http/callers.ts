import type { IncomingMessage } from 'node:http';
import type { TLSSocket } from 'node:tls';
import { VAULT_CALLERS, type VaultCaller } from '../client/vault.types';
import { Forbidden } from './problems';

/** Who calls, by the certificate that the TLS layer has verified. */
export interface KnownCaller {
  name: VaultCaller;
  /** The fingerprint of the certificate. */
  certificate: string;
}

/** A connection keeps its certificate, and parsing one takes a tenth of a request. */
const callers = new WeakMap<TLSSocket, KnownCaller>();

function readCaller(request: IncomingMessage): KnownCaller | undefined {
  const socket = request.socket as TLSSocket;
  if (!socket.authorized) return undefined;
  const known = callers.get(socket);
  if (known) return known;
  const { subject, fingerprint256 } = socket.getPeerCertificate();
  const name = VAULT_CALLERS.find((each) => each === subject.CN);
  if (!name) return undefined;
  const caller = { name, certificate: fingerprint256 };
  callers.set(socket, caller);
  return caller;
}

/** Lets only the named callers through. @throws Forbidden */
export function requireCaller(request: IncomingMessage, allowed: readonly VaultCaller[]): KnownCaller {
  const caller = readCaller(request);
  if (!caller) throw new Forbidden('the certificate names no known caller');
  if (!allowed.includes(caller.name)) throw new Forbidden(`${caller.name} may not use this operation`);
  return caller;
}
