import type { Request, RequestHandler } from 'express';
import { Refusal } from '../../domain/platform/errors/refusal';
import { FairQueue, QueueFull } from '../../runtime/fair-queue';
import { clientAddress, getNetwork } from './client-address';
import { findContext, getContext } from './context';
import { untilReady } from '../../runtime/response-end';

/** Requests in progress at a process: more only wait for its thread and its connections. */
const MAX_CONCURRENCY = 64;
/** A request of another party waits behind at most so many. */
const MAX_CONCURRENCY_PER_PARTY = 12;
const MAX_WAITING_PER_PARTY = 1_000;
/** Parsing and validation of further requests waits, so that those of other parties are read in between. */
const SLICE_MS = 5;
/** Requests that hold the thread longer take at most a quarter of it for one party, after a burst. */
const THREAD = { minCostlyMs: 2, sharePerParty: 0.25, burstMs: 50 };

/** A page with more rows holds the thread for milliseconds. */
const MAX_SMALL_PAGE = 100;
/** These count up to a million rows, because larger reports are refused, or go through all failing queues of a webhook. */
const LARGE_OPERATIONS: ReadonlySet<string> = new Set([
  ...['orderRegistry', 'orderOperatedRegistry', 'createReport'],
  ...['getFailingDeliveries', 'retryWebhook'],
]);
const MAX_LARGE_PAGES = 2;
const MAX_LARGE_PAGES_PER_PARTY = 1;

/** The queues of an API process, in which parties take turns; large pages and counts also wait for each other. */
export interface RequestQueues {
  all: FairQueue;
  largePages: FairQueue;
}

export function createRequestQueues(): RequestQueues {
  return {
    all: new FairQueue({
      concurrency: MAX_CONCURRENCY,
      concurrencyPerParty: MAX_CONCURRENCY_PER_PARTY,
      maxWaitingPerParty: MAX_WAITING_PER_PARTY,
      sliceMs: SLICE_MS,
      thread: THREAD,
    }),
    largePages: new FairQueue({
      concurrency: MAX_LARGE_PAGES,
      concurrencyPerParty: MAX_LARGE_PAGES_PER_PARTY,
      maxWaitingPerParty: MAX_WAITING_PER_PARTY,
    }),
  };
}

/** Continues a request when it is the turn of its party; until the response is ready, it counts as in progress, also if the client leaves. */
export function takeTurns(queues: RequestQueues, getParty = getRequestParty): RequestHandler {
  return (request, response, next) => {
    const party = getParty(request);
    const answer = (): Promise<void> => {
      next();
      return untilReady(response);
    };
    if (!readsManyRows(request) && queues.all.runNow(party, answer)) return;
    const left = new AbortController();
    const leave = (): void => left.abort();
    response.once('close', leave);
    const begin = (): Promise<void> => {
      response.off('close', leave);
      return answer();
    };
    const run = (): Promise<void> => queues.all.run(party, left.signal, begin);
    const turn = readsManyRows(request) ? queues.largePages.run(party, left.signal, run) : run();
    turn.catch((error: unknown) => {
      if (left.signal.aborted) return;
      next(error instanceof QueueFull ? tooMany() : error);
    });
  };
}

function readsManyRows(request: Request): boolean {
  const operation = findContext(request)?.operation;
  return Number(request.query['limit']) > MAX_SMALL_PAGE || LARGE_OPERATIONS.has(operation?.operationID ?? '');
}

/** The party of a request; the operator or the address of others. */
export function getRequestParty(request: Request): string {
  const { caller } = getContext(request);
  if (!caller) return `address ${getNetwork(clientAddress(request))}`;
  return caller.kind === 'operator' ? `operator ${caller.operatorID}` : caller.partyID;
}

function tooMany(): Refusal {
  const words = `more than ${MAX_WAITING_PER_PARTY} requests of this party wait, come again later`;
  return new Refusal('tooManyRequests', words, { retryAfterSeconds: 1 });
}
