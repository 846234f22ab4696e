import type { Request, RequestHandler } from 'express';
import { Refusal } from '../../domain/errors/refusal';
import { getContext } from './context';
import { createCounter, toSeconds } from './failed-auth-limiter';
import { getRequestParty } from './request-turns';

const MEGABYTE = 1_048_576;
/** Smaller bodies are limited by the number of requests. */
const MIN_COUNTED_BYTES = 16_384;
const MAX_MEGABYTES = 4;

/** Limits the bytes of large bodies that a party sends in a second to a process. */
export class ByteLimit {
  private readonly perParty = createCounter(1);

  /** @throws Refusal tooManyRequests */
  async count(party: string, bytes: number): Promise<void> {
    if (bytes < MIN_COUNTED_BYTES) return;
    const { consumedPoints, msBeforeNext } = await this.perParty.consume(party, bytes);
    if (consumedPoints <= MAX_MEGABYTES * MEGABYTE) return;
    const words = `at most ${MAX_MEGABYTES} MiB of bodies are read in a second, come again later`;
    throw new Refusal('tooManyRequests', words, { retryAfterSeconds: toSeconds(msBeforeNext) });
  }
}

/** Refuses a body by the size that `getBytes` finds. */
export function limitBytes(limit: ByteLimit, getBytes: (request: Request) => number): RequestHandler {
  return (request, _response, next) => {
    if (!getContext(request).operation?.takesBody) return next();
    limit.count(getRequestParty(request), getBytes(request)).then(() => next(), next);
  };
}

/** The size of a body that is not read yet. */
export function getStatedBytes(request: Request): number {
  return Number(request.header('Content-Length') ?? 0);
}

/** The size of a body that was sent in chunks without stating it. */
export function getUnstatedBytes(request: Request): number {
  if (request.header('Content-Length') !== undefined || !Buffer.isBuffer(request.body)) return 0;
  return request.body.length;
}
