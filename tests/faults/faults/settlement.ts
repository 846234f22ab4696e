import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../../harness/random';
import { repeatedly, type Experiment, type Scene } from '../experiment';
import { OWN_ACCOUNT } from '../load/bank';
import { Treasury } from '../load/treasury';
import { undoing } from '../undo';
import type { OwnWorld } from '../world';
import { forget, order } from './connector';
import { getHandle, killBackend, killOne, pickBackend } from './kills';

/**
 * Batches that are closed, and payouts that go to a bank in files and come back in its statements, that two operators record, or that
 * the sandbox pays, with kill -9 and SIGSTOP of every process in between.
 */

const VICTIMS = ['api', 'worker', 'worker', 'postgres', 'temporal', 'sandbox'] as const;
const TREASURIES = 5;
/** Refunds under way take at most this much of what payouts leave. */
const KEPT_MINOR = 3_000_000;
const TERMS = {
  ...{ calendar: 'everyDay', delays: [{ days: 0 }], keepAmounts: [{ currency: 'RUB', amount: KEPT_MINOR }] },
  // Each batch holds a share and releases that of the batch before.
  ...{ reserve: { rolling: { basisPoints: 500, days: 0 } }, netAcrossContract: true },
};

const PAYOUT_ACCOUNTS = [{ currency: 'RUB', name: 'Provider', account: { number: OWN_ACCOUNT } }];
const BY_CONNECTOR = { payoutConnectors: [{ currency: 'RUB', connector: 'sandbox' }] };
/** What the sandbox does with payouts: most leave time for faults between the request and the answer. */
const BEHAVIOURS = [
  ...['dropBefore', 'dropAfter', 'hangAfter', 'unavailable'].map((type) => ({ type })),
  ...['delayBefore', 'delay'].map((type) => ({ type, delayMs: 4_000 })),
  { type: 'decline', failure: 'RejectedByIssuer' },
  { type: 'defer', pendingMs: 3_000 },
  { type: 'defer', pendingMs: 3_000, failure: 'RejectedByIssuer' },
];

type Victim = (typeof VICTIMS)[number];

/** Freezes a process, or a backend of PostgreSQL, for longer than a request may take. */
async function freeze(scene: Scene, victim: Victim): Promise<void> {
  const pid = victim === 'postgres' ? await pickBackend(scene) : getHandle(scene, victim).pid();
  if (pid === undefined) return;
  const signal = (name: 'SIGSTOP' | 'SIGCONT'): boolean => {
    try {
      return process.kill(pid, name);
    } catch {
      // A backend ends with its connection.
      return false;
    }
  };
  if (!signal('SIGSTOP')) return;
  await undoing(
    () => signal('SIGCONT'),
    () => sleep(scene.random.int(1_000, 6_000)),
  );
  scene.count();
}

function disturb(scene: Scene): Promise<void> {
  const { random } = scene;
  return repeatedly(scene, [200, 2_000], async () => {
    const victim = random.pick(VICTIMS);
    if (random.next() < 0.4) await freeze(scene, victim);
    else if (victim === 'postgres') await killBackend(scene);
    else await killOne(scene, victim);
  });
}

/** The sandbox may be down at this moment. */
async function mislead(scene: Scene): Promise<void> {
  const match = { kinds: ['payOut'], operationIDPrefix: 'payout/' };
  while (!scene.isOver()) {
    await order(scene, { match, behaviour: scene.random.pick(BEHAVIOURS), times: 1 }).then(
      () => scene.count(),
      () => undefined,
    );
    await scene.pause(scene.random.int(200, 1_500));
  }
}

