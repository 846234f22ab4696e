import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceProblem } from '../../../scripts/services/folders';
import { portToKeep } from '../../../tests/harness/ports';
import { findStripeMock } from '../../../scripts/services/stripe-mock-binary';

export interface RunningStripeMock {
  url: string;
  stop(): Promise<void>;
}

const START_TIMEOUT_MS = 60_000;

/** Starts stripe-mock, which validates requests; undefined, with a message, if it is unavailable. */
export async function startStripeMock(): Promise<RunningStripeMock | undefined> {
  const say = (line: string) => process.stderr.write(`${line}\n`);
  let binary: string;
  try {
    binary = findStripeMock(say);
  } catch (error) {
    if (!(error instanceof ServiceProblem)) throw error;
    say(`${error.message} Requests to Stripe are not validated.`);
    return undefined;
  }
  const port = await portToKeep();
  const child = spawn(binary, ['-http-addr', `127.0.0.1:${port}`], { stdio: 'ignore' });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = `http://127.0.0.1:${port}`;
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (!(await answers(url))) {
    if (Date.now() > deadline) throw new Error('stripe-mock does not answer');
    await sleep(100);
  }
  return {
    url,
    stop: async () => {
      child.kill();
      await exited;
    },
  };
}

async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    () => true,
    () => false,
  );
}
