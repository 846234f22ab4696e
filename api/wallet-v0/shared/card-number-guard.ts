import type { RequestHandler } from 'express';
import { findCardNumber } from '../../../domain/destination/card-number-guard';
import { Refusal } from '../../../domain/errors/refusal';
import { getContext } from '../../http/context';

/** Field names may be the caller's own, and an answer repeats no more of them than helps to find the place. */
const MAX_PLACE = 200;

/**
 * Refuses a destination whose body holds what may be a card number, wherever it stands, before anything else looks at
 * the body: a card comes as a token only. The refusal names the place and never repeats the digits.
 */
export const cardNumberGuard: RequestHandler = (request, _response, next) => {
  if (getContext(request).operation?.operationID !== 'createDestination') return next();
  const place = findCardNumber(request.body);
  if (place === undefined) return next();
  next(
    new Refusal('invalidRequest', 'holds what may be a card number; give the token of the card', {
      place: place.slice(0, MAX_PLACE),
    }),
  );
};
