import type { Request, RequestHandler } from 'express';
import type { RateLimiterRes } from 'rate-limiter-flexible';
import { Refusal } from '../../domain/platform/errors/refusal';
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

  /** @returns undefined for a small body, which needs no count; rejects with Refusal tooManyRequests */
  count(party: string, bytes: number): Promise<void> | undefined {
    if (bytes < MIN_COUNTED_BYTES) return undefined;
    return this.perParty.consume(party, bytes).then(assertBelowLimit);
  }

  /** Is called before a body is inflated. @throws Refusal tooManyRequests */
  async assertBelowLimit(party: string): Promise<void> {
    const counted = await this.perParty.get(party);
    if (counted) assertBelowLimit(counted);
  }
}

function assertBelowLimit({ consumedPoints, msBeforeNext }: RateLimiterRes): void {
  if (consumedPoints <= MAX_MEGABYTES * MEGABYTE) return;
  const words = `at most ${MAX_MEGABYTES} MiB of bodies are read in a second, come again later`;
  throw new Refusal('tooManyRequests', words, { retryAfterSeconds: toSeconds(msBeforeNext) });
}

/** Counts the stated size of a body before it is read. */
export function limitStatedBytes(limit: ByteLimit): RequestHandler {
  return limitBodies((request, party) => {
    const count = (): Promise<void> | undefined => limit.count(party, readStatedBytes(request));
    return isCompressed(request) ? limit.assertBelowLimit(party).then(count) : count();
  });
}

/** Counts what a body that was read has above its stated size: it was sent in chunks or compressed. */
export function limitUnstatedBytes(limit: ByteLimit): RequestHandler {
  return limitBodies((request, party) => {
    if (!Buffer.isBuffer(request.body)) return undefined;
    return limit.count(party, request.body.length - readStatedBytes(request));
  });
}

function limitBodies(count: (request: Request, party: string) => Promise<void> | undefined): RequestHandler {
  return (request, _response, next) => {
    if (!getContext(request).operation?.takesBody) return next();
    const counted = count(request, getRequestParty(request));
    if (!counted) return next();
    counted.then(() => next(), next);
  };
}

function readStatedBytes(request: Request): number {
  return Number(request.header('Content-Length') ?? 0);
}

function isCompressed(request: Request): boolean {
  return (request.header('Content-Encoding') ?? 'identity').toLowerCase() !== 'identity';
}
