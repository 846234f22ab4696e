import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder, inNewFolder, ServiceProblem, type Say } from './folders';
import { runGoSteps } from './go-tool';
import { onPath, TEMPORAL_CLI_MODULE } from './temporal-binary';

/** The version of `docker-compose.yml`; a test compares them. */
export const TEMPORAL_SERVER_VERSION = '1.29.1';

const MODULE = 'go.temporal.io/server/cmd';
const COMMANDS = ['server', 'tools/sql'];

/** The server for PostgreSQL and its schema tool. */
export interface TemporalServerBinaries {
  server: string;
  sqlTool: string;
}

/** Finds the server in the cache, else builds it with Go. */
export function findTemporalServer(say: Say): TemporalServerBinaries {
  const found = {
    server: join(cacheFolder('bin'), `temporal-server-${TEMPORAL_SERVER_VERSION}`),
    sqlTool: join(cacheFolder('bin'), `temporal-sql-tool-${TEMPORAL_SERVER_VERSION}`),
  };
  if (existsSync(found.server) && existsSync(found.sqlTool)) return found;
  const go = onPath('go');
  if (!go) throw new ServiceProblem("Temporal's server is missing: install Go, so that it can be built.");
  say("Building Temporal's server with Go, because tests need it (half a minute after its command line, else four)");
  return inNewFolder((folder) => {
    buildWithGo(go, folder);
    renameSync(join(folder, 'sql'), found.sqlTool);
    renameSync(join(folder, 'server'), found.server);
    return found;
  });
}

/** Shares a module with the command line, so that common packages are compiled once. */
function buildWithGo(go: string, folder: string): void {
  const modules = COMMANDS.map((name) => `${MODULE}/${name}@v${TEMPORAL_SERVER_VERSION}`);
  const packages = COMMANDS.map((name) => `${MODULE}/${name}`);
  const problem = runGoSteps(go, folder, [
    ['mod', 'init', 'holdfast.local/temporal-server'],
    ['get', TEMPORAL_CLI_MODULE, ...modules],
    ['build', '-o', folder, ...packages],
  ]);
  if (problem !== undefined) throw new ServiceProblem(`Temporal's server could not be built with Go:\n${problem}`);
}
