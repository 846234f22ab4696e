import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startChild, tailOf, type Child } from './child';
import { ServiceProblem } from './folders';

/** The processes of the platform, in the order in which they start; they stop in the reverse one. */
export const platformProcesses = ['sandbox', 'worker', 'api', 'web'] as const;

export type PlatformProcess = (typeof platformProcesses)[number];

/** The checkout: this file is `scripts/services/` of it, or the same below `dist/`. */
export const root = resolve(__dirname, '..', '..').replace(/[\\/]dist$/, '');

const entries: Record<PlatformProcess, string> = {
  sandbox: 'dist/sandbox/main.js',
  worker: 'dist/worker/main.js',
  api: 'dist/api/main.js',
  web: 'web/server.mjs',
};

const ports: Record<PlatformProcess, string> = {
  sandbox: 'SANDBOX_PORT',
  worker: 'WORKER_PORT',
  api: 'API_PORT',
  web: 'WEB_PORT',
};

/** The file that a process runs. */
export function entryOf(name: PlatformProcess): string {
  return join(root, entries[name]);
}

/** The base URL that a process answers on in this environment. */
export function urlOf(name: PlatformProcess, environment: NodeJS.ProcessEnv): string {
  return `http://127.0.0.1:${environment[ports[name]]}`;
}

/** Starts one process of the platform from dist/; it is not ready yet. */
export function startPlatformProcess(input: {
  name: PlatformProcess;
  environment: NodeJS.ProcessEnv;
  logFile: string;
}): Child {
  return startChild({
    name: input.name,
    command: process.execPath,
    args: ['--enable-source-maps', entryOf(input.name)],
    cwd: root,
    env: { ...process.env, ...input.environment },
    logFile: input.logFile,
  });
}

/** Waits until the process says on `/readyz` that it is ready; fails with the end of its log when it ends or is late. */
export async function untilReady(child: Child, url: string, limitMs = 60_000): Promise<void> {
  const end = Date.now() + limitMs;
  while (!(await isReady(url))) {
    if (!child.isRunning()) {
      throw new ServiceProblem(`${child.name} ${await child.ended} while starting:\n${tailOf(child.logFile)}`);
    }
    if (Date.now() > end) {
      throw new ServiceProblem(`${child.name} is not ready after ${limitMs / 1000} s:\n${tailOf(child.logFile)}`);
    }
    await sleep(30);
  }
}

/** One look at `/readyz`. */
export async function isReady(url: string): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_000) });
    await answer.arrayBuffer();
    return answer.status === 200;
  } catch {
    return false;
  }
}
