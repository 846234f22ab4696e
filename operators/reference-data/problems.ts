import { z } from 'zod';
import type { ProblemFacts, ProblemRule } from '../../domain/merchants/reference-data/problem';

/** A value that breaks a rule of a schema. */
export interface SchemaProblem extends ProblemFacts {
  place: readonly PropertyKey[];
}

/** The rule of a `refine`, whose issue is read by `listProblems`. */
export const rule = (name: ProblemRule, values?: readonly string[]) => ({
  params: { rule: name, ...(values && { values }) },
});

/** Lists the problems of a value, those of a union by the variant with the fewest. */
export function listProblems(error: z.ZodError, value: unknown): SchemaProblem[] {
  const read = (place: readonly PropertyKey[]) =>
    place.reduce((whole, part) => (whole as Record<PropertyKey, unknown> | null | undefined)?.[part], value);
  const getLeaves = (issue: z.core.$ZodIssue, prefix: readonly PropertyKey[] = []): SchemaProblem[] => {
    const place = [...prefix, ...issue.path];
    if (issue.code !== 'custom' && read(place) === undefined) return [{ place, rule: 'required' }];
    if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [{ place, ...toFacts(issue) }];
    const nearest = issue.errors.reduce((best, next) => (next.length < best.length ? next : best));
    return nearest.flatMap((inner) => getLeaves(inner, place));
  };
  return error.issues.flatMap((issue) => getLeaves(issue));
}

function toFacts(issue: z.core.$ZodIssue): ProblemFacts {
  switch (issue.code) {
    case 'invalid_type':
      return { rule: 'wrongType', values: [issue.expected] };
    case 'too_small':
      return { rule: 'tooSmall', limit: Number(issue.minimum) };
    case 'too_big':
      return { rule: 'tooBig', limit: Number(issue.maximum) };
    case 'invalid_value':
      return { rule: 'unknownValue', values: issue.values.map(String) };
    case 'unrecognized_keys':
      return { rule: 'unknownField', values: issue.keys };
    case 'custom':
      return (issue.params as ProblemFacts | undefined) ?? { rule: 'other', text: issue.message };
    case 'invalid_format':
      return {
        rule: 'wrongFormat',
        values: [issue.format === 'regex' && issue.pattern ? issue.pattern : issue.format],
        ...readOwnText(issue),
      };
    case 'not_multiple_of':
    case 'invalid_union':
    case 'invalid_key':
    case 'invalid_element':
      return { rule: 'wrongType' };
  }
}

/** The text that a connector's schema gives instead of the library's. */
function readOwnText(issue: z.core.$ZodIssue): { text?: string } {
  const standard = z.config().localeError?.(issue as z.core.$ZodRawIssue);
  const text = typeof standard === 'object' ? standard?.message : standard;
  return text === issue.message ? {} : { text: issue.message };
}

/** `no category (7)`: the rule's code, and what belongs to it. */
export function describeProblem({ rule: code, limit, values = [], onRecord, text }: ProblemFacts): string {
  const name = code.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  const details = text ?? [...(limit === undefined ? [] : [String(limit)]), ...values].join(', ');
  return `${onRecord === undefined ? '' : `on record: ${onRecord}: `}${name}${details === '' ? '' : ` (${details})`}`;
}

/** `terms.routes[0].connector`. */
export function formatPlace(place: readonly PropertyKey[]): string {
  const parts = place.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`));
  return parts.join('').replace(/^\./, '') || 'the file';
}
