import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../scripts/services/platform-process';
import { findSuiteProblem } from './proofs';

/* Documents name existing tests. */

const THREATS = ['SECURITY.md', 'docs/owasp.md'];
const decisions = readdirSync(join(root, 'docs/decisions')).map((file) => `docs/decisions/${file}`);
const PATH = /`((?!\/)[\w.-]+(?:\/[\w.-]*)+(?: › [^`]+)?)`/g;
const LINK = /\]\((?!https?:)([^)#]+)/g;

const named = [...THREATS, 'docs/trust.md', ...decisions].flatMap((document) => {
  const text = readFileSync(join(root, document), 'utf8');
  const paths = [...text.matchAll(PATH)].map(([, path = '']) => path);
  const links = [...text.matchAll(LINK)].map(([, path = '']) => join(dirname(document), path));
  return [...(THREATS.includes(document) ? paths : paths.filter((path) => path.includes('.test.'))), ...links].map(
    (path): [string, string] => [document, path],
  );
});

test.each(THREATS)('%s names more than ten tests', (document) => {
  const tests = named.filter(([by, path]) => by === document && path.includes('.test.ts'));
  expect(tests.length).toBeGreaterThan(10);
});

test.each(named)('%s names %s with a test', (_, path) => {
  expect([path, findSuiteProblem(path)]).toEqual([path, undefined]);
});

test('a named test that its suite lacks is a problem', () => {
  expect([
    findSuiteProblem('specs/threats.test.ts › a named test that its suite lacks is a problem'),
    findSuiteProblem(`specs/threats.test.ts › a test ${'of another name'}`),
    findSuiteProblem('specs/proofs.test.ts'),
    findSuiteProblem('tests/harness/where.ts'),
  ]).toEqual([undefined, 'no such test', 'no such file', undefined]);
});
