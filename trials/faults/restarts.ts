import type { Experiment, Scene } from '../experiment';
import type { ProcessHandle } from '../../testing/platform';

/* What every release does: SIGTERM to one process after the other, while another of its kind serves. */

async function roll(scene: Scene): Promise<void> {
  const { platform } = scene.world;
  const others = { api: await platform.startAnother('api'), worker: await platform.startAnother('worker') };
  const both = { api: [platform.processes.api, others.api], worker: [platform.processes.worker, others.worker] };
  try {
    for (let turn = 0; !scene.isOver(); turn++) {
      const kind = scene.random.pick(['api', 'worker'] as const);
      const one = both[kind][turn % 2] as ProcessHandle;
      await one.stop();
      scene.count();
      const began = performance.now();
      await one.start();
      scene.recovered(kind, performance.now() - began);
      await scene.pause(scene.random.int(200, 2_000));
    }
  } finally {
    await others.api.stop();
    await others.worker.stop();
  }
}

export const restarts: readonly Experiment[] = [
  {
    name: 'rolling-restart',
    title: 'rolling SIGTERM of API and worker, two of each',
    load: { payments: 8, wallets: 4 },
    seconds: { whole: 75 },
    fault: roll,
  },
];