/** Shops are paid what exceeds the kept amount, at once and on any day: one by files, the other by the sandbox. */
export async function withTerms(world: OwnWorld, work: () => Promise<void>): Promise<void> {
  const change = (terms: string, values: unknown[] = []) => world.query(`UPDATE shops SET terms = ${terms}`, values);
  const terms = `terms || jsonb_build_object('settlement', CASE id WHEN $1 THEN $2::jsonb ELSE $3::jsonb END)`;
  const accounts = `UPDATE payment_institutions SET terms = terms || jsonb_build_object('payoutAccounts', $1::jsonb)`;
  await undoing(
    () => change(`terms - 'settlement'`),
    async () => {
      await world.query(accounts, [JSON.stringify(PAYOUT_ACCOUNTS)]);
      const [byConnector, byFile] = [{ ...TERMS, ...BY_CONNECTOR }, TERMS].map((each) => JSON.stringify(each));
      await change(terms, [`${world.situation.demo.shopID}-brief-hold`, byConnector, byFile]);
      await work();
    },
  );
}

/** @param accuse is called with contradictions in the outcomes of commands */
export function openTreasury(world: OwnWorld, random: Random, accuse: Treasury['options']['accuse']): Treasury {
  const { shopID } = world.situation.demo;
  return new Treasury({
    ...{ client: world.client(random.of('client')), random, operators: world.wallets.operators, accuse },
    shopIDs: [shopID, `${shopID}-brief-hold`],
    name: `settlement-${random.int(0, 0xffffffff).toString(36)}`,
  });
}

/** Closes and pays until the faults are over, and then what is left. */
async function settleShops(scene: Scene): Promise<void> {
  const { world } = scene;
  const rule = 'a payout is recorded once, by one of two commands';
  const treasuries = Array.from({ length: TREASURIES }, (_, index) =>
    openTreasury(world, scene.random.of(`treasury-${index}`), (found, where) => scene.accuse({ rule, where, found })),
  );
  const [first] = treasuries as [Treasury];
  await first.fund(KEPT_MINOR);
  const taken = new Set<string>();
  const live = async (treasury: Treasury, index: number): Promise<void> => {
    const { shopIDs } = treasury.options;
    // However slow the machine is, both shops are paid.
    let shopID = shopIDs[index % shopIDs.length];
    do {
      await treasury.close(shopID);
      // A file has several payouts.
      for (let more = treasury.options.random.int(0, 2); more > 0; more--) await treasury.close(shopIDs[0]);
      shopID = undefined;
      const open = (await treasury.listOpen()).filter(({ id }) => !taken.has(id));
      for (const { id } of open) taken.add(id);
      await treasury.finishAll(open);
    } while (!scene.isOver());
  };
  await Promise.all([disturb(scene), mislead(scene), ...treasuries.map(live)]);
  await forget(scene);
  await first.finishAll(await first.listOpen());
  // However few payouts the machine had time for, each way is used.
  if (treasuries.every(({ ended }) => ended.length === 0)) await first.payOnly('byHand');
  if (treasuries.every(({ bank }) => bank.ended.length === 0)) await first.payOnly('byFile');
  const ends = {
    'by hand': treasuries.flatMap(({ ended }) => ended),
    'by files': treasuries.flatMap(({ bank }) => bank.ended),
    'by the connector': treasuries.flatMap(({ endedByConnector }) => endedByConnector),
  };
  for (const [how, each] of Object.entries(ends)) {
    const found = `none ${how}`;
    if (each.length === 0) scene.accuse({ rule: 'payouts come to their end', where: 'settlement', found });
    scene.note(`${each.length} payouts ended ${how} (${formatCounts(each)})`);
  }
  const count = (name: keyof Treasury['bank']['counts']) =>
    treasuries.reduce((sum, { bank }) => sum + bank.counts[name], 0);
  scene.note(
    `${count('files')} bank files, ${count('confirmedTwice')} confirmed twice, ${count('cancelled')} cancelled, ${count('statements')} statements applied twice`,
  );
}

const formatCounts = (texts: readonly string[]): string =>
  [...new Set(texts)].map((text) => `${texts.filter((each) => each === text).length} ${text}`).join(', ');

export const settlement: readonly Experiment[] = [
  {
    name: 'settlement',
    title:
      'closing batches, payouts by bank files and statements sent twice and by a connector: kill -9, SIGSTOP of every process',
    load: { payments: 8, wallets: 0 },
    seconds: { whole: 45, short: 20 },
    fault: (scene) => withTerms(scene.world, () => settleShops(scene)),
  },
];
