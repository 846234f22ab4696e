import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { CompressedPage } from './compress-page';
import { log } from './log';
import type { RenderTarget } from './render-page';

export type Rendered = { place: RenderTarget; page: CompressedPage } | { pages: number };

/**
 * Renders every page in a thread, so that no reader waits for a first rendering. `keep` receives each page. `ready` resolves
 * when all whole pages are rendered, or when the thread fails and pages are rendered on request.
 */
export function warmUpPages(input: {
  buildFolder: string;
  keep: (place: RenderTarget, page: CompressedPage) => void;
}): {
  ready: Promise<void>;
  stop: () => Promise<number>;
} {
  const { buildFolder, keep } = input;
  const started = performance.now();
  const sinceStart = () => Math.round(performance.now() - started);
  const worker = new Worker(join(__dirname, 'warm-up-thread.js'), { workerData: { buildFolder } });
  worker.unref();
  const ready = new Promise<void>((resolve) => {
    worker.on('message', (rendered: Rendered) => {
      if ('page' in rendered) return keep(rendered.place, withBuffers(rendered.page));
      log.info('every page is rendered', { pages: rendered.pages, ms: sinceStart() });
      resolve();
    });
    worker.once('error', (error) => {
      log.warn('pages are rendered on request', { reason: error.message });
      resolve();
    });
    worker.once('exit', () => resolve());
  });
  return { ready, stop: () => worker.terminate() };
}

/** Buffers cross threads as plain byte arrays. */
function withBuffers(page: CompressedPage): CompressedPage {
  const buffer = ({ buffer: bytes, byteOffset, byteLength }: Uint8Array) => Buffer.from(bytes, byteOffset, byteLength);
  return { ...page, identity: buffer(page.identity), br: buffer(page.br), gzip: buffer(page.gzip) };
}
