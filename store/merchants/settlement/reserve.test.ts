import { randomInt } from 'node:crypto';
import fc from 'fast-check';
import { addDays } from '../../../domain/merchants/settlement/calendar-day';
import { availableOn } from '../../../domain/merchants/settlement/available-on';
import { settlementTerms, type ReserveTerms } from '../../../domain/merchants/settlement/settlement-terms';
import { startApi, type TestApi } from '../../../tests/harness/api';
import { aSettledShop, AT_ONCE, postMovements } from '../../../tests/harness/factories/settlement';
import { reserveAccount, settlementAccountIDs } from '../../platform/ledger/accounts';
import { readBalance } from '../../platform/ledger/ledger';
import { verifyLedger } from '../../platform/ledger/verify';
import type { Settlement } from './balance-lines';
import { closeBatch } from './batch.close';
import { listBalanceTransactions, listPayouts, readSettlementBalance } from './settlement.queries';

/* What batches keep back, release, and give to other shops of the contract. */

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(async () => {
  expect(await verifyLedger(api.store.database)).toEqual([]);
  await api?.stop();
});

/** The day on which what is posted now is available. */
const TODAY = availableOn({ postedAt: new Date(), currency: 'RUB' }, settlementTerms({ settlement: AT_ONCE }));
const on = (days: number): string => addDays(TODAY, days);
const rolling = (days: number): ReserveTerms => ({ rolling: { basisPoints: 1_000, days } });
const newContract = (): string => `contract-${randomInt(1e9)}`;

async function setTerms({ shopID }: Settlement, settlement: object): Promise<void> {
  await api.setTerms(shopID, { settlement: { ...AT_ONCE, ...settlement } });
}

/** With the cut-off at midnight the noon of a day is of the next business day. */
async function endContract(contractID: string, day: string): Promise<void> {
  const text = 'UPDATE contracts SET valid_until = $2::timestamptz WHERE id = $1';
  await api.store.database.run({ name: 'test-end', text }, [contractID, `${addDays(day, -1)}T12:00:00Z`]);
}

let number = 0;
async function earn(settlement: Settlement, amount: bigint): Promise<void> {
  const id = `payment/1m000000000000reserve.${(number += 1)}/capture`;
  await postMovements(api.store.database, settlement, [{ id, amount }]);
}
async function give(settlement: Settlement, amount: bigint): Promise<void> {
  const id = `refund/1m000000000000reserve.1.${(number += 1)}/post/shop`;
  await postMovements(api.store.database, settlement, [{ id, amount: -amount }]);
}

const close = (settlement: Settlement, days = 0): ReturnType<typeof closeBatch> =>
  closeBatch(api.store, { ...settlement, untilDay: on(days) });
const readOwn = async (accountIDs: string | readonly string[]): Promise<bigint> =>
  (await readBalance(api.store.database, accountIDs)).own;
const readReserve = ({ shopID, currency }: Settlement): Promise<bigint> => readOwn(reserveAccount(shopID, currency).id);
const readOwed = ({ shopID, currency }: Settlement): Promise<bigint> => readOwn(settlementAccountIDs(shopID, currency));
async function listPaid({ shopID }: Settlement): Promise<bigint[]> {
  const { rows } = await listPayouts(api.store, { shopID, limit: 200 });
  return rows.map(({ amountMinor }) => amountMinor).reverse();
}
async function listLines(settlement: Settlement) {
  return (await listBalanceTransactions(api.store, { ...settlement, limit: 1_000 })).rows;
}

test('a share of the captured payments is held for its days, and released without any payment', async () => {
  const settlement = await aSettledShop(api, { ...AT_ONCE, reserve: rolling(30) });
  await earn(settlement, 10_000n);
  await give(settlement, 500n);
  const first = await close(settlement);
  expect(first).toMatchObject({ lineCount: 3, netMinor: 8_500n, closingMinor: 0n });
  expect(await listPaid(settlement)).toEqual([8_500n]);
  const balance = await readSettlementBalance(api.store.database, settlement, TODAY);
  expect(balance).toMatchObject({ availableMinor: 0n, reservedMinor: 1_000n, reserveMinor: 1_000n });
  expect(await close(settlement, 29)).toBeUndefined();
  const second = await close(settlement, 30);
  expect(second).toMatchObject({ number: 2, lineCount: 1, netMinor: 1_000n, closingMinor: 0n });
  expect(await listPaid(settlement)).toEqual([8_500n, 1_000n]);
  expect(await close(settlement, 60)).toBeUndefined();
  expect(await readReserve(settlement)).toBe(0n);
  const lines = await listLines(settlement);
  expect(
    lines.filter(({ type }) => type.startsWith('reserve')).map(({ type, source, batchID }) => [type, source, batchID]),
  ).toEqual([
    ['reserveRelease', { batchID: first!.id }, second!.id],
    ['reserveHold', { batchID: first!.id }, first!.id],
  ]);
});

