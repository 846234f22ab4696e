import type { z } from 'zod';

/** A value that breaks a rule of a schema. */
export interface SchemaProblem {
  place: readonly PropertyKey[];
  message: string;
}

/** Lists the problems of a value, those of a union by the variant with the fewest. */
export function listProblems(error: z.ZodError): SchemaProblem[] {
  return error.issues.flatMap((issue) => getLeaves(issue));
}

function getLeaves(issue: z.core.$ZodIssue, prefix: readonly PropertyKey[] = []): SchemaProblem[] {
  const place = [...prefix, ...issue.path];
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [{ place, message: issue.message }];
  const nearest = issue.errors.reduce((best, next) => (next.length < best.length ? next : best));
  return nearest.flatMap((inner) => getLeaves(inner, place));
}

/** `terms.routes[0].connector`. */
export function formatPlace(place: readonly PropertyKey[]): string {
  const parts = place.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`));
  return parts.join('').replace(/^\./, '') || 'the file';
}
