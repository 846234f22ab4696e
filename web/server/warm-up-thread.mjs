// The thread of warm-up.mjs: posts every page of the sitemap as it is first sent, then the parts that navigation asks for.
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import { compressPage } from './compress-page.mjs';
import { KEPT_QUALITY } from './page-cache.mjs';
import { FRAGMENTS, pageRenderer } from './render-page.mjs';

const THEME = 'light';

const build = await import(pathToFileURL(resolve(workerData.buildFolder, 'server/index.js')).href);
const { siteConfig, sitePaths } = build.entry.module;
const base = siteConfig.baseUrl.replace(/\/$/, '');
const render = pageRenderer(build);
const paths = sitePaths().map((path) => encodeURI(base + path));

await postAll(undefined);
parentPort.postMessage({ pages: paths.length });
for (const fragment of FRAGMENTS) await postAll(fragment);

/** Compression has threads of its own, so the next page is rendered meanwhile. */
async function postAll(fragment) {
  let before = Promise.resolve();
  for (const path of paths) {
    const answer = await render({ path, theme: THEME, fragment });
    const posted = compressPage(answer, KEPT_QUALITY).then((page) =>
      parentPort.postMessage({ place: { path, theme: THEME, fragment }, page }),
    );
    await before;
    before = posted;
  }
  await before;
}
