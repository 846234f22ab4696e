import { createHmac } from 'node:crypto';
import { under, type Experiment, type Scene } from '../experiment';

/** A connector that loses requests and responses, fails, takes a minute, and sends late, repeated, early and wrong callbacks. */

/** Fault settings of the sandbox, each for a number of calls. */
const BEFORE = [
  { type: 'dropBefore' },
  { type: 'hangBefore' },
  { type: 'unavailable' },
  { type: 'delayBefore', delayMs: 20_000 },
];
const AFTER = [
  { type: 'dropAfter' },
  { type: 'hangAfter' },
  { type: 'delay', delayMs: 12_000 },
  { type: 'delay', delayMs: 60_000 },
];
const KINDS = ['authorise', 'verify', 'capture', 'void', 'refund', 'payOut', 'lookUp'];

export async function order(scene: Scene, body: object): Promise<void> {
  const url = `${scene.world.situation.sandboxUrl}/behaviours`;
  const headers = { 'Content-Type': 'application/json' };
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  await answer.arrayBuffer();
  if (answer.status !== 201) throw new Error(`a behaviour: ${answer.status}`);
}

/** Forgets all ordered behaviours. */
export async function forget(scene: Scene): Promise<void> {
  await fetch(`${scene.world.situation.sandboxUrl}/behaviours`, { method: 'DELETE' });
}

/** Orders behaviours of some calls each until the time is over, and forgets them. */
export async function mislead(
  scene: Scene,
  pickOrder: () => { match: object; behaviour: object },
  maxPauseMs = 1_500,
): Promise<void> {
  try {
    while (!scene.isOver()) {
      const times = scene.random.int(1, 4);
      await order(scene, { ...pickOrder(), times });
      scene.count(times);
      await scene.pause(scene.random.int(200, maxPauseMs));
    }
  } finally {
    await forget(scene);
  }
}

function misleadBy(scene: Scene, behaviours: readonly object[]): Promise<void> {
  const { random } = scene;
  return mislead(scene, () => ({ match: { kinds: [random.pick(KINDS)] }, behaviour: random.pick(behaviours) }));
}

/** Sends a signed callback of the sandbox. @returns the status of the answer */
export function callback({ world }: Scene, content: object, forgedSecret?: string): Promise<number> {
  const body = JSON.stringify(content);
  const secret = forgedSecret ?? world.situation.environment['SANDBOX_SECRET'] ?? '';
  const signature = createHmac('sha256', secret).update(body).digest('hex');
  const headers = { 'Content-Type': 'application/json', 'X-Sandbox-Signature': signature };
  const url = `${world.situation.apiUrl}/callbacks/sandbox/sandbox`;
  return fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(10_000) })
    .then(async (answer) => {
      await answer.arrayBuffer();
      return answer.status;
    })
    .catch(() => 0);
}

/** Sends callbacks about payments of every status, repeated and unordered, and about unknown ones. */
async function callBackWrongly(scene: Scene): Promise<void> {
  while (!scene.isOver()) {
    const known = await scene.world.query<{ name: string }>(
      `SELECT invoice_id || '.' || id AS name FROM payments ORDER BY invoice_id, id`,
    );
    const rows = known.length === 0 ? [] : Array.from({ length: 5 }, () => scene.random.pick(known));
    const steps = ['authorise', 'capture', 'void', 'nonsense'];
    const bodies = rows.map(({ name }) => ({ operationID: `payment/${name}/${scene.random.pick(steps)}` }));
    const wrong = [{ operationID: 'payment/none.1/authorise' }, { operationID: 7 }, { status: 'declined' }];
    for (const body of [...bodies, ...bodies.reverse(), scene.random.pick(wrong)]) {
      const status = await callback(scene, body);
      scene.count();
      if (status >= 500) {
        const where = JSON.stringify(body);
        scene.accuse({ rule: 'a callback never fails', where, found: `answered ${status}` });
      }
    }
    const forged = await callback(scene, bodies[0] ?? {}, 'another-secret');
    if (forged >= 200 && forged < 300) {
      scene.accuse({ rule: 'a forged callback is refused', where: 'sandbox', found: `answered ${forged}` });
    }
    await scene.pause(scene.random.int(50, 400));
  }
}

const trying = under({ payments: 10, wallets: 5 });

/** Callbacks after redirects are late, repeated or redundant. */
export const connector: readonly Experiment[] = [
  trying(
    {
      name: 'connector-before',
      title: 'connector: lost, silent, 503, late, before the effect',
      seconds: { whole: 60 },
    },
    (scene) => misleadBy(scene, BEFORE),
  ),
  trying(
    {
      name: 'connector-after',
      title: 'connector: lost, silent, late, a minute, after the effect',
      seconds: { whole: 60 },
    },
    (scene) => misleadBy(scene, AFTER),
  ),
  trying(
    {
      name: 'connector-callbacks',
      title: 'callbacks: early, twice, reordered, contradictory, forged',
      seconds: { whole: 60 },
    },
    callBackWrongly,
  ),
];
