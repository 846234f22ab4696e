import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../scripts/services/platform-process';

/* What is said of threats names the tests that show it: they must be there. */

const DOCUMENTS = ['SECURITY.md', 'docs/owasp.md'];
const PATH = /`((?!\/)[\w.-]+(?:\/[\w.-]*)+)`/g;
const LINK = /\]\((?!https?:)([^)#]+)/g;

const named = DOCUMENTS.flatMap((document) => {
  const text = readFileSync(join(root, document), 'utf8');
  const paths = [...text.matchAll(PATH)].map(([, path = '']) => path);
  const links = [...text.matchAll(LINK)].map(([, path = '']) => join(dirname(document), path));
  return [...paths, ...links].map((path): [string, string] => [document, path]);
});

test.each(DOCUMENTS)('%s names tests', (document) => {
  const tests = named.filter(([by, path]) => by === document && path.endsWith('.test.ts'));
  expect(tests.length).toBeGreaterThan(10);
});

test.each(named)('%s names %s, which there is', (_, path) => {
  expect([path, existsSync(join(root, path))]).toEqual([path, true]);
});
