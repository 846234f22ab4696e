// The thread of warm-up.ts: posts every page of the sitemap, then the parts that navigation requests.
import { parentPort, workerData } from 'node:worker_threads';
import { loadBuiltSite } from './built-site';
import { compressPage } from './compress-page';
import { CACHED_QUALITY } from './page-cache';
import { FRAGMENTS, pageRenderer, type Look, type RenderTarget } from './render-page';
import type { Rendered } from './warm-up';

const THEME = 'light';

async function main({ buildFolder }: { buildFolder: string }): Promise<void> {
  const build = await loadBuiltSite(buildFolder);
  const { siteConfig, sitePaths } = build.entry.module;
  const base = siteConfig.baseUrl.replace(/\/$/, '');
  const paths = sitePaths().map((path) => encodeURI(base + path));
  const render = pageRenderer(build);

  await postAll({ paths, render, fragment: undefined });
  post({ pages: paths.length });
  for (const fragment of FRAGMENTS) await postAll({ paths, render, fragment });
}

/** Compression runs on other threads, concurrently with the next page's rendering. */
async function postAll(input: {
  paths: readonly string[];
  render: (place: RenderTarget) => Promise<Response>;
  fragment: Look['fragment'];
}): Promise<void> {
  let before = Promise.resolve();
  for (const path of input.paths) {
    const place: RenderTarget = { path, theme: THEME, fragment: input.fragment };
    const answer = await input.render(place);
    const posted = compressPage(answer, CACHED_QUALITY).then((page) => post({ place, page }));
    await before;
    before = posted;
  }
  await before;
}

function post(message: Rendered): void {
  parentPort?.postMessage(message);
}

void main(workerData as { buildFolder: string });
