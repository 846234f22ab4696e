import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServicesHost } from '../harness/run/services-host';

/** A bench uses one key far above its rate limit. */
export const UNLIMITED = { KEY_REQUESTS_PER_SECOND: '1000000', TOKEN_REQUESTS_PER_SECOND: '1000000' };

/** The same, with the default limit of waiting. */
export const LIMITED = { ...UNLIMITED, PARTY_WAITING_SECONDS: '3' };

/** Runs `work` with new embedded services and always stops them. */
export async function withServices(work: () => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-bench-'));
  const host = await startServicesHost(folder, { isDurable: true });
  Object.assign(process.env, { HOLDFAST_TEST_HOST: host.url, HOLDFAST_TEST_FOLDER: folder });
  try {
    await work();
  } finally {
    await host.stop();
    rmSync(folder, { recursive: true, force: true });
  }
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
