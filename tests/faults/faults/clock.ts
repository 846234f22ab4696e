import { existsSync } from 'node:fs';
import { getPortVariable, type PlatformProcess } from '../../../scripts/services/platform-process';
import type { ProcessHandle } from '../../harness/process-handle';
import type { Experiment, Scene } from '../experiment';

/** One process has a clock that is ten minutes off. */

const LIBRARIES = ['x86_64', 'aarch64'].map((machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketime.so.1`);
const library = LIBRARIES.find((file) => existsSync(file));

const MINUTES = 10;

async function shift(scene: Scene, name: PlatformProcess, sign: '+' | '-'): Promise<void> {
  const { platform } = scene.world;
  const environment = {
    LD_PRELOAD: library ?? '',
    FAKETIME: `${sign}${MINUTES}m`,
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    FAKETIME_NO_CACHE: '1',
  };
  await platform.processes[name].stop();
  try {
    const shifted = await platform.startAnother(name, { ...environment, ...samePort(scene, name) });
    try {
      await expectShift(shifted, sign);
      scene.count();
      while (!scene.isOver()) await scene.pause(1_000);
    } finally {
      await shifted.stop();
    }
  } finally {
    await platform.processes[name].start();
  }
}

/** Checks by the response time that the process has the wrong clock. */
async function expectShift({ url }: ProcessHandle, sign: '+' | '-'): Promise<void> {
  const answer = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(10_000) });
  await answer.arrayBuffer();
  const shiftMs = Date.parse(answer.headers.get('date') ?? '') - Date.now();
  const wantedMs = Number(`${sign}${MINUTES}`) * 60_000;
  if (Math.abs(shiftMs - wantedMs) < 60_000) return;
  throw new Error(`its clock is ${shiftMs} ms from ours, and not ${wantedMs}`);
}

/** Uses the port of the stopped process. */
function samePort({ world }: Scene, name: PlatformProcess): Record<string, string> {
  return { [getPortVariable(name)]: new URL(world.platform.processes[name].url).port };
}

function experiment(name: 'worker' | 'api', sign: '+' | '-'): Experiment {
  const direction = sign === '+' ? 'ahead' : 'behind';
  return {
    name: `clock-${name}-${direction}`,
    title: `the clock of the ${name} ten minutes ${direction}`,
    load: { payments: 6, wallets: 3 },
    seconds: { whole: 40 },
    obstacle: () => (library ? undefined : 'libfaketime is not installed'),
    fault: (scene) => shift(scene, name, sign),
  };
}

export const clock: readonly Experiment[] = [
  experiment('worker', '+'),
  experiment('worker', '-'),
  experiment('api', '+'),
  experiment('api', '-'),
];