test('a batch holds no more than it has, and leaves what refunds hold', async () => {
  const settlement = await aSettledShop(api, { ...AT_ONCE, reserve: rolling(30) });
  await earn(settlement, 1_000n);
  await give(settlement, 950n);
  expect(await close(settlement)).toMatchObject({ netMinor: 0n, closingMinor: 0n });
  expect(await readReserve(settlement)).toBe(50n);
  await earn(settlement, 1_000n);
  await give(settlement, 1_300n);
  expect(await close(settlement)).toMatchObject({ netMinor: -300n, closingMinor: -300n });
  expect(await readReserve(settlement)).toBe(50n);
});

test('a fixed amount follows the terms, and leaves after the end of the contract and its days', async () => {
  const contractID = newContract();
  const kept = (amount: number): ReserveTerms => ({ fixedAmounts: [{ currency: 'RUB', amount }] });
  const settlement = await aSettledShop(api, { ...AT_ONCE, reserve: kept(700) }, contractID);
  await earn(settlement, 600n);
  await close(settlement);
  expect(await readReserve(settlement)).toBe(600n);
  await earn(settlement, 600n);
  await close(settlement);
  expect([await readReserve(settlement), await listPaid(settlement)]).toEqual([700n, [500n]]);
  await setTerms(settlement, { reserve: kept(200) });
  await close(settlement);
  expect([await readReserve(settlement), await listPaid(settlement)]).toEqual([200n, [500n, 500n]]);
  await setTerms(settlement, { reserve: { ...kept(200), afterEnd: { basisPoints: 5_000, days: 10 } } });
  await endContract(contractID, on(3));
  await earn(settlement, 100n);
  await close(settlement, 3);
  expect([await readReserve(settlement), await listPaid(settlement)]).toEqual([250n, [500n, 500n, 50n]]);
  expect(await close(settlement, 12)).toBeUndefined();
  await close(settlement, 13);
  expect([await readReserve(settlement), await listPaid(settlement)]).toEqual([0n, [500n, 500n, 50n, 250n]]);
});

test('an interrupted or doubled close holds and releases once', async () => {
  const settlement = await aSettledShop(api, { ...AT_ONCE, reserve: rolling(1) });
  await earn(settlement, 1_000n);
  await Promise.all(Array.from({ length: 5 }, () => close(settlement)));
  expect(await readReserve(settlement)).toBe(100n);
  const stop = `CREATE FUNCTION test_stop() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'killed'; END $$;
    CREATE TRIGGER test_stop BEFORE UPDATE OF closed_at ON settlement_batches FOR EACH ROW EXECUTE FUNCTION test_stop()`;
  const { sequelize } = api.store.database;
  await sequelize.query(stop);
  await expect(close(settlement, 1)).rejects.toThrow('killed');
  expect(await readReserve(settlement)).toBe(100n);
  await sequelize.query('DROP FUNCTION test_stop CASCADE');
  await Promise.all(Array.from({ length: 5 }, () => close(settlement, 1)));
  expect([await readReserve(settlement), await listPaid(settlement)]).toEqual([0n, [900n, 100n]]);
});

