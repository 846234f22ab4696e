import { setTimeout as sleep } from 'node:timers/promises';
import type { AcquirerProcess } from '../acquirers';
import { repeatedly, type Experiment, type Scene } from '../experiment';
import { undoing } from '../undo';

/** Payments and payouts over stand-ins of YooKassa and Adyen, which are killed, frozen, lose answers and answer late. */

const REQUEST_FAULTS = ['dropBefore', 'dropAfter', 'dropAfter', 'hangAfter', 'delayAfter', 'unavailable'] as const;

const weighted = (names: readonly string[]) => names.map((connector) => ({ connector, priority: 1, weight: 1 }));

const ROUTES = `SET terms = terms || jsonb_build_object('routes', $1::jsonb)`;

/** Changes the routes of all shops. */
export async function routeShops(scene: Scene, routes: readonly object[]): Promise<void> {
  await scene.world.query(`UPDATE shops ${ROUTES}`, [JSON.stringify(routes)]);
}

/** Shares payments between the sandbox and the stand-ins, and sends withdrawals to the stand-ins that can pay them. */
async function route(scene: Scene, acquirers: readonly AcquirerProcess[]): Promise<void> {
  const accounts = acquirers.map(({ account }) => account);
  const [yookassa, adyen] = accounts;
  const payouts = [
    ...(yookassa === undefined ? [] : [{ connector: yookassa, resourceTypes: ['BankCardDestinationResource'] }]),
    ...(adyen === undefined ? [] : [{ connector: adyen, resourceTypes: ['BankTransferSEPA'] }]),
    { connector: 'sandbox' },
  ];
  await routeShops(scene, weighted(['sandbox', ...accounts]));
  await scene.world.query(`UPDATE wallet_providers ${ROUTES} WHERE id = 'test'`, [JSON.stringify(payouts)]);
}

async function disturb(scene: Scene, acquirers: readonly AcquirerProcess[]): Promise<void> {
  const { random } = scene;
  const acquirer = random.pick(acquirers);
  const what = random.pick(['kill', 'freeze', 'request', 'request', 'request'] as const);
  if (what === 'request') {
    const times = random.int(1, 4);
    await acquirer.inject({ type: random.pick(REQUEST_FAULTS), times });
    return scene.count(times);
  }
  scene.count();
  if (what === 'kill') {
    await acquirer.kill();
    return acquirer.run();
  }
  const { pid } = acquirer;
  process.kill(pid, 'SIGSTOP');
  await undoing(
    () => process.kill(pid, 'SIGCONT'),
    () => sleep(random.int(1_000, 8_000)),
  );
}

async function trouble(scene: Scene): Promise<void> {
  const acquirers = await scene.world.startAcquirers();
  await undoing(
    () => route(scene, []),
    async () => {
      await route(scene, acquirers);
      await repeatedly(scene, [200, 1_500], () => disturb(scene, acquirers));
      for (const acquirer of acquirers) await acquirer.inject({ type: 'dropAfter', times: 0 });
    },
  );
  for (const acquirer of acquirers) {
    const { effects, problems } = await acquirer.read();
    for (const kind of ['authorise', 'payOut']) {
      if (!effects.some((effect) => effect.kind === kind))
        scene.accuse({ rule: 'each stand-in takes payments and pays out', where: acquirer.name, found: `no ${kind}` });
    }
    for (const found of problems.slice(0, 5))
      scene.accuse({ rule: 'requests and answers keep the published description', where: acquirer.name, found });
  }
}

export const acquirers: readonly Experiment[] = [
  {
    name: 'acquirers',
    title: 'stand-ins of YooKassa and Adyen: kill -9, SIGSTOP, lost, silent, late, 503',
    load: { payments: 10, wallets: 5 },
    seconds: { whole: 60, short: 30 },
    fault: trouble,
  },
];
