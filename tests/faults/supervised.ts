import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startChild, type Child } from '../../scripts/services/child';
import type { Demo } from '../../scripts/services/demo';
import { anOperatorKey } from '../harness/operator-key';
import { LOCAL_PORTS, platformEnvironment, type Secrets } from '../../scripts/services/platform-environment';
import { portsToKeep } from '../harness/ports';
import { getEntryFile, getUrl, isReady, root } from '../../scripts/services/platform-process';
import type { Platform } from '../harness/platform';
import { handleEach, type ProcessHandle } from '../harness/process-handle';
import { runFolder, service } from '../harness/services';

/** The platform of `npm start`, whose supervisor restarts killed processes. */

const READY_LIMIT_MS = 180_000;
const START = `require(process.argv[1]).runLocalPlatform({ isFresh: false, startedAt: Date.now(), say: console.log })
  .then((code) => process.exit(code))`;

/** Folders of its processes and its Temporal. */
export function supervisedPlaces(): string[] {
  return [runFolder('supervised', 'logs'), runFolder('supervised', 'temporal')];
}

/** Starts it with its own ports and data. `kill` kills a process, `start` waits for the supervisor. */
export async function startSupervised(): Promise<Platform> {
  await service('everything');
  const dataFolder = runFolder('supervised');
  const ports = await portsToKeep([...LOCAL_PORTS, 'POSTGRES_PORT', 'TEMPORAL_PORT', 'TEMPORAL_UI_PORT']);
  const given = Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, String(port)]));
  const supervisor = startChild({
    name: 'npm start',
    command: process.execPath,
    args: ['-e', START, join(root, 'dist/scripts/local/run.js')],
    cwd: root,
    // The terminal output, which contains the demonstration key and is no log.
    logFile: join(runFolder('terminal'), 'supervisor.txt'),
    env: { ...process.env, DATA_DIR: dataFolder, NODE_ENV: 'development', ...given },
  });
  const demo = await written<Demo>(supervisor, join(dataFolder, 'demo.json'));
  const secrets = await written<Secrets>(supervisor, join(dataFolder, 'secrets.json'));
  const url = (name: string) =>
    `postgres://holdfast:${secrets.POSTGRES_PASSWORD}@127.0.0.1:${ports.POSTGRES_PORT}/${name}`;
  const environment = platformEnvironment({
    nodeEnv: 'development',
    dataFolder,
    secrets,
    ports,
    databaseUrl: url('holdfast'),
    sandboxDatabaseUrl: url('holdfast_sandbox'),
    vaultDatabaseUrl: url('holdfast_vault'),
    temporalAddress: `127.0.0.1:${ports.TEMPORAL_PORT}`,
  });
  const { secret } = await anOperatorKey(url('holdfast'), { name: 'operator' });
  environment['HOLDFAST_OPERATOR_KEY'] = secret;
  return {
    apiUrl: `http://127.0.0.1:${ports.API_PORT}`,
    sandboxUrl: `http://127.0.0.1:${ports.SANDBOX_PORT}`,
    databaseUrl: url('holdfast'),
    sandboxDatabaseUrl: url('holdfast_sandbox'),
    temporalAddress: `127.0.0.1:${ports.TEMPORAL_PORT}`,
    taskQueuePrefix: 'supervised',
    demo,
    environment,
    processes: handleEach((name) => getHandle(supervisor, getEntryFile(name), getUrl(name, environment))),
    temporal: getHandle(supervisor, 'temporal server'),
    startAnother: () => Promise.reject(new Error('the supervisor starts one of each')),
    stop: () => supervisor.stop(60_000),
  };
}

async function written<Content>(supervisor: Child, file: string): Promise<Content> {
  for (const end = Date.now() + READY_LIMIT_MS; Date.now() < end; await sleep(200)) {
    try {
      return JSON.parse(readFileSync(file, 'utf8')) as Content;
    } catch {
      if (!supervisor.isRunning()) break;
    }
  }
  throw new Error(`the supervised platform has not started: see ${supervisor.logFile}`);
}

/** @param part of the command; without an address it is ready when it runs */
function getHandle(supervisor: Child, part: string, url = ''): ProcessHandle {
  const pid = () => getChildren(supervisor.pid).find(({ command }) => command.includes(part))?.pid ?? -1;
  let killed = -1;
  return {
    url,
    logFile: supervisor.logFile,
    pid,
    isRunning: () => pid() > 0,
    stop: () => Promise.reject(new Error('only its supervisor stops it')),
    kill: async () => {
      killed = pid();
      if (killed <= 0) throw new Error(`${part} does not run, and cannot be killed`);
      process.kill(-killed, 'SIGKILL');
    },
    start: async () => {
      for (const end = Date.now() + READY_LIMIT_MS; Date.now() < end; await sleep(50)) {
        const now = pid();
        if (now > 0 && now !== killed && (url === '' || (await isReady(`${url}/readyz`)))) return;
      }
      throw new Error(`${part} was not started again`);
    },
  };
}

function getChildren(parent: number): { pid: number; command: string }[] {
  const lines = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(parent)], { encoding: 'utf8' }).split('\n');
  return lines.map((line) => ({ pid: Number.parseInt(line, 10), command: line })).filter(({ pid }) => pid > 0);
}
