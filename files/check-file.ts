import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { CheckedDocument } from './document-check';

/** Many times what the largest hostile document takes of an idle processor. */
const TIMEOUT_MS = 15_000;
const MAX_HEAP_MB = 256;

/** A thread loads the build, also in tests, which run the sources. */
const FOLDER = extname(__filename) === '.ts' ? join(__dirname, '..', 'dist', 'files') : __dirname;

const THREAD = `
  const { readFileSync } = require('node:fs');
  const { parentPort, workerData } = require('node:worker_threads');
  parentPort.postMessage(require(workerData.module).checkDocument(readFileSync(workerData.path)));
`;

/**
 * Checks a document in a thread of its own, because a hostile one takes up to a second. One that takes too long counts as damaged.
 * @throws the signal's reason if it is aborted
 */
export async function checkFile(path: string, signal?: AbortSignal, timeoutMs = TIMEOUT_MS): Promise<CheckedDocument> {
  signal?.throwIfAborted();
  const thread = new Worker(THREAD, {
    eval: true,
    workerData: { path, module: join(FOLDER, 'document-check.js') },
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<CheckedDocument>((resolve, reject) => {
      timer = setTimeout(() => resolve({ problem: 'damaged' }), timeoutMs);
      signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
      thread.once('message', resolve);
      thread.once('error', reject);
      thread.once('exit', () => reject(new Error('the thread has ended without an answer')));
    });
  } finally {
    clearTimeout(timer);
    await thread.terminate();
  }
}
