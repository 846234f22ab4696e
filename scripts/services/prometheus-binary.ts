import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder, ServiceProblem, type Say } from './folders';
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
  const folder = mkdtempSync(join(cacheFolder(), 'download-'));
  try {
    download(apt, folder);
    const [file] = readdirSync(folder);
    const unpacked = spawnSync('dpkg-deb', ['-x', join(folder, file ?? ''), folder], { encoding: 'utf8' });
    if (unpacked.status !== 0) throw new ServiceProblem(`Prometheus could not be unpacked:\n${unpacked.stderr}`);
    for (const name of NAMES) renameSync(join(folder, 'usr', 'bin', name), join(cacheFolder('bin'), name));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
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
  const ask = () => spawnSync(apt, ['download', 'prometheus'], { cwd: folder, encoding: 'utf8' });
  let requested = ask();
  if (requested.status !== 0) {
    spawnSync(apt, ['update', '--quiet']);
    requested = ask();
  }
  if (requested.status !== 0) throw new ServiceProblem(`Prometheus could not be downloaded:\n${requested.stderr}`);
}
