import { setTimeout as sleep } from 'node:timers/promises';
import type { Scene } from './experiment';

const LIMIT_MS = 120_000;

/** Waits until a process answers that it is ready, and notes how long that took. */
export async function untilReady(scene: Scene, name: 'api' | 'worker'): Promise<void> {
  const began = performance.now();
  const url = `${scene.world.platform.processes[name].url}/readyz`;
  while (!(await isReady(url))) {
    if (performance.now() - began > LIMIT_MS) throw new Error(`${name} is not ready after ${LIMIT_MS / 1_000} s`);
    await sleep(50);
  }
  scene.recovered(name, performance.now() - began);
}

async function isReady(url: string): Promise<boolean> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) });
    await answer.arrayBuffer();
    return answer.status === 200;
  } catch {
    return false;
  }
}
