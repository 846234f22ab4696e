import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { runFolder, service } from '../../harness/services';
import { getOrder } from '../load/load';
import { PAYMENT_FLOWS } from '../load/payments';
import { WALLET_FLOWS } from '../load/wallets';
import { Random } from '../../harness/random';
import { openTreasury, withTerms } from '../faults/settlement';
import { settle } from '../settle';
import { OwnWorld } from '../world';
import { withDatabase, withEngine } from '../sources';
import { check } from './checker';
import { WorkflowMonitor } from './workflow-monitor';
import type { SeededViolation } from './plant';
import { SEEDED_VIOLATIONS } from './seeded-violations';
import { openWorkflows } from './workflows';

/** Proves that the checker finds violations, which are seeded into copies of a platform's data. */

let world: OwnWorld;

beforeAll(async () => {
  const random = new Random('planted');
  world = await OwnWorld.start(random, { temporal: 'shared' });
  const { journal, wallets: desk } = world;
  const flows = [...new Set(PAYMENT_FLOWS)].map((flow, index) =>
    getOrder(world, { random: random.of(`payment-${index}`), name: `planted-${index}` }, flow),
  );
  const integrator = [...new Set(WALLET_FLOWS)].map((flow, index) => {
    const own = random.of(`wallet-${index}`);
    return flow({ client: world.client(own), journal, random: own, desk, name: `planted-w${index}` });
  });
  await Promise.all([...flows, ...integrator]);
  await payShops();
  expect(await settle(world)).toBeUndefined();
  for (const name of ['worker', 'api', 'sandbox'] as const) await world.platform.processes[name].stop();
});

afterAll(() => world?.stop());

/** Closes batches and pays by a file, by hand and by the connector, until each has paid one. */
async function payShops(): Promise<void> {
  const treasury = openTreasury(world, new Random('payouts'), (found) => void world.journal.complaints.push(found));
  const { shopIDs } = treasury.options;
  const ways: string[][] = [treasury.bank.ended, treasury.ended, treasury.endedByConnector];
  await withTerms(world, async () => {
    await treasury.fund(3_000_000);
    for (let round = 0; round < 5 && !ways.every((ended) => ended.includes('paid')); round++) {
      for (const shopID of [...shopIDs, ...shopIDs, ...shopIDs, ...shopIDs]) await treasury.close(shopID);
      const open = await treasury.listOpen();
      const filed = open.filter(({ connector }) => connector === undefined).slice(2);
      await treasury.bank.pay(filed.map(({ id }) => id));
      for (const payout of open.filter((each) => !filed.includes(each))) await treasury.finish(payout);
    }
  });
  const paid = expect.arrayContaining(['paid']);
  expect({ ...world.journal, ways }).toMatchObject({ complaints: [], ways: [paid, paid, paid] });
}

/** Copies a database and changes it without constraints. */
async function planted(url: string, statements: readonly string[]): Promise<string> {
  if (statements.length === 0) return url;
  const { adminUrl } = await service('postgres');
  const name = `planted_${randomBytes(5).toString('hex')}`;
  await requested(adminUrl, [`CREATE DATABASE ${name} TEMPLATE ${new URL(url).pathname.slice(1)}`]);
  const copy = Object.assign(new URL(url), { pathname: `/${name}` }).href;
  await requested(copy, ['SET session_replication_role = replica', ...statements]);
  return copy;
}

async function requested(url: string, statements: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

/** The rules that are violated after seeding. */
async function rulesBroken({ record = [], sandbox = [], evidence, log }: SeededViolation): Promise<string[]> {
  const { databaseUrl, sandboxDatabaseUrl } = world.situation;
  const urls = {
    databaseUrl: await planted(databaseUrl, record),
    sandboxDatabaseUrl: await planted(sandboxDatabaseUrl, sandbox),
  };
  const violations = await world.examine((found) => {
    // The data of the run was searched before seeding.
    const places = log ? [getLog(log(found.secrets))] : [];
    const before = { ...found, places, ends: new Map(found.ends), restartLimitMs: 0 };
    return check({ ...before, ...evidence?.(before) });
  }, urls);
  return [...new Set(violations.map(({ rule }) => rule))];
}

function getLog(text: string): string {
  const file = join(runFolder('trials'), `${randomBytes(4).toString('hex')}.log`);
  writeFileSync(file, text);
  return file;
}

test('the checker finds no violation in correct data', async () => {
  const violations = await world.examine(check);
  expect(violations).toEqual([]);
});

test.each(SEEDED_VIOLATIONS)('%s: finds %s', async (rule, _what, plant) => {
  expect(await rulesBroken(plant)).toContain(rule);
});

test('the checker finds an open entity without a workflow while the platform runs', async () => {
  const { databaseUrl, temporalAddress } = world.situation;
  const copy = await planted(databaseUrl, [
    `UPDATE withdrawals SET status = 'Pending', failure = NULL WHERE ctid = (SELECT min(ctid) FROM withdrawals)`,
  ]);
  const watch = new WorkflowMonitor({
    open: () => withDatabase(copy, openWorkflows),
    isAlive: (id) => withEngine(temporalAddress, (isAlive) => isAlive(id)),
    canRevive: async () => true,
    limitMs: 30_000,
  });
  for (const nowMs of [0, 1_000, 20_000]) await watch.look(nowMs);
  expect(watch.violations).toEqual([]);
  await watch.look(32_000);
  expect(watch.violations).toMatchObject([{ rule: 'what is open has a live workflow' }]);
});
