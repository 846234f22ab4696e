import type { Request, RequestHandler } from 'express';
import type { RateLimiterRes } from 'rate-limiter-flexible';
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
    assertBelowLimit(await this.perParty.consume(party, bytes));
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
  return limitBodies(async (request, party) => {
    if (isCompressed(request)) await limit.assertBelowLimit(party);
    await limit.count(party, readStatedBytes(request));
  });
}

/** Counts what a body that was read has above its stated size: it was sent in chunks or compressed. */
export function limitUnstatedBytes(limit: ByteLimit): RequestHandler {
  return limitBodies(async (request, party) => {
    if (!Buffer.isBuffer(request.body)) return;
    await limit.count(party, request.body.length - readStatedBytes(request));
  });
}

function limitBodies(count: (request: Request, party: string) => Promise<void>): RequestHandler {
  return (request, _response, next) => {
    if (!getContext(request).operation?.takesBody) return next();
    count(request, getRequestParty(request)).then(() => next(), next);
  };
}

function readStatedBytes(request: Request): number {
  return Number(request.header('Content-Length') ?? 0);
}

function isCompressed(request: Request): boolean {
  return (request.header('Content-Encoding') ?? 'identity').toLowerCase() !== 'identity';
}
