import { parseRfc3339 } from '../../../domain/platform/rfc3339/rfc3339';
import { Refusal } from '../../../domain/platform/errors/refusal';

const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 30;

/** The period of a list: by default the last 30 days. Whole days, because a token is valid for the same period only. */
export function listedPeriod({ from, to }: { from?: string | undefined; to?: string | undefined }): {
  from: Date;
  to: Date;
} {
  const day = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  return {
    from: from === undefined ? new Date(day - DEFAULT_DAYS * DAY_MS) : parseMoment(from, 'from'),
    to: to === undefined ? new Date(day + DAY_MS) : parseMoment(to, 'to'),
  };
}

/** @throws Refusal invalidRequest for a date that is not in the calendar */
export function parseMoment(text: string, place: string): Date {
  const moment = parseRfc3339(text);
  if (!moment) throw new Refusal('invalidRequest', `${place}: is not a moment of the calendar`, { place });
  return moment;
}
