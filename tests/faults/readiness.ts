import { setTimeout as sleep } from 'node:timers/promises';
import { isReady } from '../../scripts/services/platform-process';
import type { Scene } from './experiment';

const LIMIT_MS = 120_000;

type Recovering = 'api' | 'worker';

/** Waits until a process is ready, and records the time since it could begin to recover. */
export async function untilReady(scene: Scene, name: Recovering, since = performance.now()): Promise<void> {
  const probe = `${scene.world.platform.processes[name].url}/readyz`;
  const end = performance.now() + LIMIT_MS;
  while (!(await isReady(probe))) {
    if (performance.now() > end) throw new Error(`${name} is not ready after ${LIMIT_MS / 1_000} s`);
    await sleep(50);
  }
  scene.recovered(name, performance.now() - since);
}
