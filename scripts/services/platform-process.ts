import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startChild, readTail, type Child } from './child';
import { ServiceProblem } from './folders';

/** The processes of the platform, in the order in which they start; they stop in the reverse one. */
export const platformProcesses = ['sandbox', 'worker', 'api', 'codec', 'checkout', 'web'] as const;

export type PlatformProcess = (typeof platformProcesses)[number];

/** The checkout: this file is `scripts/services/` of it, or the same below `dist/`. */
export const root = resolve(__dirname, '..', '..').replace(/[\\/]dist$/, '');

const entries: Record<PlatformProcess, string> = {
  sandbox: 'dist/sandbox/main.js',
  worker: 'dist/worker/main.js',
  api: 'dist/api/main.js',
  codec: 'dist/operators/codec/main.js',
  checkout: 'dist/checkout/server/main.js',
  web: 'dist/web/server/main.js',
};

const ports: Record<PlatformProcess, string> = {
  sandbox: 'SANDBOX_PORT',
  worker: 'WORKER_PORT',
  api: 'API_PORT',
  codec: 'CODEC_PORT',
  checkout: 'CHECKOUT_PORT',
  web: 'WEB_PORT',
};

/** The file that a process runs. */
export function getEntryFile(name: PlatformProcess): string {
  return join(root, entries[name]);
}

/** The base URL that a process answers on in this environment. */
export function getUrl(name: PlatformProcess, environment: NodeJS.ProcessEnv): string {
  return `http://127.0.0.1:${environment[ports[name]]}`;
}

/**
 * Where a process says that it can be used. The site answers from its first moment on; its `/readyz` also waits until every
 * page is rendered ahead, which is for those who send it much traffic at once.
 */
export function getProbeUrl(name: PlatformProcess, environment: NodeJS.ProcessEnv): string {
  return `${getUrl(name, environment)}/${name === 'web' ? 'healthz' : 'readyz'}`;
}

/**
 * glibc keeps a heap for each thread that allocates, up to eight for each processor, and what is freed in one is of no use to another:
 * the worker's threads, the engine's core among them, took 455 MB, and 408 with two (the middle of five runs).
 */
const MALLOC_ARENA_MAX = '2';

/** Starts one process of the platform from dist/; it is not ready yet. */
export function startPlatformProcess(input: {
  name: PlatformProcess;
  environment: NodeJS.ProcessEnv;
  logFile: string;
}): Child {
  return startChild({
    name: input.name,
    command: process.execPath,
    args: ['--enable-source-maps', ...getOptions(input.name), getEntryFile(input.name)],
    cwd: root,
    env: { MALLOC_ARENA_MAX, ...process.env, ...input.environment },
    logFile: input.logFile,
  });
}

/**
 * A worker keeps less room for what is young, in the heap of each thread: beside a dead endpoint it takes 379 to 391 MB instead of 393 to
 * 474, for at most 9 % of its own processor time (docs/performance.md). What is loaded first has to be there before the SDK is, in each thread.
 */
export function getOptions(name: PlatformProcess): string[] {
  const preloaded = join(root, 'dist/worker/without-promise-stacks.js');
  return name === 'worker' ? ['--max-semi-space-size=4', '--require', preloaded] : [];
}

/** Waits until the process answers its probe; fails with the end of its log when it ends or is late. */
export async function untilReady(child: Child, probe: string, limitMs = 60_000): Promise<void> {
  const end = Date.now() + limitMs;
  while (!(await isReady(probe))) {
    if (!child.isRunning()) {
      throw new ServiceProblem(`${child.name} ${await child.ended} while starting:\n${readTail(child.logFile)}`);
    }
    if (Date.now() > end) {
      throw new ServiceProblem(`${child.name} is not ready after ${limitMs / 1000} s:\n${readTail(child.logFile)}`);
    }
    await sleep(30);
  }
}

/** Whether a probe answers 200 now. */
export async function isReady(probe: string): Promise<boolean> {
  try {
    const answer = await fetch(probe, { signal: AbortSignal.timeout(2_000) });
    await answer.arrayBuffer();
    return answer.status === 200;
  } catch {
    return false;
  }
}
