import { Worker } from 'node:worker_threads';
import { log } from './log.mjs';

/**
 * Renders every page in a thread beside, so that no reader waits for a first rendering, nor for those of other pages.
 *
 * `keep` gets each page with its place. `ready` resolves once all whole pages are there, and where the thread fails too:
 * then pages are rendered as they are asked for. The parts that the site's navigation asks for follow.
 */
export function warmUpPages({ buildFolder, keep }) {
  const started = performance.now();
  const sinceStart = () => Math.round(performance.now() - started);
  const worker = new Worker(new URL('./warm-up-thread.mjs', import.meta.url), { workerData: { buildFolder } });
  worker.unref();
  const ready = new Promise((resolve) => {
    worker.on('message', ({ place, page, pages }) => {
      if (page) return keep(place, withBuffers(page));
      log.info('every page is rendered', { pages, ms: sinceStart() });
      resolve();
    });
    worker.once('error', (error) => {
      log.warn('pages are rendered as they are asked for', { reason: error.message });
      resolve();
    });
    worker.once('exit', () => resolve());
  });
  return { ready, stop: () => worker.terminate() };
}

/** Between threads buffers arrive as plain arrays of bytes. */
function withBuffers(page) {
  const buffer = ({ buffer: bytes, byteOffset, byteLength }) => Buffer.from(bytes, byteOffset, byteLength);
  return { ...page, identity: buffer(page.identity), br: buffer(page.br), gzip: buffer(page.gzip) };
}
