import type { Request, Response } from 'express';
import { setTimeout as delay } from 'node:timers/promises';
import type { Behaviour } from '../behaviours/behaviour';

/** Connections without a response are closed after this time. */
const MAX_SILENCE_MS = 120_000;

/** Delays the arrival of a request, even if its sender has disconnected. */
export async function delayArrival(behaviour: Behaviour | undefined): Promise<void> {
  if (behaviour?.type === 'delayBefore') await delay(behaviour.delayMs, undefined, { ref: false });
}

/** Applies a behaviour before the effect; returns whether the call ends there. */
export function endsBeforeEffect(behaviour: Behaviour | undefined, request: Request, response: Response): boolean {
  switch (behaviour?.type) {
    case 'dropBefore':
      request.socket.destroy();
      return true;
    case 'hangBefore':
      withholdResponse(request);
      return true;
    case 'unavailable':
      response.status(503).json({ error: 'temporarilyUnavailable' });
      return true;
    case 'malformed':
      response.status(400).json({ error: 'malformedRequest', problems: [] });
      return true;
    default:
      return false;
  }
}

/** Applies a behaviour after the effect; returns whether to send a response. */
export async function answersAfterEffect(behaviour: Behaviour | undefined, request: Request): Promise<boolean> {
  switch (behaviour?.type) {
    case 'dropAfter':
      request.socket.destroy();
      return false;
    case 'hangAfter':
      withholdResponse(request);
      return false;
    case 'delay':
      await delay(behaviour.delayMs, undefined, { ref: false });
      return true;
    default:
      return true;
  }
}

function withholdResponse(request: Request): void {
  setTimeout(() => request.socket.destroy(), MAX_SILENCE_MS).unref();
}
