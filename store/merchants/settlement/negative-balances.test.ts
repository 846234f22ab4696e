import { Registry } from 'prom-client';
import { readCommand } from '../../../domain/operators/operator-command/command-fields';
import { SETTLEMENT_COMMANDS } from '../../../domain/merchants/settlement/settlement-commands';
import { httpClient } from '../../../tests/harness/http-client';
import { startApi, type TestApi } from '../../../tests/harness/api';
import { anOperator } from '../../../tests/harness/factories/operator';
import { aSettledShop, AT_ONCE, postMovements } from '../../../tests/harness/factories/settlement';
import { measureStore } from '../../../worker/store.metrics';
import { asOperator } from '../../platform/audit/origin';
import { verifyLedger } from '../../platform/ledger/verify';
import type { Settlement } from './balance-lines';
import { settlementExecutors } from './settlement.executors';
import { listBalanceTransactions } from './settlement.queries';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(async () => {
  expect(await verifyLedger(api.store.database)).toEqual([]);
  await api?.stop();
});

const TEXT = 'Списано:  «ООО Ромашка» <ликвидировано>; «№ 5»\n ';

let number = 0;
async function owe(settlement: Settlement, amount: bigint): Promise<void> {
  const id = `chargeback/1m000000000000debtor.1.${(number += 1)}/1/body/post`;
  await postMovements(api.store.database, settlement, [{ id, amount: -amount }]);
}

async function readMetric(): Promise<Record<string, number>> {
  const registry = new Registry();
  measureStore(registry, api.store);
  const { values = [] } = (await registry.getSingleMetric('holdfast_negative_balances')?.get()) ?? {};
  return Object.fromEntries(values.map(({ labels, value }) => [labels.limit, value]));
}

async function readNegative(): Promise<any[]> {
  const { secret } = await anOperator(api.store.database, { name: `vera-${(number += 1)}`, roles: ['viewer'] });
  const viewer = httpClient({ baseUrl: `${api.url}/operators/v1`, token: secret });
  const { status, body } = await viewer.get<any>('/negative-balances');
  expect(status).toBe(200);
  return body.balances as any[];
}

test('operators see who is below zero, the lowest first, and by the limit of the terms', async () => {
  expect([await readNegative(), await readMetric()]).toEqual([[], { above: 0, within: 0 }]);
  const tolerated = await aSettledShop(api, { ...AT_ONCE, negativeLimits: [{ currency: 'RUB', amount: 400 }] });
  const other = await aSettledShop(api, AT_ONCE);
  await owe(tolerated, 400n);
  await owe(other, 401n);
  const shared = { partyID: expect.any(String), contractID: expect.any(String), currency: 'RUB', reserve: 0 };
  expect(await readNegative()).toEqual([
    { ...shared, shopID: other.shopID, balance: -401, limit: 0, isAboveLimit: true },
    { ...shared, shopID: tolerated.shopID, balance: -400, limit: 400, isAboveLimit: false },
  ]);
  expect(await readMetric()).toEqual({ above: 1, within: 1 });
  await owe(tolerated, 1n);
  expect(await readMetric()).toEqual({ above: 2, within: 0 });
});

test('a write-off takes over no more than the debt, once, and its text is shown letter for letter', async () => {
  const settlement = await aSettledShop(api, AT_ONCE);
  await owe(settlement, 300n);
  const { assess, execute } = settlementExecutors.writeOffSettlement;
  const command = (amount: bigint) => ({ ...settlement, amount, text: TEXT });
  const { database } = api.store;
  await expect(assess(database, command(301n), api.store)).rejects.toThrow('is -3.00 RUB');
  expect(await assess(database, command(300n), api.store)).toMatchObject({ money: { amountMinor: 300n } });
  const store = asOperator(api.store, { operation: 'test', requestID: 'r', paymentID: null }, 'operator/tester');
  await Promise.all(['one', 'one', 'one'].map((id) => execute(store, command(200n), id, {} as never)));
  await expect(execute(store, command(101n), 'two', {} as never)).rejects.toThrow('is -1.00 RUB');
  await settlementExecutors.correctSettlement.execute(
    store,
    { ...command(1n), direction: 'debit' },
    'three',
    {} as never,
  );
  const { rows } = await listBalanceTransactions(api.store, { ...settlement, limit: 9 });
  expect(rows.map(({ type, netMinor, source, text }) => [type, netMinor, source.commandID, text])).toEqual([
    ['correction', -1n, 'three', TEXT],
    ['writeOff', 200n, 'one', TEXT],
    ['chargeback', -300n, undefined, undefined],
  ]);
});

test.each([0, -1, 0.5, '5', 2 ** 53, null, NaN])('an amount of %s is refused', (amount) => {
  const command = { shopID: 'shop', currency: 'RUB', amount, text: TEXT };
  for (const [name, fields] of [
    ['writeOff', {}],
    ['correct', { direction: 'credit' }],
  ] as const)
    expect(() => readCommand(SETTLEMENT_COMMANDS[name], { ...command, ...fields })).toThrow(/amount: /);
});
