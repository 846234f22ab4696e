import { setTimeout as sleep } from 'node:timers/promises';
import type { Experiment, Scene } from '../experiment';
import { formatText, type LoadResponse } from '../load/client';
import { getOrder } from '../load/load';
import type { LoadOrder, LoadPayment } from '../load/payments';
import { conversion } from '../load/wallets';
import type { Random } from '../../harness/random';

/** Concurrent calls about one entity: one wins, and all callers learn which. */

const WAYS = 64;
const CALM = { payments: 2, wallets: 1 } as const;

type Attack = (scene: Scene, order: LoadOrder) => Promise<void>;

function attacking(given: { name: string; title: string; short?: number }, attack: Attack): Experiment {
  return {
    name: given.name,
    title: given.title,
    load: CALM,
    seconds: { whole: 40, ...(given.short !== undefined && { short: given.short }) },
    fault: async (scene) => {
      for (let round = 0; round === 0 || !scene.isOver(); round++) {
        const random = scene.random.of(round);
        const name = `${given.name}-round-${round}`;
        await getOrder(scene.world, { random, name }, (order) => attack(scene, order));
      }
    },
  };
}

/** 64 captures and cancellations of one hold, some with another amount: one is accepted. */
const decisions: Attack = async (scene, order) => {
  const payment = await order.pay();
  await order.until(payment.path, ['processed']);
  const accepted = await atOnce(scene, order, (client, random) => {
    const amount = random.int(1, payment.amount);
    const body = { reason: 'race', ...(random.next() < 0.3 && { amount }) };
    return random.next() < 0.5
      ? client.post(`${payment.path}/capture`, body)
      : client.post(`${payment.path}/cancel`, { reason: 'race' });
  });
  oneWins(scene, payment, accepted);
  await order.until(payment.path, ['captured', 'cancelled']);
};

/** The same while the hold expires. */
const expiry: Attack = async (scene, order) => {
  const onHoldExpiration = order.options.random.pick(['cancel', 'capture']);
  const flow = { type: 'PaymentFlowHold', onHoldExpiration };
  const payment = await order.pay({ flow }, { shopID: order.options.briefHoldShopID });
  await order.until(payment.path, ['processed', 'captured', 'cancelled']);
  await sleep(order.options.random.int(2_500, 5_000));
  const accepted = await atOnce(scene, order, (client, random) =>
    client.post(`${payment.path}/${random.pick(['capture', 'cancel'])}`, { reason: 'race' }),
  );
  if (accepted.count > 1) oneWins(scene, payment, accepted);
  await order.until(payment.path, ['captured', 'cancelled']);
};

/** 64 refunds of a third each: at most three succeed, one after the other. */
const refunds: Attack = async (scene, order) => {
  const payment = await order.payInstantly();
  await order.until(payment.path, ['captured']);
  const amount = Math.max(1, Math.floor(payment.amount / 3));
  await atOnce(scene, order, (client) =>
    client.post(`${payment.path}/refunds`, { amount, currency: 'RUB', reason: 'race' }),
  );
};

/** A hundred creations with one external id, half with other parameters: one invoice, and conflicts. */
const creations: Attack = async (scene, order) => {
  const { random, shopID, journal } = order.options;
  const externalID = order.externalID();
  const dueDate = new Date(Date.now() + 3_600_000).toISOString();
  const base = { externalID, shopID, dueDate, currency: 'RUB', product: 'Гонка', metadata: {} };
  const answers = await Promise.all(
    Array.from({ length: 100 }, async (_, index) => {
      const caller = scene.world.client(random.of(index));
      const amount = index % 2 === 0 ? 1_000 : 2_000;
      return { amount, ...(await caller.post('/v2/processing/invoices', { ...base, amount })) };
    }),
  );
  scene.count(answers.length);
  const made = answers.filter(({ status }) => status === 201);
  for (const { body } of made) {
    journal.acknowledged.push({ kind: 'invoice', externalID, id: formatText(body, 'invoice', 'id') });
  }
  const amounts = new Set(made.map(({ amount }) => amount));
  const refused = answers.filter(({ status }) => status === 409);
  if (amounts.size === 1 && made.length + refused.length === answers.length && made.length === 50) return;
  const found = `${made.length} made of ${amounts.size} kinds, ${refused.length} refused as conflicts`;
  scene.accuse({ rule: 'one external id, one body', where: externalID, found });
};

async function atOnce(
  scene: Scene,
  order: LoadOrder,
  call: (client: LoadOrder['options']['client'], random: Random) => Promise<LoadResponse>,
): Promise<Accepted> {
  const answers = await Promise.all(
    Array.from({ length: WAYS }, (_, index) => {
      const random = order.options.random.of(`racer-${index}`);
      return call(scene.world.client(random.of('ids')), random);
    }),
  );
  scene.count(answers.length);
  const odd = answers.filter(({ status }) => ![201, 202, 400, 409].includes(status));
  for (const { status } of odd)
    scene.accuse({ rule: 'a race is answered', where: order.options.name, found: `${status}` });
  const count = answers.filter(({ status }) => status === 202).length;
  return { count, isCertain: answers.every(({ attempts }) => attempts === 1) };
}

/** The number of accepted calls; a retried call may have been accepted before. */
interface Accepted {
  count: number;
  isCertain: boolean;
}

function oneWins(scene: Scene, { invoiceID, paymentID }: LoadPayment, { count, isCertain }: Accepted): void {
  if (count === 1 || (count === 0 && !isCertain)) return;
  const where = `${invoiceID}.${paymentID}`;
  scene.accuse({ rule: 'of racing decisions one is accepted', where, found: `${count} were` });
}

/** Opposite conversions of the same wallets by all callers. */
async function convert(scene: Scene): Promise<void> {
  const { world, random } = scene;
  const { journal, wallets: desk } = world;
  for (let round = 0; round === 0 || !scene.isOver(); round++) {
    const name = `convert-round-${round}`;
    const flows = Array.from({ length: 16 }, (_, index) => {
      const own = random.of(`${round}/${index}`);
      return conversion({ client: world.client(own.of('ids')), journal, random: own, desk, name: `${name}-${index}` });
    });
    await Promise.all(flows);
    scene.count(flows.length);
  }
}

export const races: readonly Experiment[] = [
  attacking({ name: 'race-decisions', title: '64 captures and cancels of one hold', short: 10 }, decisions),
  attacking({ name: 'race-expiry', title: '64 decisions while the hold expires' }, expiry),
  attacking({ name: 'race-refunds', title: '64 refunds of one payment' }, refunds),
  attacking(
    { name: 'race-creations', title: '100 creations of one external id, half of another body', short: 10 },
    creations,
  ),
  {
    name: 'race-conversions',
    title: 'opposite conversions at once',
    load: CALM,
    seconds: { whole: 30 },
    fault: convert,
  },
];