test('a payout first covers what other shops of the contract are below zero, once', async () => {
  const [contractID, netting] = [newContract(), { ...AT_ONCE, netAcrossContract: true }];
  const [debtor, payer, third] = [
    await aSettledShop(api, netting, contractID),
    await aSettledShop(api, netting, contractID),
    await aSettledShop(api, netting, contractID),
  ];
  const foreign = await aSettledShop(api, netting, newContract());
  const alone = await aSettledShop(api, AT_ONCE, contractID);
  await earn(debtor, 100n);
  await give(debtor, 900n);
  expect(await close(debtor)).toMatchObject({ closingMinor: -800n });
  for (const shop of [payer, third, foreign, alone]) await earn(shop, 500n);
  await close(foreign);
  await close(alone);
  const batches = await Promise.all([close(payer), close(third)]);
  expect([await listPaid(foreign), await listPaid(alone)]).toEqual([[500n], [500n]]);
  expect([...(await listPaid(payer)), ...(await listPaid(third))]).toEqual([200n]);
  expect(await readOwed(debtor)).toBe(0n);
  const covered = (await listLines(debtor)).filter(({ type }) => type === 'netting');
  expect(covered.map(({ source }) => source.batchID).sort()).toEqual(batches.map((batch) => batch!.id).sort());
  expect((await listLines(payer)).map(({ type }) => type)).toContain('netting');
  // The debtor's next batch begins below zero and takes both lines.
  await earn(debtor, 50n);
  expect(await close(debtor)).toMatchObject({ openingMinor: -800n, netMinor: 850n, closingMinor: 0n });
  await earn(payer, 40n);
  await close(payer);
  expect((await listPaid(payer)).at(-1)).toBe(40n);
});

const amount = fc.integer({ min: 1, max: 5_000 }).map(BigInt);
const reserveTerms = fc.record(
  {
    rolling: fc.record({ basisPoints: fc.integer({ min: 1, max: 10_000 }), days: fc.integer({ min: 1, max: 40 }) }),
    fixedAmounts: fc.integer({ min: 1, max: 3_000 }).map((each) => [{ currency: 'RUB', amount: each }]),
    afterEnd: fc.record({ basisPoints: fc.integer({ min: 1, max: 10_000 }), days: fc.integer({ min: 1, max: 40 }) }),
  },
  { requiredKeys: [] },
);
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('earn' as const), amount }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('give' as const), amount }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('close' as const), days: fc.integer({ min: 0, max: 15 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('terms' as const), reserve: reserveTerms }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('end' as const), days: fc.integer({ min: 0, max: 15 }) }) },
);

test('whatever happens, lines are the ledger, a hold is released once, and no more is paid than is available', async () => {
  await fc.assert(
    fc.asyncProperty(reserveTerms, fc.array(step, { minLength: 3, maxLength: 14 }), async (terms, steps) => {
      const contractID = newContract();
      const settlement = await aSettledShop(api, { ...AT_ONCE, reserve: terms }, contractID);
      let [day, lines, paid] = [0, 0n, 0n];
      const closeOn = async (): Promise<void> => {
        const before = (await readOwed(settlement)) + (await readReserve(settlement));
        await close(settlement, day);
        const now = (await listPaid(settlement)).reduce((sum, each) => sum + each, 0n);
        expect(now - paid).toBeLessThanOrEqual(before > 0n ? before : 0n);
        if (now > paid) expect(await readOwed(settlement)).toBeGreaterThanOrEqual(0n);
        paid = now;
      };
      for (const each of steps) {
        if (each.kind === 'earn') await earn(settlement, each.amount);
        if (each.kind === 'give') await give(settlement, each.amount);
        if (each.kind === 'earn') lines += each.amount;
        if (each.kind === 'give') lines -= each.amount;
        if (each.kind === 'terms') await setTerms(settlement, { reserve: each.reserve });
        if (each.kind === 'end') await endContract(contractID, on(day + each.days));
        if (each.kind === 'close') day += each.days;
        if (each.kind === 'close') await closeOn();
        expect((await readOwed(settlement)) + (await readReserve(settlement)) + paid).toBe(lines);
      }
      await setTerms(settlement, { reserve: {} });
      day += 100;
      await closeOn();
      expect(await readReserve(settlement)).toBe(0n);
      expect(paid).toBeGreaterThanOrEqual(lines);
      const all = await listLines(settlement);
      expect(all.reduce((sum, { netMinor }) => sum + netMinor, 0n)).toBe(await readOwed(settlement));
      const ofType = (type: string): string[] => all.filter((line) => line.type === type).map(({ id }) => id);
      const released = ofType('reserveRelease').map((id) => id.replace(/release$/, 'hold'));
      expect(released.sort()).toEqual(ofType('reserveHold').sort());
    }),
    { numRuns: 25 },
  );
  expect(await verifyLedger(api.store.database)).toEqual([]);
});
