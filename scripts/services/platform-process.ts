import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startChild, readTail, type Child } from './child';
import { schemas } from '../../runtime/environment';
import { vaultOnlyVariables } from '../../runtime/vault-variables';
import { ServiceProblem } from './folders';
import { certificateFolder } from './platform-environment';
import { startLimit } from './start-limit';

/** In start order. */
export const platformProcesses = ['vault', 'sandbox', 'worker', 'api', 'codec', 'checkout', 'console', 'web'] as const;

export type PlatformProcess = (typeof platformProcesses)[number];

/** The root of the checkout, also from dist/. */
export const root = resolve(__dirname, '..', '..').replace(/[\\/]dist$/, '');

/** The folders of processes that have another name. */
const folders: Partial<Record<PlatformProcess, string>> = {
  codec: 'operators/codec',
  checkout: 'checkout/server',
  console: 'console/server',
  web: 'web/server',
};

export function getEntryFile(name: PlatformProcess): string {
  return join(root, 'dist', folders[name] ?? name, 'main.js');
}

/** The variable with the port of the probes. */
export function getPortVariable(name: PlatformProcess): string {
  return name === 'vault' ? 'VAULT_HEALTH_PORT' : `${name.toUpperCase()}_PORT`;
}

export function getUrl(name: PlatformProcess, environment: NodeJS.ProcessEnv): string {
  return `http://127.0.0.1:${environment[getPortVariable(name)]}`;
}

/**
 * The readiness probe. The `/readyz` of the site waits until all pages are rendered, which a local start does not
 * need; that of the vault waits for its custodians.
 */
export function getProbeUrl(name: PlatformProcess, environment: NodeJS.ProcessEnv): string {
  return `${getUrl(name, environment)}/${name === 'web' || name === 'vault' ? 'healthz' : 'readyz'}`;
}

/** glibc keeps up to eight heaps a processor; two reduce the memory of a worker from 455 to 408 MB. */
const MALLOC_ARENA_MAX = '2';

/** Starts a process without waiting for its readiness. */
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
    env: environmentOf(input.name, { MALLOC_ARENA_MAX, ...process.env, ...input.environment }),
    logFile: input.logFile,
  });
}

const PLATFORM_ONLY = Object.keys(schemas.platform.shape).filter((name) => !(name in schemas.vault.shape));
const VAULT_ONLY = Object.keys(vaultOnlyVariables);
const CERTIFICATE_VARIABLES = ['VAULT_TLS_CA', 'VAULT_TLS_CERT', 'VAULT_TLS_KEY'];

type Variables = Record<string, string | undefined>;

/** The vault gets no setting of the platform, and no other process a key or the database of the vault. */
function environmentOf(name: PlatformProcess, environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const hidden = new Set([
    ...(name === 'vault' ? PLATFORM_ONLY : VAULT_ONLY),
    ...(['vault', 'api', 'worker'].includes(name) ? [] : CERTIFICATE_VARIABLES),
  ]);
  const own: NodeJS.ProcessEnv = { ...environment, ...certificateOf(name, environment) };
  for (const variable of hidden) Reflect.deleteProperty(own, variable);
  return own;
}

/** Generated certificates are one a process; the shared environment names that of the operator. */
function certificateOf(name: PlatformProcess, environment: NodeJS.ProcessEnv): Variables {
  const folder = certificateFolder(environment['DATA_DIR'] ?? '');
  if (environment['VAULT_TLS_CERT'] !== join(folder, 'operator.crt')) return {};
  return { VAULT_TLS_CERT: join(folder, `${name}.crt`), VAULT_TLS_KEY: join(folder, `${name}.key`) };
}

/**
 * A smaller young generation in each heap reduces the memory of a worker from at most 474 to 391 MB for 9 % of its
 * processor time (docs/performance.md). Each thread loads the preloads before the SDK.
 */
export function getOptions(name: PlatformProcess): string[] {
  const preloaded = join(root, 'dist/worker/workflow-thread.js');
  return name === 'worker' ? ['--max-semi-space-size=4', '--require', preloaded] : [];
}

/** Waits for the probe; fails with the end of the log when the process ends or exceeds the limit without working. */
export async function untilReady(child: Child, probe: string, limitMs = 60_000): Promise<void> {
  const isTooLate = startLimit(child, limitMs);
  while (!(await isReady(probe))) {
    if (!child.isRunning()) {
      throw new ServiceProblem(`${child.name} ${await child.ended} while starting:\n${readTail(child.logFile)}`);
    }
    if (isTooLate()) {
      throw new ServiceProblem(`${child.name} is not ready after ${limitMs / 1000} s:\n${readTail(child.logFile)}`);
    }
    await sleep(30);
  }
}

export async function isReady(probe: string): Promise<boolean> {
  try {
    const answer = await fetch(probe, { signal: AbortSignal.timeout(2_000) });
    await answer.arrayBuffer();
    return answer.status === 200;
  } catch {
    return false;
  }
}
