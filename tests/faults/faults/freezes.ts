import { setTimeout as sleep } from 'node:timers/promises';
import { repeatedly, type Experiment, type Scene } from '../experiment';
import { untilReady } from '../readiness';
import { undoing } from '../undo';
import { getHandle, type KilledProcess } from './kills';

/** SIGSTOP: a process keeps its connections without responding, and continues later. */

const LOAD = { payments: 8, wallets: 4 } as const;

function freezing(victim: KilledProcess, title: string): Experiment {
  return {
    name: `freeze-${victim}`,
    title,
    load: LOAD,
    seconds: { whole: 40 },
    fault: (scene) => repeatedly(scene, [500, 3_000], async () => scene.isOver() || freeze(scene, victim)),
  };
}

/**
 * Longer than delivery timeout, lease and health check. Lasts beyond the end of the experiment if necessary, because a
 * shorter freeze proves nothing.
 */
export async function freeze(scene: Scene, victim: KilledProcess): Promise<void> {
  const pid = getHandle(scene, victim).pid();
  process.kill(pid, 'SIGSTOP');
  await undoing(
    () => process.kill(pid, 'SIGCONT'),
    () => sleep(scene.random.int(2_000, 20_000)),
  );
  scene.count();
  if (victim === 'api' || victim === 'worker') await untilReady(scene, victim);
}

export const freezes: readonly Experiment[] = [
  freezing('worker', 'SIGSTOP of the worker for up to 20 s'),
  freezing('api', 'SIGSTOP of the API for up to 20 s'),
  freezing('sandbox', 'SIGSTOP of the connector for up to 20 s'),
  freezing('vault', 'SIGSTOP of the card vault for up to 20 s'),
  freezing('temporal', 'SIGSTOP of Temporal for up to 20 s'),
];
