import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { RegistryFailure, RegistryRequest, RegistryProgress } from './registry-process';

const PROCESS = join(__dirname, 'registry-process.js');

/** What is written is garbage at once: a small young generation is collected while it is cheap. */
const MEMORY = ['--max-semi-space-size=2', '--max-old-space-size=128'];

/**
 * Writes the file of a report in a process of its own, so that a large one takes neither memory nor time of the worker that
 * carries payments. `onProgress` hears how many rows have been read.
 * @throws Error where the process ends without the file
 */
export async function buildRegistry(
  request: RegistryRequest,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (progress: RegistryProgress) => void },
): Promise<void> {
  const child = fork(PROCESS, { execArgv: MEMORY, serialization: 'advanced', signal });
  let reason: string | undefined;
  child.on('message', (message: RegistryProgress | RegistryFailure) => {
    if ('failure' in message) reason = message.failure;
    else onProgress(message);
  });
  const exit = once(child, 'exit') as Promise<[number | null, string | null]>;
  child.send(request);
  const [code, killedBy] = await exit;
  if (code !== 0) throw new Error(reason ?? `the process that writes the report ended with ${killedBy ?? code}`);
}
