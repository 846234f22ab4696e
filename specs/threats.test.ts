import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../scripts/services/platform-process';

/* The documents about threats name existing tests. */

const DOCUMENTS = ['SECURITY.md', 'docs/owasp.md'];
const PATH = /`((?!\/)[\w.-]+(?:\/[\w.-]*)+)`/g;
const LINK = /\]\((?!https?:)([^)#]+)/g;

const named = DOCUMENTS.flatMap((document) => {
  const text = readFileSync(join(root, document), 'utf8');
  const paths = [...text.matchAll(PATH)].map(([, path = '']) => path);
  const links = [...text.matchAll(LINK)].map(([, path = '']) => join(dirname(document), path));
  return [...paths, ...links].map((path): [string, string] => [document, path]);
});

test.each(DOCUMENTS)('%s names more than ten tests', (document) => {
  const tests = named.filter(([by, path]) => by === document && path.endsWith('.test.ts'));
  expect(tests.length).toBeGreaterThan(10);
});

test.each(named)('%s names the existing %s', (_, path) => {
  expect([path, existsSync(join(root, path))]).toEqual([path, true]);
});
