import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder, inNewFolder, ServiceProblem, type Say } from './folders';
import { runCommand } from './run-command';
import { onPath } from './temporal-binary';

/** Prometheus and promtool, which checks alerts. */
export interface PrometheusBinaries {
  prometheus: string;
  promtool: string;
}

const NAMES = ['prometheus', 'promtool'] as const;

/** Finds both on PATH or in the cache, else unpacks the Debian package: installing it would start a server. */
export function findPrometheus(say: Say): PrometheusBinaries {
  const ready = all((name) => onPath(name)) ?? all(cached);
  if (ready) return ready;
  const apt = onPath('apt-get');
  if (!apt) throw new ServiceProblem('Prometheus is missing: install it (https://prometheus.io/download).');
  say(
    "Unpacking Prometheus from the system's packages, because tests of metrics and alerts need it (some seconds, once)",
  );
  inNewFolder((folder) => {
    download(apt, folder);
    const [file] = readdirSync(folder);
    runCommand('dpkg-deb', ['-x', join(folder, file ?? ''), folder]);
    for (const name of NAMES) renameSync(join(folder, 'usr', 'bin', name), join(cacheFolder('bin'), name));
  });
  return all(cached) as PrometheusBinaries;
}

function all(find: (name: string) => string | undefined): PrometheusBinaries | undefined {
  const [prometheus, promtool] = NAMES.map(find);
  return prometheus && promtool ? { prometheus, promtool } : undefined;
}

function cached(name: string): string | undefined {
  const file = join(cacheFolder('bin'), name);
  return existsSync(file) ? file : undefined;
}

/** A new machine has no package lists. */
function download(apt: string, folder: string): void {
  const args = ['download', 'prometheus'];
  if (spawnSync(apt, args, { cwd: folder }).status === 0) return;
  spawnSync(apt, ['update', '--quiet']);
  runCommand(apt, args, { cwd: folder });
}
