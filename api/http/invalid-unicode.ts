import type { RequestHandler } from 'express';
import { Refusal } from '../../domain/platform/errors/refusal';

/** Ordinary field names; a problem of any other is reported at its object. */
const PLAIN_NAME = /^[A-Za-z_][\w-]{0,39}$/;

/** Refuses NUL characters and lone surrogates, which the database cannot store, in the address and the body. */
export function rejectInvalidUnicode(): RequestHandler {
  return (request, _response, next) => {
    if (/%00/.test(request.url)) throw unstorable('the address');
    try {
      decodeURIComponent(request.url);
    } catch {
      throw new Refusal('invalidRequest', 'the address is not percent-encoded UTF-8');
    }
    const place = unstorablePlace(request.body, 'body');
    if (place) throw unstorable(place);
    next();
  };
}

function unstorable(place: string): Refusal {
  return new Refusal('invalidRequest', `${place} has a character that is no text (NUL or half of a surrogate pair)`, {
    place,
  });
}

function unstorablePlace(value: unknown, place: string): string | undefined {
  if (typeof value === 'string') return isStorable(value) ? undefined : place;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, field] of Object.entries(value)) {
    const below = PLAIN_NAME.test(name) ? `${place}.${name}` : place;
    const found = isStorable(name) ? unstorablePlace(field, below) : place;
    if (found) return found;
  }
  return undefined;
}

function isStorable(text: string): boolean {
  return !text.includes('\0') && (text as string & { isWellFormed: () => boolean }).isWellFormed();
}
