import { setTimeout as sleep } from 'node:timers/promises';
import type { Experiment, Scene } from '../experiment';

/* kill -9 at random moments. Whoever runs the platform starts again what has ended; here that is the experiment. */

const LOAD = { payments: 8, wallets: 4 } as const;

type Victim = 'api' | 'worker' | 'sandbox' | 'temporal';

/** Ends one process between two requests, in one, or wherever it is. */
function killing(victim: Victim, title: string): Experiment {
  return {
    name: `kill-${victim}`,
    title,
    load: LOAD,
    seconds: { whole: 75, ...(victim === 'worker' && { short: 20 }) },
    fault: async (scene) => {
      while (!scene.isOver()) {
        await scene.pause(scene.random.int(200, 2_500));
        await killOne(scene, victim);
      }
    },
  };
}

async function killOne(scene: Scene, victim: Victim): Promise<void> {
  const { platform } = scene.world;
  const process = victim === 'temporal' ? platform.temporal : platform.processes[victim];
  await process.kill();
  scene.count();
  const killedAt = performance.now();
  await process.start();
  if (victim === 'api' || victim === 'worker') scene.recovered(victim, performance.now() - killedAt);
  await sleep(0);
}

export const kills: readonly Experiment[] = [
  killing('worker', 'kill -9 of the worker'),
  killing('api', 'kill -9 of the API'),
  killing('sandbox', 'kill -9 of the connector'),
  killing('temporal', 'kill -9 of Temporal'),
];
