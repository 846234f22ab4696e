import { type ValidateError } from '@tsoa/runtime';

/** One rule that a request breaks, and where. Never the value: it may be a card. */
export interface Violation {
  place: string;
  problem: string;
}

type Issues = Record<string, { message: string }>;

const UNION = 'Could not match the union against any of the items. Issues: ';
const DEEPEST = 8;

/** What a validation of tsoa found, one entry a place; a union is explained by the alternative that the caller meant. */
export function violationsOf(error: ValidateError): Violation[] {
  return Object.entries(error.fields).flatMap(([place, { message }]) => explained({ place, message }, 0));
}

function explained({ place, message }: { place: string; message: string }, depth: number): Violation[] {
  if (!message.startsWith(UNION) || depth >= DEEPEST) return [{ place: named(place), problem: worded(message) }];
  const alternatives = JSON.parse(message.slice(UNION.length)) as Issues[];
  const meant = alternatives.reduce((best, next) => (distance(next) < distance(best) ? next : best));
  const violations = Object.entries(meant).map(([inner, issue]) => ({ place: inner, message: issue.message }));
  return violations.flatMap((violation) => explained(violation, depth + 1));
}

/** How far an alternative is from what was sent: a wrong discriminator outweighs any number of wrong fields. */
function distance(alternative: Issues): number {
  const messages = Object.values(alternative).map(({ message }) => message);
  return messages.reduce((sum, message) => sum + distanceOf(message), 0);
}

function distanceOf(message: string): number {
  if (message.startsWith('should be one of the following')) return 1_000;
  if (!message.startsWith(UNION)) return 1;
  return Math.min(...(JSON.parse(message.slice(UNION.length)) as Issues[]).map(distance));
}

/** What a caller calls the place: of the parameters that a controller takes as one object, each by its own name. */
function named(place: string): string {
  return place
    .replace(/^(requestBody|body)\b/, 'body')
    .replace(/^filters?\./, '')
    .replace(/\.\$(\d+)/g, '[$1]');
}

function worded(message: string): string {
  return message.startsWith(UNION) ? 'fits none of the allowed forms' : message;
}
