import type { ProcessHandle } from '../../harness/process-handle';
import { repeatedly, type Experiment, type Scene } from '../experiment';
import { untilReady } from '../readiness';
import { startSupervised, supervisedPlaces } from '../supervised';
import { OwnWorld } from '../world';

/** kill -9 at random moments. Without a supervisor the experiment restarts the processes. */

const LOAD = { payments: 8, wallets: 4 } as const;

export type KilledProcess = 'api' | 'worker' | 'sandbox' | 'vault' | 'temporal';

export function getHandle({ world }: Scene, victim: KilledProcess): ProcessHandle {
  return victim === 'temporal' ? world.platform.temporal : world.platform.processes[victim];
}

function killing(victim: KilledProcess, title: string): Experiment {
  return {
    name: `kill-${victim}`,
    title,
    load: LOAD,
    seconds: { whole: 45, ...(victim === 'worker' && { short: 20 }) },
    fault: (scene) => repeatedly(scene, [200, 2_500], () => killOne(scene, victim)),
  };
}

export async function killOne(scene: Scene, victim: KilledProcess): Promise<void> {
  await getHandle(scene, victim).kill();
  scene.count();
  await startKilled(scene, victim, performance.now());
}

async function startKilled(scene: Scene, victim: KilledProcess, killedAt: number): Promise<void> {
  await getHandle(scene, victim).start();
  if (victim === 'api' || victim === 'worker') scene.recovered(victim, performance.now() - killedAt);
}

/** PostgreSQL closes all connections and recovers when a backend is killed. */
function killBackends(scene: Scene): Promise<void> {
  return repeatedly(scene, [1_000, 5_000], async () => {
    const killedAt = performance.now();
    if (await killBackend(scene)) await untilReady(scene, 'api', killedAt);
  });
}

/** @returns whether one was killed */
export async function killBackend(scene: Scene): Promise<boolean> {
  const pid = await pickBackend(scene);
  if (pid === undefined) return false;
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    // The backend had already exited.
    if (getCode(error) === 'ESRCH') return false;
    throw error;
  }
  scene.count();
  return true;
}

/** The process of a connection; undefined while PostgreSQL recovers. */
export async function pickBackend(scene: Scene): Promise<number | undefined> {
  const rows = await scene.world
    .query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND datname = current_database()
         AND pid <> pg_backend_pid()`,
    )
    .catch((error: unknown) => {
      if (isRecovering(error)) return [];
      throw error;
    });
  return rows.length === 0 ? undefined : scene.random.pick(rows).pid;
}

const getCode = (error: unknown): string => (error as { code?: string }).code ?? '';

/** Whether PostgreSQL is recovering from the kill before. */
function isRecovering(error: unknown): boolean {
  const codes = ['57P01', '57P02', '57P03', 'ECONNREFUSED', 'ECONNRESET'];
  return codes.includes(getCode(error)) || /Connection terminated/.test(String(error));
}

const ALL: readonly KilledProcess[] = ['temporal', 'sandbox', 'vault', 'worker', 'api'];

/** Kills all processes at once, without any handover. */
function killAll(scene: Scene): Promise<void> {
  return repeatedly(scene, [3_000, 8_000], async () => {
    const killedAt = performance.now();
    await Promise.all([killBackend(scene), ...ALL.map((victim) => getHandle(scene, victim).kill())]);
    scene.count(ALL.length);
    await Promise.all(ALL.map((victim) => startKilled(scene, victim, killedAt)));
  });
}

export const kills: readonly Experiment[] = [
  killing('worker', 'kill -9 of the worker'),
  killing('api', 'kill -9 of the API'),
  killing('sandbox', 'kill -9 of the connector'),
  killing('vault', 'kill -9 of the card vault'),
  killing('temporal', 'kill -9 of Temporal'),
  {
    name: 'kill-backends',
    title: "kill -9 of PostgreSQL's backends",
    load: LOAD,
    seconds: { whole: 45 },
    fault: killBackends,
  },
  { name: 'kill-all', title: 'kill -9 of all at once', load: LOAD, seconds: { whole: 60 }, fault: killAll },
  {
    name: 'kill-all-supervised',
    title: 'kill -9 of all at once under the supervisor of `npm start`',
    load: LOAD,
    seconds: { whole: 60 },
    ownWorld: async (random) => OwnWorld.on(await startSupervised(), random, supervisedPlaces()),
    fault: killAll,
  },
];
