import type { RequestHandler } from 'express';
import { findCardNumber } from '../../../domain/payments/card/card-number-guard';
import { Refusal } from '../../../domain/platform/errors/refusal';
import { getContext } from '../../http/context';

/** Truncates places, because field names may be the caller's input. */
const MAX_PLACE = 200;

/**
 * Refuses a destination whose body may contain a card number anywhere, because cards are accepted as tokens only. Runs
 * before validation; the refusal names the place and never repeats the digits.
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
