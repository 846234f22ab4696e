import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { chmodSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findTemporal } from '../../../scripts/services/temporal-binary';
import { findTimeSkippingServer } from '../../../scripts/services/time-skipping-server';
import { keepPort } from './kept-ports';
import { makeMemoryTablespace } from './memory-tablespace';
import { generateSecrets } from '../../../scripts/services/platform-environment';
import type { Child } from '../../../scripts/services/child';
import {
  getProbeUrl,
  root,
  startPlatformProcess,
  untilReady,
  getUrl,
} from '../../../scripts/services/platform-process';
import { startPostgres, type RunningPostgres } from '../../../scripts/services/postgres';
import { startTemporal, type RunningTemporal } from '../../../scripts/services/temporal';
import { listenLocally, stopServer } from '../local-server';

/** Services of a run, each started or built on first use. */
export type HostAnswers = {
  postgres: { adminUrl: string; dataFolder: string; memoryFolder?: string | undefined };
  temporal: { address: string; databaseFile: string };
  temporalBinary: { path: string };
  timeSkipping: Awaited<ReturnType<typeof findTimeSkippingServer>>;
  /** dist/ without generated or bundled files. */
  compile: { isBuilt: true };
  /** Everything that platform processes need. */
  build: { isBuilt: true };
  /** The workflow bundle, shared by all suites with workers. */
  bundle: { codePath: string };
  /** Everything that `npm start` needs. */
  everything: { isBuilt: true };
  /** The payer's form and the process that serves it, built. */
  checkout: { isBuilt: true };
  console: { isBuilt: true };
  /** The documentation site, built and served as in production. */
  site: { url: string };
};

export type ServicesHost = {
  url: string;
  folder: string;
  /** Undefined if no test used the service. */
  started<Name extends keyof HostAnswers>(name: Name): Promise<HostAnswers[Name] | undefined>;
  stop(): Promise<void>;
};

/**
 * Keeps the services of a test run in the process that lives as long as the run; tests in other processes call it over
 * HTTP. Durable commits only for speed measurements.
 */
export async function startServicesHost(folder: string, { isDurable = false } = {}): Promise<ServicesHost> {
  const [logs, ports] = [join(folder, 'logs'), join(folder, 'ports')];
  for (const each of [logs, ports]) mkdirSync(each, { recursive: true });
  chmodSync(folder, 0o755);
  const running: {
    postgres?: RunningPostgres;
    memoryFolder?: string | undefined;
    temporal?: RunningTemporal;
    site?: Child;
  } = {};
  const say = (line: string) => process.stderr.write(`${line}\n`);

  const make: { [Name in keyof HostAnswers]: () => Promise<HostAnswers[Name]> } = {
    postgres: async () => {
      const password = generateSecrets().POSTGRES_PASSWORD;
      const logFile = join(logs, 'postgres.log');
      const dataFolder = join(folder, 'postgres');
      const port = await keepPort(ports);
      running.postgres = await startPostgres({ dataFolder, port, password, logFile, say, isDurable });
      // Measured or kept databases are on the disk.
      const isOnDisk = isDurable || process.env['HOLDFAST_TEST_KEEP'] === '1';
      running.memoryFolder = isOnDisk ? undefined : await makeMemoryTablespace(running.postgres);
      const { dataFolder: actual } = running.postgres;
      return { adminUrl: running.postgres.url('postgres'), dataFolder: actual, memoryFolder: running.memoryFolder };
    },
    temporal: async () => {
      const databaseFile = join(folder, 'temporal', 'shared.db');
      const port = await keepPort(ports);
      running.temporal = await startTemporal({ databaseFile, port, logFile: join(logs, 'temporal.log'), say });
      return { address: running.temporal.address, databaseFile };
    },
    temporalBinary: async () => ({ path: await findTemporal(say) }),
    timeSkipping: () => findTimeSkippingServer(say),
    compile: () => build(['compile']),
    build: () => build(['specs', 'compile', 'bundle']),
    bundle: async () => {
      await build(['bundle']);
      return { codePath: join(root, 'dist/workflow-bundle.js') };
    },
    everything: () => build(['specs', 'compile', 'bundle', 'checkout', 'console', 'site']),
    checkout: () => build(['checkout', 'compile']),
    console: () => build(['console', 'compile']),
    site: async () => {
      await build(['site']);
      const environment: NodeJS.ProcessEnv = {
        NODE_ENV: 'production',
        HOST: '127.0.0.1',
        WEB_PORT: String(await keepPort(ports)),
      };
      running.site = startPlatformProcess({ name: 'web', environment, logFile: join(logs, 'web.log') });
      await untilReady(running.site, getProbeUrl('web', environment));
      return { url: getUrl('web', environment) };
    },
  };

  const answers = new Map<keyof HostAnswers, Promise<unknown>>();
  const answer = (name: keyof HostAnswers) => {
    const known = answers.get(name) ?? make[name]();
    answers.set(name, known);
    return known;
  };
  const server = createServer((request, response) => {
    const name = (request.url ?? '').slice(1);
    if (!(name in make)) return void response.writeHead(404).end();
    answer(name as keyof HostAnswers).then(
      (value) => response.writeHead(200).end(JSON.stringify(value)),
      (error: Error) => response.writeHead(500).end(error.message),
    );
  });
  // Closing an idle connection would fail a test that uses it at that moment.
  server.keepAliveTimeout = 0;
  return {
    url: await listenLocally(server),
    folder,
    started: async <Name extends keyof HostAnswers>(name: Name) =>
      (await answers.get(name)?.catch(() => undefined)) as HostAnswers[Name] | undefined,
    stop: async () => {
      await Promise.allSettled(answers.values());
      await running.site?.stop();
      await running.temporal?.child.stop();
      await running.postgres?.child.stop();
      if (running.memoryFolder !== undefined) rmSync(running.memoryFolder, { recursive: true, force: true });
      await stopServer(server);
    },
  };
}

/** Builds dist/; an up-to-date build is only checked. */
async function build(steps: string[]): Promise<{ isBuilt: true }> {
  const args = [join(root, 'scripts/build.mjs'), ...steps];
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.on('data', (text: Buffer) => (output += text.toString()));
  child.stderr.on('data', (text: Buffer) => (output += text.toString()));
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`The build failed:\n${output}`);
  return { isBuilt: true };
}
