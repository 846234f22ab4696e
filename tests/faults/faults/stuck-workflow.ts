import { setTimeout as sleep } from 'node:timers/promises';
import type { Experiment, Scene } from '../experiment';
import { decideAtSandbox } from '../acquirers';
import { getOrder } from '../load/load';
import { CARDS } from '../load/payments';
import { callback, order } from './connector';

/**
 * Signals arrive while the worker carries out a step whose task is not recorded yet, and the worker is killed before it is. Each
 * payment must end by its deadline nevertheless. A worker that is killed every few seconds ends no step, so the bound counts from the last kill
 * where that is later.
 */

const ROUNDS = 50;
const PAYMENTS_PER_ROUND = 4;
const DEADLINE = '1m';
/** The sweeper ends what stands still three minutes after its deadline. */
const END_MS = 420_000;
/** A deadline, three minutes after it, and a margin. */
const WATCH_MS = 250_000;
const RULE = 'every payment ends by its deadline';

interface RoundPayment {
  /** `INVOICE.PAYMENT` */
  name: string;
  createdAt: number;
}

async function pay(scene: Scene, name: string): Promise<RoundPayment> {
  const random = scene.random.of(name);
  const payer = { card: CARDS.redirected, flow: { type: 'PaymentFlowInstant' }, processingDeadline: DEADLINE };
  const payment = await getOrder(scene.world, { random, name }, (each) => each.pay(payer));
  return { name: `${payment.invoiceID}.${payment.paymentID}`, createdAt: Date.now() };
}

/** Sends signals during the authorisation, which takes longer than the worker lives, and kills the worker. */
async function runRound(scene: Scene, round: number): Promise<RoundPayment[]> {
  const { random, world } = scene;
  const delay = { type: 'delay', delayMs: random.int(300, 2_500) };
  const kinds = ['authorise', 'lookUp', 'capture'];
  await order(scene, { match: { kinds }, behaviour: delay, times: 2 * PAYMENTS_PER_ROUND });
  const paid = await Promise.all(
    Array.from({ length: PAYMENTS_PER_ROUND }, (_, index) => pay(scene, `stuck-${round}-${index}`)),
  );
  const names = paid.map(({ name }) => name);
  const signal = async (): Promise<void> => {
    for (const name of names) await callback(scene, { operationID: `payment/${name}/authorise` });
  };
  await signal();
  await sleep(random.int(0, 800));
  await signal();
  await world.platform.processes.worker.kill();
  const killedAt = performance.now();
  scene.count();
  await signal();
  await world.platform.processes.worker.start();
  scene.recovered('worker', performance.now() - killedAt);
  for (const name of names) {
    if (random.next() >= 0.6) continue;
    const decision = random.pick(['confirm', 'confirm', 'refuse']);
    await decideAtSandbox(world.situation.sandboxUrl, `payment/${name}/authorise`, decision);
  }
  return paid;
}

/** Waits until all have ended, and reports those that have not three minutes after their deadline and the last kill. */
async function examine(scene: Scene, paid: readonly RoundPayment[], lastKill: Date): Promise<void> {
  const names = paid.map(({ name }) => name);
  const readOpen = () =>
    scene.world.query<{ name: string }>(
      `SELECT invoice_id || '.' || id AS name FROM payments
       WHERE invoice_id || '.' || id = ANY ($1) AND status = 'pending'
         AND greatest(processing_deadline, $2) < now() - interval '3 minutes'`,
      [names, lastKill],
    );
  const late = new Set<string>();
  const last = Math.max(...paid.map(({ createdAt }) => createdAt)) + WATCH_MS;
  while (Date.now() < last && (await countPending(scene, names)) > 0) {
    for (const { name } of await readOpen()) late.add(name);
    await sleep(2_000);
  }
  for (const where of late)
    scene.accuse({ rule: RULE, where, found: 'it was pending three minutes after its deadline and the last kill' });
  const end = Date.now() + END_MS - WATCH_MS;
  for (let open = await readOpen(); open.length > 0 && Date.now() < end; open = await readOpen()) await sleep(2_000);
}

function countPending({ world }: Scene, names: readonly string[]): Promise<number> {
  const pending = `SELECT count(*) FROM payments WHERE invoice_id || '.' || id = ANY ($1) AND status = 'pending'`;
  return world.count(pending, [names]);
}

async function trouble(scene: Scene): Promise<void> {
  const paid: RoundPayment[] = [];
  let round = 0;
  for (; round < ROUNDS && !scene.isOver(); round++) paid.push(...(await runRound(scene, round)));
  const restarts = await scene.world.count(
    `SELECT coalesce(sum(count), 0) FROM workflow_restarts WHERE reason <> 'missing'`,
  );
  await examine(scene, paid, new Date());
  scene.note(`${round} rounds, ${paid.length} payments, ${restarts} restarts of stuck workflows`);
}

export const stuckWorkflows: readonly Experiment[] = [
  {
    name: 'stuck-workflow',
    title: 'signals between a step and the recording of its task, kill -9 of the worker',
    load: { payments: 4, wallets: 0 },
    seconds: { whole: 780 },
    fault: trouble,
  },
];
