import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { ReportFormat } from '../../../domain/merchants/report/report';
import type { RegistryFailure, RegistryRequest, RegistryProgress } from './registry-process';

const PROCESS = join(__dirname, 'registry-process.js');

/** Written rows become garbage immediately, so a small young generation is cheap. PDF has all pages in memory: 5,000 lines took 250 MB. */
const getMemory = (format: ReportFormat): string[] =>
  format === 'pdf'
    ? ['--max-semi-space-size=16', '--max-old-space-size=512']
    : ['--max-semi-space-size=2', '--max-old-space-size=128'];

/**
 * Writes a report's file in a child process, to protect the worker's memory and CPU. `onProgress` receives the number of
 * rows read.
 * @throws Error if the process ends without the file
 */
export async function buildRegistry(
  request: RegistryRequest,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (progress: RegistryProgress) => void },
): Promise<void> {
  const child = fork(PROCESS, { execArgv: getMemory(request.format), serialization: 'advanced', signal });
  let reason: string | undefined;
  child.on('message', (message: RegistryProgress | RegistryFailure) => {
    if ('failure' in message) reason = message.failure;
    else onProgress(message);
  });
  const exit = once(child, 'exit') as Promise<[number | null, string | null]>;
  child.send(request);
  const [code, killedBy] = await exit;
  if (code !== 0) throw new Error(reason ?? `the report process ended with ${killedBy ?? code}`);
}
