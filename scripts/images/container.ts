import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { startChild, readTail, type Child } from '../services/child';
import { ServiceProblem } from '../services/folders';
import { readStat } from '../services/process-stat';
import type { Buildah } from './buildah';

export interface ContainerOptions {
  name: string;
  image: string;
  environment: Readonly<Record<string, string>>;
  volumes: readonly string[];
  /** Host names that resolve to this machine. */
  hosts: readonly string[];
  logFile: string;
}

/** A container in which commands run concurrently on the network of this process. */
export class Container {
  private readonly id: string;

  constructor(
    private readonly buildah: Buildah,
    private readonly options: ContainerOptions,
  ) {
    const hosts = options.hosts.flatMap((host) => ['--add-host', `${host}:127.0.0.1`]);
    this.id = buildah.run(['from', '--pull-never', ...hosts, options.image]);
  }

  /** Starts a long-running command as the user of the image. */
  start(command: readonly string[]): Child {
    const { name, logFile } = this.options;
    const args = this.buildah.withStore(...this.runArguments(command));
    return startChild({ name, command: 'buildah', args, logFile });
  }

  run(command: readonly string[]): string {
    return this.buildah.run(this.runArguments(command));
  }

  private runArguments(command: readonly string[]): string[] {
    const { environment, volumes } = this.options;
    const variables = Object.entries(environment).flatMap(([name, value]) => ['--env', `${name}=${value}`]);
    const mounts = volumes.flatMap((volume) => ['--volume', volume]);
    return ['run', '--isolation', 'chroot', ...variables, ...mounts, this.id, '--', ...command];
  }

  /** Files that a read-only file system would have refused. */
  written(): string {
    const others = ['/proc', '/sys', '/dev', '/tmp', '/data'].map((place) => `-path ${place} -prune -o`).join(' ');
    // Unreadable folders contain none.
    const script = `find / ${others} -type f -user 1000 -newer /app/package.json -print 2>/dev/null || true`;
    return this.run(['sh', '-c', script]);
  }
}

/**
 * Sends SIGTERM to the process in the container, because buildah does not forward signals. Resolves with how it ended.
 */
export async function stopContainer(child: Child, limitMs: number): Promise<string> {
  process.kill(innermost(child.pid), 'SIGTERM');
  const ended = await Promise.race([child.ended, sleep(limitMs, undefined, { ref: false })]);
  if (ended !== undefined) return ended;
  await child.kill();
  throw new ServiceProblem(`${child.name} has not ended ${limitMs} ms after SIGTERM:\n${readTail(child.logFile)}`);
}

/** Finds the innermost child of the buildah process. */
function innermost(pid: number): number {
  const parents = new Map<number, number[]>();
  for (const name of readdirSync('/proc').filter((each) => /^\d+$/.test(each))) {
    const parent = Number(readStat(name)[1] ?? 0);
    parents.set(parent, [...(parents.get(parent) ?? []), Number(name)]);
  }
  let current = pid;
  while (isOfBuildah(current)) {
    const next = parents.get(current)?.[0];
    if (next === undefined) throw new ServiceProblem('There is no process in the container');
    current = next;
  }
  return current;
}

function isOfBuildah(pid: number): boolean {
  return readFileSync(`/proc/${pid}/cmdline`, 'utf8').startsWith('buildah');
}
