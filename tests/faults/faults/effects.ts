import { setTimeout as sleep } from 'node:timers/promises';
import { repeatedly, type Experiment, type Scene } from '../experiment';
import { withDatabase } from '../sources';
import { freeze } from './freezes';
import { killOne } from './kills';

/**
 * Faults at the moment at which the connector has done a step of which the platform has not heard: between the first attempt and
 * what its workflow learns. Each time another process and another step, also of refunds and withdrawals.
 */

const STEPS = ['authorise', 'capture', 'void', 'refund', 'payOut'] as const;
const VICTIMS = ['worker', 'worker', 'worker', 'sandbox', 'temporal', 'vault', 'api'] as const;
const POLL_MS = 2;

type Victim = (typeof VICTIMS)[number];

function atEffects(
  given: Pick<Experiment, 'name' | 'title'>,
  attack: (scene: Scene, victim: Victim) => Promise<void>,
): Experiment {
  return {
    ...given,
    load: { payments: 8, wallets: 6 },
    seconds: { whole: 45 },
    fault: (scene) =>
      repeatedly(scene, [200, 1_500], async () => {
        const [step, victim] = [scene.random.pick(STEPS), scene.random.pick(VICTIMS)];
        if (await untilEffect(scene, step)) await attack(scene, victim);
      }),
  };
}

/** @returns false at the end of the experiment */
function untilEffect(scene: Scene, step: string): Promise<boolean> {
  return withDatabase(scene.world.situation.sandboxDatabaseUrl, async (sandbox) => {
    const count = async (): Promise<string | undefined> => {
      const text = 'SELECT count(*)::text AS count FROM effects WHERE kind = $1';
      return (await sandbox.query<{ count: string }>(text, [step])).rows[0]?.count;
    };
    for (const before = await count(); !scene.isOver(); await sleep(POLL_MS)) {
      if ((await count()) !== before) return true;
    }
    return false;
  });
}

export const effects: readonly Experiment[] = [
  atEffects({ name: 'kill-at-effects', title: 'kill -9 between a step at the connector and its record' }, killOne),
  atEffects({ name: 'freeze-at-effects', title: 'SIGSTOP between a step at the connector and its record' }, freeze),
];
