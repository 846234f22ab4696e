import { existsSync } from 'node:fs';
import type { PlatformProcess } from '../../scripts/services/platform-process';
import type { Experiment, Scene } from '../experiment';

/* One process believes that it is ten minutes earlier or later than all the others. */

const LIBRARIES = ['x86_64', 'aarch64'].map((machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketime.so.1`);
const library = LIBRARIES.find((file) => existsSync(file));

async function shift(scene: Scene, name: PlatformProcess, offset: string): Promise<void> {
  const { platform } = scene.world;
  const environment = {
    LD_PRELOAD: library ?? '',
    FAKETIME: offset,
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    FAKETIME_NO_CACHE: '1',
  };
  await platform.processes[name].stop();
  const shifted = await platform.startAnother(name, { ...environment, ...samePort(scene, name) });
  scene.count();
  try {
    while (!scene.isOver()) await scene.pause(1_000);
  } finally {
    await shifted.stop();
    await platform.processes[name].start();
  }
}

/** It takes the place of the one that was stopped. */
function samePort({ world }: Scene, name: PlatformProcess): Record<string, string> {
  return { [`${name.toUpperCase()}_PORT`]: new URL(world.platform.processes[name].url).port };
}

function experiment(name: 'worker' | 'api', offset: '+10m' | '-10m', direction: string): Experiment {
  return {
    name: `clock-${name}-${direction}`,
    title: `the clock of the ${name} ten minutes ${direction}`,
    load: { payments: 6, wallets: 3 },
    seconds: { whole: 40 },
    obstacle: () => (library ? undefined : 'libfaketime is not installed'),
    fault: (scene) => shift(scene, name, offset),
  };
}

export const clock: readonly Experiment[] = [
  experiment('worker', '+10m', 'ahead'),
  experiment('worker', '-10m', 'behind'),
  experiment('api', '+10m', 'ahead'),
  experiment('api', '-10m', 'behind'),
];
