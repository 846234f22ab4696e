import type { FieldErrors, ValidateError } from '@tsoa/runtime';

/** A broken rule and its place. Never the value, which may be a card number. */
export interface Violation {
  place: string;
  problem: string;
}

/** After as many unlisted problems the validation of a request ends. */
export const MAX_COUNTED = 100;

/** The number of problems that are not listed. */
const unlisted = new WeakMap<FieldErrors, number>();

/** Counts problems that are not listed. */
export function addUnlisted(listed: FieldErrors, count: number): void {
  if (count > 0) unlisted.set(listed, getUnlistedCount(listed) + count);
}

/** The number of problems beside those in `listed`. */
export function getUnlistedCount(listed: FieldErrors): number {
  return unlisted.get(listed) ?? 0;
}

/** Lists the violations by place; the last entry gives the number of unlisted ones. */
export function listViolations({ fields }: ValidateError): Violation[] {
  const violations = Object.entries(fields).map(([place, { message }]) => ({
    place: toClientName(place),
    problem: message ?? 'is not valid',
  }));
  const count = getUnlistedCount(fields);
  const more = count > MAX_COUNTED ? `more than ${MAX_COUNTED}` : count;
  return count > 0 ? [...violations, { place: 'request', problem: `has ${more} more problems` }] : violations;
}

/** Translates tsoa's place into the name that the client used. */
function toClientName(place: string): string {
  return place
    .replace(/^(requestBody|body)\b/, 'body')
    .replace(/^filters?\./, '')
    .replace(/\.\$(\d+)/g, '[$1]');
}
