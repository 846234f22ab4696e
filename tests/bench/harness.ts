import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServicesHost } from '../harness/run/services-host';

/** Services for benches, stopped with the run. */
export interface BenchHarness {
  /** Forks a file of `floors/` and waits until it is ready. */
  floor<Ready>(name: string, environment: Record<string, string>): Promise<{ process: ChildProcess; ready: Ready }>;
  /** Stops the forked floors before the next bench. */
  endFloors(): Promise<void>;
}

/** A bench uses one key far above its rate limit. */
export const UNLIMITED = { KEY_REQUESTS_PER_SECOND: '1000000', TOKEN_REQUESTS_PER_SECOND: '1000000' };

/** The same, with the default limit of waiting. */
export const LIMITED = { ...UNLIMITED, PARTY_WAITING_SECONDS: '3' };

/** Runs `work` with a harness of new embedded services and always stops them. */
export async function withHarness<Result>(work: (harness: BenchHarness) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-bench-'));
  const host = await startServicesHost(folder, { isDurable: true });
  Object.assign(process.env, { HOLDFAST_TEST_HOST: host.url, HOLDFAST_TEST_FOLDER: folder });
  const floors: ChildProcess[] = [];
  const endFloors = async (): Promise<void> => {
    await Promise.all(floors.splice(0).map(ended));
  };
  try {
    return await work({
      floor: async <Ready>(name: string, environment: Record<string, string>) => {
        const child = fork(join(__dirname, 'floors', `${name}.js`), { env: { ...process.env, ...environment } });
        floors.push(child);
        // An aborted bench may still write to a stopped floor.
        child.on('error', () => undefined);
        return { process: child, ready: await nextMessage<Ready>(child) };
      },
      endFloors,
    });
  } finally {
    await endFloors();
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

/** The next message of a floor; rejects if the floor exits. */
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
