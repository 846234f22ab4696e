import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';

/** Runs in a process of its own, since the server is made of modules that this test cannot load. */
const script = `
import express from 'express';
import { createPageCache } from './page-cache.mjs';
const rendered = [];
const render = async ({ path, query, theme, fragment }) => {
  rendered.push([path, query, theme, fragment ?? 'whole'].join(' '));
  return new Response('a page of ' + path, { status: path.startsWith('/docs/') ? 200 : 404 });
};
const themeOf = ({ headers }) => headers['x-theme'] ?? 'light';
const app = express().set('query parser', 'simple');
app.use(createPageCache({ render, themeOf, keptPaths: new Set(['/docs/intro']) }).answer);
const server = app.listen(0, '127.0.0.1', async () => {
  for (const path of JSON.parse(process.argv[1])) await fetch('http://127.0.0.1:' + server.address().port + path);
  console.log(JSON.stringify(rendered));
  server.close();
});
`;

function renderings(paths: string[]): string[] {
  const options = { cwd: resolve(__dirname, '../server'), encoding: 'utf8' } as const;
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', script, JSON.stringify(paths)], options);
  return JSON.parse(output) as string[];
}

test('a page is rendered and kept once, whatever unknown part of it is asked for', () => {
  const junk = Array.from({ length: 50 }, (_, index) => `/docs/intro?_fragment=junk-${index}`);
  expect(renderings(['/docs/intro', ...junk, '/docs/intro?_fragment=a&_fragment=main'])).toEqual([
    '/docs/intro  light whole',
  ]);
});

test('its known parts are kept each', () => {
  const asked = ['/docs/intro?_fragment=main', '/docs/intro?_fragment=page', '/docs/intro'];
  expect(renderings([...asked, ...asked, ...asked])).toHaveLength(3);
});

test('no other query makes it be rendered again', () => {
  expect(renderings(['/docs/intro', '/docs/intro?utm_source=mail', '/docs/intro?_highlight=a&n=1'])).toHaveLength(1);
});

test('what is no known page, or is one by another spelling, is never kept', () => {
  const asked = ['/docs/%69ntro', '/docs/intro/', '//docs/intro', '/docs/other', '/none'];
  expect(renderings([...asked, ...asked])).toHaveLength(10);
});
