import { seedWithdrawals } from '../../../tests/harness/factories/many-withdrawals';
import {
  aDestination,
  anIdentity,
  aWallet,
  startWalletApi,
  type WalletApi,
} from '../../../tests/harness/factories/wallet';
import { where, type Condition } from '../../platform/listing/condition';
import { buildPageQuery } from '../../platform/listing/list-page';
import { listWithdrawals, WITHDRAWALS } from './withdrawal.queries';

const COUNT = 30_000;
const from = new Date('2026-01-01T00:00:00Z');
const at = (seconds: number) => new Date(from.getTime() + seconds * 1_000);

let api: WalletApi;
let wallet: string;

beforeAll(async () => {
  api = await startWalletApi();
  const identity = await anIdentity(api.integrator);
  wallet = await aWallet(api.integrator, { identity });
  const destination = await aDestination(api.integrator, { identity });
  await seedWithdrawals(api.databaseUrl, { name: 'w', wallet, destination, from, count: COUNT, everyMs: 1_000 });
});

afterAll(() => api?.stop());

interface Explained {
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
}

async function readBlocks(page: {
  conditions?: (Condition | undefined)[];
  createdAtTo?: Date;
  afterSeconds?: number;
}): Promise<number> {
  const { conditions = [], createdAtTo, afterSeconds } = page;
  const after = afterSeconds === undefined ? undefined : { createdAt: at(afterSeconds), id: `w-${afterSeconds}` };
  const until = where('w.created_at <= ?', createdAtTo);
  const { text, values } = buildPageQuery(WITHDRAWALS, { owner: api.own.partyID, conditions, until, limit: 21 }, after);
  const [row] = await api.store.database.search<{ 'QUERY PLAN': [{ Plan: Explained }] }>(
    `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`,
    values,
  );
  const plan = row?.['QUERY PLAN'][0].Plan;
  if (!plan) throw new Error('EXPLAIN returned no plan');
  return plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
}

test.each([
  ['the first page', {}],
  ['a late page', { afterSeconds: 100 }],
  ['a first page that ends early', { createdAtTo: at(100) }],
  ['a late page of a long span', { createdAtTo: at(COUNT), afterSeconds: 100 }],
])('%s reads little of many withdrawals', async (_, page) => {
  expect(await readBlocks(page)).toBeLessThan(40);
  const conditions = [where('w.wallet_id = ?', wallet)];
  expect(await readBlocks({ ...page, conditions })).toBeLessThan(40);
});

test('paging through withdrawals of one millisecond neither repeats nor skips any', async () => {
  const identity = await anIdentity(api.integrator);
  const walletID = await aWallet(api.integrator, { identity });
  const destination = await aDestination(api.integrator, { identity });
  const everyMs = 0.005;
  await seedWithdrawals(api.databaseUrl, { name: 'm', wallet: walletID, destination, from: at(0), count: 99, everyMs });
  const names: string[] = [];
  for (let continuationToken: string | undefined, isLast = false; !isLast;) {
    const page = await listWithdrawals(api.store, { partyID: api.own.partyID, walletID, limit: 10, continuationToken });
    names.push(...page.rows.map(({ id }) => id));
    ({ continuationToken } = page);
    isLast = continuationToken === undefined;
  }
  expect(names).toEqual(Array.from({ length: 99 }, (_, index) => `m-${99 - index}`));
});

test('paging through a bounded period neither repeats nor skips any', async () => {
  const request = { partyID: api.own.partyID, createdAtFrom: at(50), createdAtTo: at(95), limit: 20 };
  const seen: string[] = [];
  for (let continuationToken: string | undefined; ;) {
    const page = await listWithdrawals(api.store, { ...request, continuationToken });
    seen.push(...page.rows.map(({ id }) => id));
    if (!page.continuationToken) break;
    ({ continuationToken } = page);
  }
  expect(seen).toEqual(Array.from({ length: 46 }, (_, index) => `w-${95 - index}`));
  const { continuationToken } = await listWithdrawals(api.store, request);
  const other = { ...request, createdAtTo: at(94), continuationToken };
  await expect(listWithdrawals(api.store, other)).rejects.toMatchObject({ code: 'badToken' });
});
