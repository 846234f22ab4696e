import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder, ServiceProblem, type Say } from './folders';
import { onPath } from './temporal-binary';

/** The version that `docker-compose.yml` runs; a test holds the two together. */
export const TEMPORAL_SERVER_VERSION = '1.29.1';

const MODULE = 'go.temporal.io/server/cmd';

/** The server that runs on PostgreSQL, and the tool that makes its tables. */
export interface TemporalServerBinaries {
  server: string;
  sqlTool: string;
}

/** Cached, else built with Go and kept in the cache of this machine. */
export function findTemporalServer(say: Say): TemporalServerBinaries {
  const found = {
    server: join(cacheFolder('bin'), `temporal-server-${TEMPORAL_SERVER_VERSION}`),
    sqlTool: join(cacheFolder('bin'), `temporal-sql-tool-${TEMPORAL_SERVER_VERSION}`),
  };
  if (existsSync(found.server) && existsSync(found.sqlTool)) return found;
  const go = onPath('go');
  if (!go) throw new ServiceProblem("Temporal's server is missing: install Go, so that it can be built.");
  say("Building Temporal's server with Go, because tests run the platform on it too (about 3 minutes, once)");
  const folder = mkdtempSync(join(cacheFolder(), 'build-'));
  try {
    const modules = ['server', 'tools/sql'].map((name) => `${MODULE}/${name}@v${TEMPORAL_SERVER_VERSION}`);
    const env = { ...process.env, GOBIN: folder };
    const { status, stderr } = spawnSync(go, ['install', ...modules], { env, encoding: 'utf8' });
    if (status !== 0) throw new ServiceProblem(`Temporal's server could not be built with Go:\n${stderr}`);
    renameSync(join(folder, 'sql'), found.sqlTool);
    renameSync(join(folder, 'server'), found.server);
    return found;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
