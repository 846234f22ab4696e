import type { VaultErrorBody, VaultErrorCode } from '../client/vault.types';
import { AccountRefused } from '../accounts/accounts';
import { CardNotFound } from '../cards/cards';
import { NoAcquirerAnswer, NotSent, OriginNotAllowed } from '../forward/acquirers';
import { LimitReached } from '../forward/use-limits';
import { KeysUnavailable, VaultLocked, WrongShare } from '../keys/key-encryption';
import { InvalidRequest } from './invalid-request';
import { BodyTooLarge } from './json-body';

/** The certificate of the caller does not allow the operation. */
export class Forbidden extends Error {
  override readonly name = 'Forbidden';
}

export class NoOperation extends Error {
  override readonly name = 'NoOperation';

  constructor() {
    super('no such operation');
  }
}

const KNOWN: readonly [new (...given: never[]) => Error, number, VaultErrorCode][] = [
  [InvalidRequest, 400, 'invalidRequest'],
  [NoOperation, 404, 'invalidRequest'],
  [BodyTooLarge, 413, 'bodyTooLarge'],
  [WrongShare, 400, 'invalidRequest'],
  [Forbidden, 403, 'forbidden'],
  [OriginNotAllowed, 403, 'originNotAllowed'],
  [AccountRefused, 403, 'accountRefused'],
  [LimitReached, 429, 'limited'],
  [CardNotFound, 404, 'cardNotFound'],
  [NotSent, 502, 'notSent'],
  [NoAcquirerAnswer, 504, 'noAnswer'],
  [VaultLocked, 503, 'locked'],
  [KeysUnavailable, 503, 'unavailable'],
];

/** Errors of a lost or starting database, and of a pool without a free connection. */
const UNAVAILABLE = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|57P0\d|25006|53300|08\w{3})$/;

/** Returns the response to an error; undefined for a defect. */
export function toProblem(error: unknown): { status: number; body: VaultErrorBody } | undefined {
  const { message, code } = error as { message?: string; code?: string };
  const known = KNOWN.find(([kind]) => error instanceof kind);
  if (known) {
    const place = error instanceof InvalidRequest ? error.place : error instanceof BodyTooLarge ? 'body' : undefined;
    return { status: known[1], body: { code: known[2], message: message ?? '', ...(place && { place }) } };
  }
  if ((code !== undefined && UNAVAILABLE.test(code)) || /timeout|Connection terminated/i.test(message ?? '')) {
    return { status: 503, body: { code: 'unavailable', message: 'the database of the vault does not answer' } };
  }
  return undefined;
}
