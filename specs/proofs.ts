import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../scripts/services/platform-process';

/** What is wrong with a proof, `path/to/suite.test.ts` or `path/to/suite.test.ts › name of a test`. */
export function findSuiteProblem(proof: string): string | undefined {
  const [path = '', name] = proof.split(' › ');
  const file = join(root, path);
  if (!existsSync(file)) return 'no such file';
  if (statSync(file).isDirectory() || !/\.tsx?$/.test(path)) return undefined;
  const text = readFileSync(file, 'utf8');
  if (name !== undefined) return hasTest(text, name) ? undefined : 'no such test';
  return !path.includes('.test.') || hasTest(text) ? undefined : 'the file has no test';
}

const BEGIN = /(?:^|\n)\s*(?:test|it)(?:\.\w+)*[(`]|\btest[,.]/;

function hasTest(text: string, name?: string): boolean {
  return (
    BEGIN.test(text) &&
    (name === undefined || ["'", '"', '`'].some((quote) => text.includes(`${quote}${name}${quote}`)))
  );
}
