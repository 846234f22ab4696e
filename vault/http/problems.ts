import type { VaultErrorBody, VaultErrorCode } from '../client/vault.types';
import { CardNotFound } from '../cards/cards';
import { NoAcquirerAnswer, NotSent, OriginNotAllowed } from '../forward/acquirers';
import { KeysUnavailable, VaultLocked, WrongShare } from '../keys/key-encryption';
import { InvalidRequest } from './invalid-request';

/** The certificate of the caller does not allow the operation. */
export class Forbidden extends Error {
  override readonly name = 'Forbidden';
}

const KNOWN: readonly [new (...given: never[]) => Error, number, VaultErrorCode][] = [
  [InvalidRequest, 400, 'invalidRequest'],
  [WrongShare, 400, 'invalidRequest'],
  [Forbidden, 403, 'forbidden'],
  [OriginNotAllowed, 403, 'originNotAllowed'],
  [CardNotFound, 404, 'cardNotFound'],
  [NotSent, 502, 'notSent'],
  [NoAcquirerAnswer, 504, 'noAnswer'],
  [VaultLocked, 503, 'locked'],
  [KeysUnavailable, 503, 'unavailable'],
];

/** Errors of a lost or starting database, and of a pool without a free connection. */
const UNAVAILABLE = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|57P0\d|53300|08\w{3})$/;

/** Returns the response to an error; undefined for a defect. */
export function toProblem(error: unknown): { status: number; body: VaultErrorBody } | undefined {
  const { message, code, type } = error as { message?: string; code?: string; type?: string };
  const known = KNOWN.find(([kind]) => error instanceof kind);
  if (known) {
    const place = error instanceof InvalidRequest ? { place: error.place } : {};
    return { status: known[1], body: { code: known[2], message: message ?? '', ...place } };
  }
  if (type === 'entity.too.large') {
    return { status: 413, body: { code: 'bodyTooLarge', message: 'the body is too large', place: 'body' } };
  }
  // Its message would quote the body.
  if (type !== undefined) {
    return { status: 400, body: { code: 'invalidRequest', message: 'the body is not readable JSON', place: 'body' } };
  }
  if ((code !== undefined && UNAVAILABLE.test(code)) || /timeout|Connection terminated/i.test(message ?? '')) {
    return { status: 503, body: { code: 'unavailable', message: 'the database of the vault does not answer' } };
  }
  return undefined;
}
