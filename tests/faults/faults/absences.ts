import type { Experiment, Scene } from '../experiment';
import { untilReady } from '../readiness';

/** Long outages of one part, with a backlog afterwards. */

async function away(scene: Scene, name: 'temporal' | 'worker' | 'vault'): Promise<void> {
  const { platform } = scene.world;
  const process = name === 'temporal' ? platform.temporal : platform.processes[name];
  await process.kill();
  scene.count();
  let startedAt = performance.now();
  try {
    while (!scene.isOver()) await scene.pause(1_000);
    const waiting = await scene.world.count('SELECT count(*) FROM outbox');
    scene.note(`${waiting} commands had been waiting`);
  } finally {
    startedAt = performance.now();
    await process.start();
  }
  if (name !== 'vault') await untilReady(scene, 'worker', startedAt);
}

/** Few clients wait for ends; new operations form the backlog. */
const LOAD = { payments: 12, wallets: 4 } as const;

export const absences: readonly Experiment[] = [
  {
    name: 'temporal-away',
    title: 'Temporal away for five minutes',
    load: LOAD,
    seconds: { whole: 300 },
    fault: (scene) => away(scene, 'temporal'),
  },
  {
    name: 'vault-away',
    title: 'the card vault away for a minute',
    load: LOAD,
    seconds: { whole: 60 },
    fault: (scene) => away(scene, 'vault'),
  },
  {
    name: 'workers-away',
    title: 'all workers away, and the backlog after',
    load: { payments: 60, wallets: 20 },
    seconds: { whole: 60 },
    fault: (scene) => away(scene, 'worker'),
  },
];
