import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './services/platform-process';

const run = (...args: string[]) =>
  execFileSync(process.execPath, [join(root, 'scripts/docs.mjs'), ...args], { encoding: 'utf8' });

test('the generated tables of the documents are current', () => {
  expect(run('--check')).toBe('');
});

test('the trace is printed as Markdown', () => {
  expect(run('trace')).toContain('| The search index is one file');
});
