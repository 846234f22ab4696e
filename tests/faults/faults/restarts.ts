import type { ProcessHandle } from '../../harness/process-handle';
import type { Experiment, Scene } from '../experiment';
import { undoing } from '../undo';

/** Rolling restarts: SIGTERM to one process after the other, while another of its kind serves. */

async function roll(scene: Scene): Promise<void> {
  const { platform, apiUrls, workerUrls } = scene.world;
  const api = await platform.startAnother('api');
  await undoing(
    () => leave(scene, api),
    async () => {
      apiUrls.push(api.url);
      const worker = await platform.startAnother('worker');
      workerUrls.push(worker.url);
      const both = { api: [platform.processes.api, api], worker: [platform.processes.worker, worker] };
      await undoing(
        () => leave(scene, worker),
        () => inTurn(scene, both),
      );
    },
  );
}

async function inTurn(scene: Scene, both: Record<'api' | 'worker', ProcessHandle[]>): Promise<void> {
  // Restarts both of a kind in any case, even if starting took all the time.
  for (let turn = 0; turn < 2 || !scene.isOver(); turn++) {
    const kind = scene.random.pick(['api', 'worker'] as const);
    const one = both[kind][turn % 2] as ProcessHandle;
    await leave(scene, one);
    scene.count();
    const began = performance.now();
    await one.start();
    scene.recovered(kind, performance.now() - began);
    const { apiUrls, workerUrls } = scene.world;
    (kind === 'api' ? apiUrls : workerUrls).push(one.url);
    await scene.pause(scene.random.int(200, 2_000));
  }
}

/** A load balancer removes an API that shuts down; requests in flight must be completed. */
async function leave({ world }: Scene, one: ProcessHandle): Promise<void> {
  for (const urls of [world.apiUrls, world.workerUrls]) {
    const place = urls.indexOf(one.url);
    if (place >= 0) urls.splice(place, 1);
  }
  await one.stop();
}

export const restarts: readonly Experiment[] = [
  {
    name: 'rolling-restart',
    title: 'rolling SIGTERM of API and worker, two of each',
    load: { payments: 8, wallets: 4 },
    seconds: { whole: 60 },
    fault: roll,
  },
];
