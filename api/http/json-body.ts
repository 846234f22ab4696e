import type { RequestHandler } from 'express';
import { Refusal } from '../../domain/errors/refusal';

/** Refuses a body of another type: it would be read as none, and the caller would hear that all its fields are missing. */
export function jsonBody(): RequestHandler {
  return (request, _response, next) => {
    const isEmpty = request.header('Content-Length') === '0';
    if (isEmpty || request.is('application/json') !== false) return next();
    next(new Refusal('invalidRequest', 'Content-Type must be application/json', { place: 'Content-Type' }));
  };
}
