import { setTimeout as pause } from 'node:timers/promises';
import { log } from './log.mjs';

/** Long enough for readers to be served in between. */
const PAUSE_MS = 15;

/** Renders every page once, unhurriedly, so that no reader waits for a first rendering. */
export async function warmUpPages({ origin, paths, isStopped }) {
  const started = performance.now();
  for (const path of paths) {
    if (isStopped()) return;
    await fetch(origin + path).then((response) => response.arrayBuffer()).catch(() => undefined); // prettier-ignore
    await pause(PAUSE_MS);
  }
  log.info('every page is rendered', { pages: paths.length, ms: Math.round(performance.now() - started) });
}
