import type { Request, RequestHandler, Response } from 'express';
import { Refusal } from '../../domain/errors/refusal';
import { FairQueue, QueueFull } from '../../runtime/fair-queue';
import { clientAddress, getNetwork } from './client-address';
import { getContext } from './context';

/** Requests in progress at a process: more only wait for its thread and its connections. */
const MAX_CONCURRENCY = 64;
/** A request of another party waits behind at most so many. */
const MAX_CONCURRENCY_PER_PARTY = 12;
const MAX_WAITING_PER_PARTY = 1_000;

/** The queue of an API process, in which parties take turns. */
export function createRequestQueue(): FairQueue {
  return new FairQueue({
    concurrency: MAX_CONCURRENCY,
    concurrencyPerParty: MAX_CONCURRENCY_PER_PARTY,
    maxWaitingPerParty: MAX_WAITING_PER_PARTY,
  });
}

/** Continues a request when it is the turn of its party; until the response is ready, it counts as in progress. */
export function takeTurns(queue: FairQueue): RequestHandler {
  return (request, response, next) => {
    const left = new AbortController();
    response.once('close', () => left.abort());
    const run = async (): Promise<void> => {
      next();
      await untilReady(response);
    };
    queue.run(getParty(request), left.signal, run).catch((error: unknown) => {
      if (left.signal.aborted) return;
      next(error instanceof QueueFull ? tooMany() : error);
    });
  };
}

/** `prefinish` follows the end of the response, also if the client does not read it. */
function untilReady(response: Response): Promise<void> {
  return new Promise((resolve) => {
    if (response.writableEnded || response.destroyed) resolve();
    response.once('prefinish', resolve).once('close', resolve);
  });
}

function getParty(request: Request): string {
  const { caller } = getContext(request);
  if (!caller) return `address ${getNetwork(clientAddress(request))}`;
  return caller.kind === 'operator' ? `operator ${caller.operatorID}` : caller.partyID;
}

function tooMany(): Refusal {
  const words = `more than ${MAX_WAITING_PER_PARTY} requests of this party wait, come again later`;
  return new Refusal('tooManyRequests', words, { retryAfterSeconds: 1 });
}
