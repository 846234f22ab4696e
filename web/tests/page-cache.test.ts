import type { AddressInfo } from 'node:net';
import express from 'express';
import { createPageCache } from '../server/page-cache';
import type { RenderTarget } from '../server/render-page';

async function renderings(paths: string[]): Promise<string[]> {
  const rendered: string[] = [];
  const render = ({ path, query, theme, fragment }: RenderTarget) => {
    rendered.push([path, query, theme, fragment ?? 'whole'].join(' '));
    return Promise.resolve(new Response(`a page of ${path}`, { status: path.startsWith('/docs/') ? 200 : 404 }));
  };
  const pages = createPageCache({ render, getTheme: () => 'light', keptPaths: new Set(['/docs/intro']) });
  const app = express().set('query parser', 'simple').use(pages.answer);
  const server = app.listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  const { port } = server.address() as AddressInfo;
  for (const path of paths) await (await fetch(`http://127.0.0.1:${port}${path}`)).arrayBuffer();
  await new Promise((done) => server.close(done).closeAllConnections());
  return rendered;
}

test('a page is rendered and cached once for all unknown parts', async () => {
  const junk = Array.from({ length: 50 }, (_, index) => `/docs/intro?_fragment=junk-${index}`);
  expect(await renderings(['/docs/intro', ...junk, '/docs/intro?_fragment=a&_fragment=main'])).toEqual([
    '/docs/intro  light whole',
  ]);
});

test('known parts are cached separately', async () => {
  const requested = ['/docs/intro?_fragment=main', '/docs/intro?_fragment=page', '/docs/intro'];
  expect(await renderings([...requested, ...requested, ...requested])).toHaveLength(3);
});

test('other query parameters use the cached page', async () => {
  expect(await renderings(['/docs/intro', '/docs/intro?utm_source=mail', '/docs/intro?_highlight=a&n=1'])).toHaveLength(
    1,
  );
});

test('unknown pages and unusual spellings are never cached', async () => {
  const requested = ['/docs/%69ntro', '/docs/intro/', '//docs/intro', '/docs/other', '/none'];
  expect(await renderings([...requested, ...requested])).toHaveLength(10);
});
