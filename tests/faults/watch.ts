import { setTimeout as sleep } from 'node:timers/promises';
import { isReady } from '../../scripts/services/platform-process';
import type { CheckerViolation } from './checker/evidence';
import { WorkflowMonitor } from './checker/workflow-monitor';
import { openWorkflows } from './checker/workflows';
import { withDatabase, withEngine } from './sources';
import { RESTART_LIMIT_MS, type OwnWorld } from './world';

const PAUSE_MS = 1_000;

/** Monitors that open entities have workflows. @returns a function that ends it and reports violations */
export function watchLives(world: OwnWorld): () => Promise<readonly CheckerViolation[]> {
  const { databaseUrl, temporalAddress } = world.situation;
  const watch = new WorkflowMonitor({
    open: () => withDatabase(databaseUrl, openWorkflows),
    isAlive: (id) => withEngine(temporalAddress, (isAlive) => isAlive(id)),
    canRevive: async () => (await Promise.all(world.workerUrls.map((url) => isReady(`${url}/readyz`)))).includes(true),
    limitMs: RESTART_LIMIT_MS,
  });
  const isOver = new AbortController();
  const signal = AbortSignal.any([isOver.signal, world.closed]);
  const looking = (async () => {
    while (!signal.aborted) {
      await watch.look(performance.now());
      await sleep(PAUSE_MS, undefined, { signal }).catch(() => undefined);
    }
  })();
  return async () => {
    isOver.abort();
    await looking;
    return watch.violations;
  };
}
