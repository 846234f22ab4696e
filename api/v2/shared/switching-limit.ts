import type { RequestHandler } from 'express';
import { Refusal } from '../../../domain/errors/refusal';
import { contextOf } from '../../http/context';
import { counter, inSeconds } from '../../http/wrong-keys';
import type { access } from '../access';

/** More than people switch, and few enough that what is kept of it for ever stays small. */
const MOST = 60;
const WINDOW_SECONDS = 600;

const SWITCHING: ReadonlySet<string> = new Set<keyof typeof access>([
  'activateMyParty',
  'suspendMyParty',
  'activatePartyByID',
  'suspendPartyByID',
  'activateShop',
  'suspendShop',
  'activateShopForParty',
  'suspendShopForParty',
]);

/**
 * How often a party may suspend and activate itself and its shops: each change is an entry of the one audit chain, which nobody
 * deletes and which all actions queue for (decision 54).
 */
export function switchingLimit(): RequestHandler {
  const ofParties = counter(WINDOW_SECONDS);
  return (request, _response, next) => {
    const { operation, caller } = contextOf(request);
    if (!operation || !SWITCHING.has(operation.operationID) || caller?.kind !== 'apiKey') return next();
    ofParties.consume(caller.partyID).then(({ consumedPoints, msBeforeNext }) => {
      next(consumedPoints > MOST ? tooMany(msBeforeNext) : undefined);
    }, next);
  };
}

function tooMany(waitMs: number): Refusal {
  const words = `a party and its shops are suspended and activated at most ${MOST} times in ${WINDOW_SECONDS / 60} minutes`;
  return new Refusal('tooManyRequests', words, { retryAfterSeconds: inSeconds(waitMs) });
}
