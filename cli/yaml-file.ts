import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { LineCounter, parseDocument, type Document, type Node } from 'yaml';
import type { z } from 'zod';

/**
 * Reads and validates a YAML file.
 * @throws Error with a line per problem: `file:line:column: place: problem`
 */
export function readYaml<Schema extends z.ZodType>(path: string, schema: Schema): z.output<Schema> {
  const lineCounter = new LineCounter();
  const bytes = readFileSync(path);
  if (!isUtf8(bytes)) throw new Error(`${path}:1:1: the file: is not encoded in UTF-8`);
  const document = parseDocument(bytes.toString('utf8'), { lineCounter, prettyErrors: false });
  const at = (offset: number): string => {
    const { line, col } = lineCounter.linePos(offset);
    return `${path}:${line}:${col}`;
  };
  if (document.errors.length > 0) {
    throw new Error(document.errors.map(({ pos, message }) => `${at(pos[0])}: ${message}`).join('\n'));
  }
  const parsed = schema.safeParse(document.toJS());
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.flatMap((issue) => getLeaves(issue));
  throw new Error(
    problems
      .map(({ place, message }) => `${at(getOffset(document, place))}: ${place.join('.') || 'the file'}: ${message}`)
      .join('\n'),
  );
}

type Problem = { place: readonly PropertyKey[]; message: string };

/** A value that matches no variant of a union is explained by the variant with the fewest problems. */
function getLeaves(issue: z.core.$ZodIssue, prefix: readonly PropertyKey[] = []): Problem[] {
  const place = [...prefix, ...issue.path];
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [{ place, message: issue.message }];
  const nearest = issue.errors.reduce((best, next) => (next.length < best.length ? next : best));
  return nearest.flatMap((inner) => getLeaves(inner, place));
}

/** Returns the offset of a place, or of its nearest existing parent. */
function getOffset(document: Document, place: readonly PropertyKey[]): number {
  for (let length = place.length; length >= 0; length--) {
    const node = document.getIn(place.slice(0, length), true) as Node | undefined;
    if (node?.range) return node.range[0];
  }
  return 0;
}
