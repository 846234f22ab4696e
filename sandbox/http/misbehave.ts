import type { Request, Response } from 'express';
import { setTimeout as delay } from 'node:timers/promises';
import type { Behaviour } from '../behaviours/behaviour';

/** Nobody waits longer for an answer that never comes; the connection is then closed. */
const longestSilenceMs = 120_000;

/** A late request is on its way for as long as its behaviour says, also when its sender has given up on it. */
export async function arrival(behaviour: Behaviour | undefined): Promise<void> {
  if (behaviour?.type === 'delayBefore') await delay(behaviour.delayMs, undefined, { ref: false });
}

/** Does what a behaviour does before the effect; tells whether the call ended there. */
export function endsBeforeEffect(behaviour: Behaviour | undefined, request: Request, response: Response): boolean {
  switch (behaviour?.type) {
    case 'dropBefore':
      request.socket.destroy();
      return true;
    case 'hangBefore':
      fallSilent(request);
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

/** Does what a behaviour does after the effect; tells whether the answer is still to be sent. */
export async function answersAfterEffect(behaviour: Behaviour | undefined, request: Request): Promise<boolean> {
  switch (behaviour?.type) {
    case 'dropAfter':
      request.socket.destroy();
      return false;
    case 'hangAfter':
      fallSilent(request);
      return false;
    case 'delay':
      await delay(behaviour.delayMs, undefined, { ref: false });
      return true;
    default:
      return true;
  }
}

function fallSilent(request: Request): void {
  setTimeout(() => request.socket.destroy(), longestSilenceMs).unref();
}
