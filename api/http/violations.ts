import type { FieldErrors, ValidateError } from '@tsoa/runtime';

/** One rule that a request breaks, and where. Never the value: it may be a card. */
export interface Violation {
  place: string;
  problem: string;
}

/** How many problems were found beside those that are told. */
const further = new WeakMap<FieldErrors, number>();

/** Notes problems that are counted and not told. */
export function countFurther(told: FieldErrors, count: number): void {
  if (count > 0) further.set(told, furtherProblems(told) + count);
}

/** How many problems were found beside those that `told` has. */
export function furtherProblems(told: FieldErrors): number {
  return further.get(told) ?? 0;
}

/** What a validation found, one entry a place. The last says how many more there are, where not all are told. */
export function listViolations({ fields }: ValidateError): Violation[] {
  const violations = Object.entries(fields).map(([place, { message }]) => ({
    place: named(place),
    problem: message ?? 'is not valid',
  }));
  const count = furtherProblems(fields);
  return count > 0 ? [...violations, { place: 'request', problem: `has ${count} more problems` }] : violations;
}

/** What a caller calls the place: of the parameters that a controller takes as one object, each by its own name. */
function named(place: string): string {
  return place
    .replace(/^(requestBody|body)\b/, 'body')
    .replace(/^filters?\./, '')
    .replace(/\.\$(\d+)/g, '[$1]');
}
