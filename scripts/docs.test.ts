import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './services/platform-process';

const documents = [
  ...readdirSync(root),
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).map((name) => join('docs', name)),
].filter((name) => name.endsWith('.md'));
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const run = (...args: string[]) =>
  execFileSync(process.execPath, [join(root, 'scripts/docs.mjs'), ...args], { encoding: 'utf8' });

test('the generated tables of the documents are current', () => {
  expect(run('--check')).toBe('');
});

test('the trace is printed as Markdown', () => {
  expect(run('trace')).toContain('| The search index is one file');
});

test.each(documents)('%s links to existing files and headings', (document) => {
  const links = [...read(document).matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]+))?\)/g)];
  const broken = links.filter(([, path = '', anchor]) => {
    const file = path === '' ? document : join(dirname(document), path);
    return !existsSync(join(root, file)) || (anchor !== undefined && !getAnchors(file).includes(anchor));
  });
  expect(broken.map(([link]) => link)).toEqual([]);
});

test.each(['ARCHITECTURE.md', 'CONTRIBUTING.md', 'docs/code-map.md', 'docs/processes.md'])(
  'the paths of %s exist',
  (document) => {
    const paths = [...read(document).matchAll(/`((?:\.?[\w-]+\/)+[\w.-]*)`/g)].map(([, path = '']) => path);
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  },
);

function getAnchors(file: string): string[] {
  const headings = [...read(file).matchAll(/^#+ (.*)$/gm)].map(([, text = '']) => text.toLowerCase());
  return headings.map((text) => text.replace(/[^\p{L}\p{N} _-]/gu, '').replaceAll(' ', '-'));
}
