import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { LineCounter, parseDocument, type Document, type Node } from 'yaml';
import type { z } from 'zod';
import { describeProblem, listProblems, type SchemaProblem } from './problems';

export interface YamlFile {
  value: unknown;
  /** Formats a problem as `file:line:column: place: problem`. */
  format: (problem: SchemaProblem) => string;
}

/** Reads a YAML file. @throws Error with a line per problem */
export function readYamlFile(path: string): YamlFile {
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
  return {
    value: document.toJS(),
    format: ({ place, ...facts }) =>
      `${at(getOffset(document, place))}: ${place.join('.') || 'the file'}: ${describeProblem(facts)}`,
  };
}

/** Reads and validates a YAML file. @throws Error with a line per problem */
export function readYaml<Schema extends z.ZodType>(path: string, schema: Schema): z.output<Schema> {
  const file = readYamlFile(path);
  const parsed = schema.safeParse(file.value);
  if (parsed.success) return parsed.data;
  throw new Error(listProblems(parsed.error, file.value).map(file.format).join('\n'));
}

/** Returns the offset of a place, or of its nearest existing parent. */
function getOffset(document: Document, place: readonly PropertyKey[]): number {
  for (let length = place.length; length >= 0; length--) {
    const node = document.getIn(place.slice(0, length), true) as Node | undefined;
    if (node?.range) return node.range[0];
  }
  return 0;
}
