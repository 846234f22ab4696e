import { COMMAND_TYPES, type CommandTypeName } from '../../domain/operators/operator-command/command-types';
import { ROLES, type Role } from '../../domain/operators/operator/roles';
import { SETTLEMENT_COMMANDS } from '../../domain/merchants/settlement/settlement-commands';
import { settlementAccountIDs } from '../../store/platform/ledger/accounts';
import { readBalance } from '../../store/platform/ledger/ledger';
import { verifyLedger } from '../../store/platform/ledger/verify';
import { startApi, type TestApi } from '../../tests/harness/api';
import { anOperator } from '../../tests/harness/factories/operator';
import { httpClient, type HttpClient } from '../../tests/harness/http-client';
import { executeApproved } from '../../tests/harness/second-person';

/* One person alone moves nothing, and whatever callers do at once, a shop is paid once. */

const COMMANDS = '/operators/v1/commands';
const CALLERS = 64;
/** What payouts leave today is available today, whatever the day. */
const SETTLEMENT = { delays: [{ days: 0 }], calendar: 'everyDay', timeZone: 'UTC', cutOffHour: 0 };
const SETTLEMENT_TYPES = (Object.keys(COMMAND_TYPES) as CommandTypeName[]).filter((type) =>
  (Object.values(SETTLEMENT_COMMANDS) as object[]).includes(COMMAND_TYPES[type].fields),
);

let api: TestApi;
let anna: HttpClient;
let boris: HttpClient;
const people = new Map<Role, HttpClient>();
let shopID: string;

beforeAll(async () => {
  api = await startApi();
  ({ shopID } = api.own);
  const open = async (name: string, role: Role): Promise<HttpClient> => {
    const { secret } = await anOperator(api.store.database, { name, roles: [role] });
    return httpClient({ baseUrl: api.url, token: secret });
  };
  for (const role of ROLES) people.set(role, await open(`only-${role}`, role));
  [anna, boris] = [await open('anna', 'finance'), await open('boris', 'finance')];
  await api.setTerms(shopID, { settlement: SETTLEMENT as never });
});

afterAll(async () => {
  expect(await verifyLedger(api.store.database)).toEqual([]);
  await api.stop();
});

let orders = 0;
const anOrder = (type: string, parameters: object) => ({
  ...{ type, parameters, reason: 'attack', idempotencyKey: `attack-${++orders}` },
});
const aCorrection = (fields: object = {}) =>
  anOrder('correctSettlement', {
    ...{ shopID, currency: 'RUB', amount: 1_000, direction: 'credit', text: 'поправка', ...fields },
  });

const owed = async (): Promise<bigint> =>
  (await readBalance(api.store.database, settlementAccountIDs(shopID, 'RUB'))).own;

/** Requests as Anna and approves as Boris what needs a second person. */
async function approved(order: object): Promise<string> {
  const { status, body } = await anna.post<any>(COMMANDS, order);
  expect(status).toBe(200);
  if (body.state === 'AwaitingApproval')
    expect((await boris.post(`${COMMANDS}/${body.id}/approve`, {})).status).toBe(200);
  return body.id;
}

test('commands that move money or decide who gets it always take two people', () => {
  expect(SETTLEMENT_TYPES).toContain('closeSettlement');
  for (const type of ['correctSettlement', 'recordPayout'] as const)
    expect(COMMAND_TYPES[type].approval).toBe('always');
});

test.each(ROLES.filter((role) => role !== 'finance'))(
  'a person who is only %s requests and approves nothing',
  async (role) => {
    const person = people.get(role)!;
    for (const type of SETTLEMENT_TYPES.filter((each) => !COMMAND_TYPES[each].roles.includes(role as never)))
      expect([type, (await person.post(COMMANDS, anOrder(type, {}))).status]).toEqual([type, 403]);
    const waiting = await anna.post<any>(COMMANDS, aCorrection());
    expect(waiting).toMatchObject({ status: 200, body: { state: 'AwaitingApproval' } });
    expect((await person.post(`${COMMANDS}/${waiting.body.id}/approve`, {})).status).toBe(403);
  },
);

test('an operator cannot approve a command of their own', async () => {
  const before = await owed();
  const { body } = await anna.post<any>(COMMANDS, aCorrection());
  expect((await anna.post(`${COMMANDS}/${body.id}/approve`, {})).status).toBe(403);
  await expect(executeApproved(api.store, body.id)).rejects.toThrow(/not approved/);
  expect(await owed()).toBe(before);
});

test.each([
  ['no amount', { amount: 0 }],
  ['an amount below zero', { amount: -1_000 }],
  ['a part of a kopeck', { amount: 0.5 }],
  ['more than a number holds', { amount: 2 ** 53 }],
  ['an amount as text', { amount: '1000' }],
  ['an unknown currency', { currency: 'XXQ' }],
  ['a third direction', { direction: 'both' }],
  ['no text', { text: '' }],
  ['a field of its own', { availableOn: '2020-01-01' }],
])('a correction of %s is refused', async (_, fields) => {
  expect((await anna.post(COMMANDS, aCorrection(fields))).status).toBe(400);
});

test('a shop or a payout that is not there is refused', async () => {
  for (const order of [
    anOrder('closeSettlement', { shopID: 'none', currency: 'RUB' }),
    aCorrection({ shopID: 'none' }),
    anOrder('recordPayout', { payoutID: 'none', status: 'paid' }),
  ])
    expect([order.type, (await anna.post(COMMANDS, order)).status]).toEqual([order.type, 404]);
});

test('an approved correction that is executed many times at once moves once', async () => {
  const before = await owed();
  const { body } = await anna.post<any>(COMMANDS, aCorrection({ amount: 777 }));
  await Promise.all(
    [boris, boris, people.get('finance')!].map((each) => each.post(`${COMMANDS}/${body.id}/approve`, {})),
  );
  await Promise.allSettled(Array.from({ length: 8 }, () => executeApproved(api.store, body.id)));
  expect(await executeApproved(api.store, body.id)).toMatchObject({ state: 'Succeeded' });
  expect((await owed()) - before).toBe(777n);
});

test('64 operators who close a shop at once put each line in one batch and pay it once', async () => {
  await executeApproved(api.store, await approved(aCorrection({ amount: 50_000 })));
  const amount = await owed();
  const commandIDs: string[] = [];
  for (let count = 0; count < CALLERS; count += 1)
    commandIDs.push(await approved(anOrder('closeSettlement', { shopID, currency: 'RUB' })));
  const closes = await Promise.all(commandIDs.map((id) => executeApproved(api.store, id)));
  expect(closes.filter(({ state }) => state === 'Succeeded').length).toBeGreaterThan(0);
  const path = `/v2/processing/shops/${shopID}`;
  const payouts = await api.own.merchant.get<any>(`${path}/payouts`);
  expect(payouts.body.result.map((each: { amount: number }) => each.amount)).toEqual([Number(amount)]);
  const lines = await api.own.merchant.get<any>(`${path}/balance-transactions?limit=200`);
  expect(lines.body.result.filter(({ batchID }: { batchID?: string }) => batchID === undefined)).toEqual([]);
  expect(await owed()).toBe(0n);
});
