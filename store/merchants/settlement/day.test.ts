import { randomBytes } from 'node:crypto';
import { keepSandboxAccount } from '../../../operators/connector-accounts/sandbox-account';
import { copyDatabase, freshDatabase } from '../../../tests/harness/database';
import { DAY_CURRENCIES, makeDay, type DayShop } from '../../../tests/harness/factories/settled-day';
import { seedReferenceData } from '../../../tests/harness/reference-data';
import { reserveAccount, settlementAccountIDs } from '../../platform/ledger/accounts';
import { readBalance } from '../../platform/ledger/ledger';
import { verifyLedger } from '../../platform/ledger/verify';
import { DEMO } from '../../operators/demo/demo';
import { openStore, type Store } from '../../store';
import { closeBatch } from './batch.close';

/**
 * A day of payments with refunds, disputes, reserves, and withheld and billed fees, in three currencies and two shops of a contract. `HOLDFAST_TEST_DAY=10000`
 * makes it as large as the acceptance of settlement demands; docs/settlement.md has its figures.
 */
const COUNT = Number(process.env['HOLDFAST_TEST_DAY'] ?? 300);
const LAST_DAY = '2099-12-31';
/** After the days of the rolling reserve. */
const LATER_DAY = '2100-06-01';
const FIXED_MINOR = 10_000n;
const RESERVE = {
  rolling: { basisPoints: 1_000, days: 30 },
  fixedAmounts: DAY_CURRENCIES.map((currency) => ({ currency, amount: Number(FIXED_MINOR) })),
};
const CALLERS = 64;

const ENCRYPTION_KEY = randomBytes(32).toString('base64');
const [WITHHELD, BILLED]: [DayShop, DayShop] = [
  { partyID: DEMO.partyID, shopID: DEMO.shopID, feeBasisPoints: 250, isBilled: false },
  { partyID: DEMO.partyID, shopID: `${DEMO.shopID}-billed`, feeBasisPoints: 190, isBilled: true },
];
const SETTLEMENTS = [WITHHELD, BILLED].flatMap(({ shopID }) =>
  DAY_CURRENCIES.map((currency) => ({ shopID, currency, untilDay: LAST_DAY })),
);

const stores: Store[] = [];
let owed: Map<string, bigint>;
let original: Store;
let copy: Store;

beforeAll(async () => {
  const url = await freshDatabase();
  const store = open(url);
  await keepSandboxAccount(store, { SANDBOX_SECRET: 'a-secret-of-the-sandbox', SANDBOX_URL: 'http://127.0.0.1:9' });
  await seedReferenceData(store.database);
  await addShops(store);
  owed = await makeDay(store, [WITHHELD, BILLED], COUNT);
  await store.database.close();
  copy = open(await copyDatabase(url));
  original = open(url);
}, 1_800_000);

afterAll(async () => {
  for (const { database } of stores) await database.close().catch(() => undefined);
});

function open(url: string): Store {
  const store = openStore({ DATABASE_URL: url, ENCRYPTION_KEY }, 16);
  stores.push(store);
  return store;
}

async function addShops({ database }: Store): Promise<void> {
  await database.search(
    `INSERT INTO shops (id, party_id, currency, category_id, contract_id, location_url, name, terms)
     SELECT $1, party_id, currency, category_id, contract_id, location_url, name, terms FROM shops WHERE id = $2`,
    [BILLED.shopID, WITHHELD.shopID],
  );
  for (const { shopID, feeBasisPoints, isBilled } of [WITHHELD, BILLED]) {
    const terms = {
      settlement: { reserve: RESERVE },
      ...{ routes: [{ connector: 'sandbox' }], currencies: DAY_CURRENCIES, feeBasisPoints },
      ...(isBilled && { feeCollection: 'billed' }),
    };
    await database.search('UPDATE shops SET terms = $2 WHERE id = $1', [shopID, JSON.stringify(terms)]);
  }
}

/** All that a closing decides, without ids and times. */
async function readBooks({ database }: Store): Promise<Record<'batches' | 'lines' | 'payouts', object[]>> {
  return {
    batches: await database.search(
      `SELECT b.shop_id, b.currency, b.number, b.opening::text, b.line_count, b.net::text, b.closing::text
       FROM settlement_batches b WHERE closed_at IS NOT NULL ORDER BY 1, 2, 3`,
      [],
    ),
    lines: await database.search(
      `SELECT l.shop_id, CASE WHEN l.transfer_id LIKE 'reserve/%' THEN regexp_replace(l.transfer_id, '/[^/]+/', '/BATCH/') ELSE l.transfer_id END AS transfer, b.number, l.gross, l.fee, l.available_on::text FROM settlement_lines l JOIN settlement_batches b ON b.id = l.batch_id
       WHERE l.transfer_id NOT LIKE 'payout/%' ORDER BY 1, 2, 3, 4`,
      [],
    ),
    payouts: await database.search('SELECT shop_id, currency, amount FROM payouts ORDER BY 1, 2, 3', []),
  };
}

const readOwn = async (accounts: string | readonly string[]): Promise<bigint> =>
  (await readBalance(original.database, accounts)).own;

test('a day closes into batches whose sums are the ledger’s, and twice the same', async () => {
  for (const settlement of SETTLEMENTS) {
    const { shopID, currency } = settlement;
    const amount = owed.get(`${shopID} ${currency}`)!;
    expect([settlement, await readOwn(settlementAccountIDs(shopID, currency))]).toEqual([settlement, amount]);
    const first = await closeBatch(original, settlement);
    const kept = await readOwn(reserveAccount(shopID, currency).id);
    expect(kept).toBeGreaterThan(FIXED_MINOR);
    expect(first).toMatchObject({ number: 1, openingMinor: 0n, netMinor: amount - kept, closingMinor: 0n });
    const second = await closeBatch(original, { ...settlement, untilDay: LATER_DAY });
    expect(second).toMatchObject({ number: 2, netMinor: kept - FIXED_MINOR, closingMinor: 0n });
    expect(await readOwn(reserveAccount(shopID, currency).id)).toBe(FIXED_MINOR);
  }
  const books = await readBooks(original);
  expect(books.lines.length).toBeGreaterThan(COUNT);
  expect(books.payouts).toHaveLength(2 * SETTLEMENTS.length);
  expect(await verifyLedger(original.database)).toEqual([]);

  for (const settlement of SETTLEMENTS)
    for (const untilDay of [LAST_DAY, LATER_DAY])
      await Promise.all(Array.from({ length: CALLERS }, () => closeBatch(copy, { ...settlement, untilDay })));
  expect(await readBooks(copy)).toEqual(books);
  expect(await verifyLedger(copy.database)).toEqual([]);
}, 600_000);
