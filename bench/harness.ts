import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { emptyDatabase, freshDatabase } from '../testing/database';
import { startPlatform, type Platform } from '../testing/platform';
import { startServicesHost } from '../testing/run/services-host';
import { service } from '../testing/services';

/** What a bench can have started, each once a run and each a process of its own. All of it is fresh and ends with the run. */
export interface BenchHarness {
  /** A database with the newest schema and nothing in it, on a server whose commits wait for the disk. */
  database(): Promise<string>;
  /** A database without any table. */
  emptyDatabase(): Promise<string>;
  temporalAddress(): Promise<string>;
  /** The whole platform: API, worker and sandbox. */
  platform(): Promise<Platform>;
  /** A file of `bench/floors`, forked with these variables, once it has said that it is ready. */
  floor<Ready>(name: string, environment: Record<string, string>): Promise<{ process: ChildProcess; ready: Ready }>;
  /** Ends the floors that were forked, so that the next bench has the machine to itself. */
  endFloors(): Promise<void>;
}

/** One key asks for all of a bench, and more a second than a platform allows one in use: refusals would be what is measured. */
const UNLIMITED = { KEY_REQUESTS_PER_SECOND: '1000000', TOKEN_REQUESTS_PER_SECOND: '1000000' };

/** Gives `work` a harness of fresh embedded services and takes it down again, whatever comes of it. */
export async function withHarness<Result>(work: (harness: BenchHarness) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-bench-'));
  const host = await startServicesHost(folder, { isDurable: true });
  Object.assign(process.env, { HOLDFAST_TEST_HOST: host.url, HOLDFAST_TEST_FOLDER: folder });
  const floors: ChildProcess[] = [];
  const endFloors = async (): Promise<void> => {
    await Promise.all(floors.splice(0).map(ended));
  };
  let platform: Promise<Platform> | undefined;
  try {
    return await work({
      database: freshDatabase,
      emptyDatabase,
      temporalAddress: async () => (await service('temporal')).address,
      platform: () => (platform ??= startPlatform({ environment: UNLIMITED })),
      floor: async <Ready>(name: string, environment: Record<string, string>) => {
        const child = fork(join(__dirname, 'floors', `${name}.js`), { env: { ...process.env, ...environment } });
        floors.push(child);
        // A bench that is given up may still write to a floor that has ended.
        child.on('error', () => undefined);
        return { process: child, ready: await nextMessage<Ready>(child) };
      },
      endFloors,
    });
  } finally {
    await endFloors();
    await platform?.then((started) => started.stop()).catch(() => undefined);
    await host.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}

/** The next thing that a floor says; fails when it ends instead. */
export function nextMessage<Message>(child: ChildProcess): Promise<Message> {
  return new Promise((resolve, reject) => {
    const ended = (code: number | null) => reject(new Error(`a floor ended with code ${code}`));
    child.once('exit', ended);
    child.once('message', (message) => {
      child.off('exit', ended);
      resolve(message as Message);
    });
  });
}
