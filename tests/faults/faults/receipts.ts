import { setTimeout as sleep } from 'node:timers/promises';
import type { AcquirerProcess } from '../acquirers';
import type { Experiment, Scene } from '../experiment';
import { TokenRefused } from '../load/client';
import { undoing } from '../undo';
import { routeShops } from './acquirers';

/** A shop of YooKassa that demands receipts or refuses requests by validation, with kill -9 of it and of the worker. */

const MIN_ROUNDS = 5;
const PARAMETERS = ['receipt', 'amount.value', 'payment_method_data.card.number'] as const;

async function disturb(scene: Scene, shop: AcquirerProcess): Promise<void> {
  const { random } = scene;
  scene.count();
  switch (random.pick(['refuse', 'refuse', 'accept', 'lose', 'kill', 'killWorker'] as const)) {
    case 'refuse':
      return shop.refuse(random.pick(PARAMETERS));
    case 'accept':
      return shop.refuse(undefined);
    case 'lose':
      return shop.inject({ type: 'dropAfter', times: random.int(1, 3) });
    case 'kill':
      await shop.kill();
      return shop.run();
    case 'killWorker': {
      const { worker } = scene.world.platform.processes;
      await worker.kill();
      return worker.start();
    }
  }
}

interface EndedAttempt {
  operationID: string;
  reason: string;
  next: string | null;
}

/**
 * What was refused has no payment at the acquirer, not even one that blocks its id, and went to the next account. A token
 * has none: only its issuer can charge it.
 */
async function examine(scene: Scene, shop: AcquirerProcess): Promise<void> {
  const rejected = await scene.world.query<EndedAttempt>(
    `SELECT a.operation_id AS "operationID", a.reason, n.connector AS next
     FROM payment_attempts a LEFT JOIN payment_attempts n
       ON (n.invoice_id, n.payment_id, n.number) = (a.invoice_id, a.payment_id, a.number + 1)
     WHERE a.connector = $1 AND a.outcome = 'rejected'`,
    [shop.account],
  );
  const { effects, blocked, problems } = await shop.read();
  const known = new Set([...effects.map(({ operationID }) => operationID), ...blocked]);
  for (const { operationID, reason, next } of rejected) {
    const rule = 'a refusal by validation leaves nothing and goes to the next account';
    if (known.has(operationID)) scene.accuse({ rule, where: operationID, found: 'the acquirer has a payment' });
    if ((next === null) !== (reason === 'token'))
      scene.accuse({ rule, where: operationID, found: `${reason}, next ${next}` });
  }
  if (rejected.length === 0)
    scene.accuse({ rule: 'the shop refuses payments by validation', where: shop.account, found: 'none' });
  for (const found of problems.slice(0, 5))
    scene.accuse({ rule: 'requests and answers keep the published description', where: shop.name, found });
  scene.note(`${rejected.length} attempts refused by validation, ${blocked.length} lost requests blocked`);
}

async function trouble(scene: Scene): Promise<void> {
  const shop = (await scene.world.startAcquirers()).find(({ name }) => name === 'yookassa');
  if (!shop) throw new Error('there is no stand-in of YooKassa');
  await undoing(
    () => routeShops(scene, [{ connector: 'sandbox' }]),
    async () => {
      await routeShops(scene, [
        { connector: shop.account, priority: 1 },
        { connector: 'sandbox', priority: 2 },
      ]);
      await shop.refuse('receipt');
      // The stand-ins may have taken the whole time to start.
      for (let round = 0; round < MIN_ROUNDS || !scene.isOver(); round++) {
        await sleep(scene.random.int(500, 2_500));
        await disturb(scene, shop);
      }
      await shop.inject({ type: 'dropAfter', times: 0 });
      await shop.refuse(undefined);
    },
  );
  await examine(scene, shop);
}

export const receipts: readonly Experiment[] = [
  {
    name: 'receipts',
    title: 'a shop with obligatory receipts and refusals by validation, lost answers, kill -9',
    load: { payments: 10, wallets: 0, mayFail: TokenRefused },
    seconds: { whole: 60, short: 15 },
    fault: trouble,
  },
];
