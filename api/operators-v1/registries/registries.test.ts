import { setTimeout as sleep } from 'node:timers/promises';
import { MAX_PENDING_OF_OPERATOR, MAX_PENDING_REPORTS } from '../../../domain/merchants/report/report';
import { completeReport } from '../../../store/merchants/report/report.transitions';
import { deleteExpiredReports } from '../../../store/merchants/report/report.expiry';
import { DiskStorage } from '../../../files/disk-storage';
import { anOperator } from '../../../tests/harness/factories/operator';
import { makeManyPayments } from '../../../tests/harness/factories/many-payments';
import { startApi, type TestApi } from '../../../tests/harness/api';
import { httpClient, type HttpAnswer, type HttpClient } from '../../../tests/harness/http-client';
import { anIdentity, WALLET } from '../../../tests/harness/factories/wallet';
import { runFolder } from '../../../tests/harness/services';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

let api: TestApi;
let finance: HttpClient;
let viewer: HttpClient;
const CALLERS = 64;
const PERIOD = { from: '2026-01-01T00:00:00Z', to: '2027-01-01T00:00:00Z' };
const OWN_PERIOD = { fromTime: PERIOD.from, toTime: PERIOD.to };

const operator = async (role: 'finance' | 'viewer' | 'support', name: string) => {
  const { secret } = await anOperator(api.store.database, { name, roles: [role] });
  return httpClient({ baseUrl: `${api.url}/operators/v1`, token: secret });
};

beforeAll(async () => {
  api = await startApi();
  [finance, viewer] = [await operator('finance', 'fedor'), await operator('viewer', 'vera')];
  const { partyID, shopID } = api.own;
  const since = new Date('2026-01-01T00:00:00Z');
  await makeManyPayments(api.store.database, { partyID, shopID, count: 20, since });
});

afterAll(() => api?.stop());

const order = (given: object = {}, client = finance) =>
  client.post<any>('/registries', { kind: 'payments', ownerID: api.own.shopID, ...PERIOD, ...given });

/** Stores both files of a registry, as its workflow does. */
async function complete(id: number): Promise<void> {
  const files = new DiskStorage(runFolder('files'));
  const source = join(mkdtempSync(join(runFolder('files'), 'made-')), 'file');
  writeFileSync(source, `registry ${id}`);
  for (const format of ['csv', 'xlsx']) await files.save(`reports/${id}.${format}`, source);
  await completeReport(api.store, id);
}

test('a registry is ordered once while it is pending, and the order is in the audit log', async () => {
  const [first, again] = await Promise.all([order(), order()]);
  expect(first.body).toMatchObject({ kind: 'payments', status: 'pending', progress: 0, rowCount: 21 });
  expect(again.body.registryID).toBe(first.body.registryID);
  expect(first.body.shopID).toBe(api.own.shopID);
  const days = (Date.parse(first.body.expiresAt) - Date.parse(first.body.createdAt)) / 86_400_000;
  expect(days).toBe(30);
  const audit = await finance.get<any>('/audit?subjectType=registry');
  const entries = audit.body.actions as any[];
  expect(entries.filter(({ subjectID }) => subjectID === String(first.body.registryID))).toHaveLength(1);
});

test('orders of roles that may not export, of absent owners and of empty periods are refused', async () => {
  expect((await order({}, viewer)).status).toBe(403);
  expect((await viewer.get('/registries')).status).toBe(403);
  for (const [given, code] of [
    [{ ownerID: 'none' }, 'invalidShopID'],
    [{ kind: 'withdrawals', ownerID: 'none' }, 'invalidPartyID'],
    [{ kind: 'withdrawals', ownerID: api.own.shopID }, 'invalidPartyID'],
    [{ to: PERIOD.from }, 'badFilter'],
    [{ from: '2026-02-30T00:00:00Z' }, 'invalidRequest'],
    [{ kind: 'invoices' }, 'invalidRequest'],
  ] as const) {
    const { status, body } = await order(given);
    expect([given, status, body.code]).toEqual([given, 400, code]);
  }
});

test('files are linked when the registry is created, and only of registries', async () => {
  const { body } = await order({ to: '2026-06-01T00:00:00Z' });
  const path = `/registries/${body.registryID}/files`;
  expect((await finance.post(`${path}/csv`)).status).toBe(404);
  await complete(body.registryID);
  const link = await finance.post<any>(`${path}/csv`);
  const answer = await fetch(`${api.url}${new URL(link.body.url).pathname}`);
  expect(answer.headers.get('Content-Disposition')).toBe(`attachment; filename="payments-${body.registryID}.csv"`);
  expect(await answer.text()).toBe(`registry ${body.registryID}`);
  expect((await viewer.post(`${path}/csv`)).status).toBe(403);
  expect((await finance.post(`${path}/pdf`)).status).toBe(404);
  expect((await finance.post(`${path}/doc`)).status).toBe(400);
  const listed = await finance.get<any>('/registries');
  expect(listed.body.registries[0]).toMatchObject({ registryID: body.registryID, status: 'created', progress: 100 });
});

test('an operator lists the own orders or those of a party, page by page', async () => {
  const other = await operator('support', 'sofia');
  expect((await other.get<any>('/registries')).body.registries).toEqual([]);
  const { body } = await order({ kind: 'refunds' }, other);
  const first = await other.get<any>(`/registries?partyID=${api.own.partyID}&limit=1`);
  expect(first.body.registries.map((row: any) => row.registryID)).toEqual([body.registryID]);
  const second = await other.get<any>(
    `/registries?partyID=${api.own.partyID}&limit=1&continuationToken=${first.body.continuationToken}`,
  );
  expect(second.body.registries[0].registryID).toBeLessThan(body.registryID);
  expect((await other.get<any>(`/registries?partyID=${api.foreign.partyID}`)).body.registries).toEqual([]);
});

test('a merchant orders, lists and downloads its own registries only', async () => {
  const { own, foreign } = api;
  const path = '/v2/processing/registries';
  const ordered = await own.merchant.post<any>(path, { kind: 'payments', shopID: own.shopID, ...OWN_PERIOD });
  expect([ordered.status, ordered.body]).toMatchObject([201, { status: 'pending', rowCount: 21, files: [] }]);
  await complete(ordered.body.id);
  const { body } = await own.merchant.get<any>(path);
  // Without those of operators.
  expect(body.result.map(({ id }: { id: number }) => id)).toEqual([ordered.body.id]);
  const [csv] = body.result[0].files;
  expect(csv.format).toBe('csv');
  expect((await own.merchant.post(`/wallet/v0/files/${csv.id}/download`)).status).toBe(201);
  expect((await foreign.merchant.post(`/wallet/v0/files/${csv.id}/download`)).status).toBe(404);
  expect((await foreign.merchant.get<any>(path)).body.result).toEqual([]);
  for (const [client, given] of [
    [foreign.merchant, { kind: 'payments', shopID: own.shopID }],
    [own.merchant, { kind: 'payments' }],
    [own.merchant, { kind: 'withdrawals', shopID: own.shopID }],
    [own.merchant, { kind: 'refunds', shopID: own.shopID, toTime: OWN_PERIOD.fromTime }],
  ] as const) {
    const answer = await client.post(path, { ...OWN_PERIOD, ...given });
    expect([given, answer.status]).toEqual([given, 400]);
  }
});

test('expired registries and their files are deleted, pending and lasting ones are kept', async () => {
  const { database } = api.store;
  const files = new DiskStorage(runFolder('files'));
  const pending = (await order({ to: '2026-03-01T00:00:00Z' })).body.registryID as number;
  const kept = (await order({ to: '2026-03-02T00:00:00Z' })).body.registryID as number;
  const expired = (await order({ to: '2026-03-03T00:00:00Z' })).body.registryID as number;
  for (const id of [kept, expired]) await complete(id);
  await database.search(`UPDATE reports SET expires_at = now() - interval '1 second' WHERE id = ANY ($1)`, [
    [pending, expired],
  ]);
  const expire = async () => deleteExpiredReports({ database, deleteFile: async (key) => files.delete(key) });
  expect(await expire()).toEqual({ count: 1, hasMore: false });
  expect(await expire()).toEqual({ count: 0, hasMore: false });
  expect([await files.read(`reports/${expired}.csv`), await files.read(`reports/${expired}.xlsx`)]).toEqual([
    undefined,
    undefined,
  ]);
  const left = await database.search<{ id: bigint }>('SELECT id FROM reports WHERE id = ANY ($1) ORDER BY id', [
    [pending, kept, expired],
  ]);
  expect(left.map(({ id }) => Number(id))).toEqual([pending, kept]);
  const file = await files.read(`reports/${kept}.csv`);
  file?.content.destroy();
  expect(file).toBeDefined();
});

/** Orders registries of different periods by concurrent callers. @returns the answers by status */
async function orderMany(
  count: number,
  send: (toTime: string) => Promise<HttpAnswer<any>>,
): Promise<Map<number, HttpAnswer<any>[]>> {
  const answers = new Map<number, HttpAnswer<any>[]>();
  let next = 0;
  const call = async (): Promise<void> => {
    for (let number = next++; number < count; number = next++) {
      const answer = await send(new Date(Date.UTC(2026, 0, 2, 0, number)).toISOString());
      answers.set(answer.status, [...(answers.get(answer.status) ?? []), answer]);
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, call));
  return answers;
}

const countAnswers = (answers: Map<number, HttpAnswer<any>[]>) =>
  Object.fromEntries([...answers].map(([status, list]) => [status, list.length]));

test('a party that orders a thousand registries gets 100, and for the others 503 with Retry-After', async () => {
  const { merchant, shopID } = api.foreign;
  const answers = await orderMany(1_000, (toTime) =>
    merchant.post('/v2/processing/registries', { kind: 'refunds', shopID, fromTime: PERIOD.from, toTime }),
  );
  expect(countAnswers(answers)).toEqual({ 201: MAX_PENDING_REPORTS, 503: 1_000 - MAX_PENDING_REPORTS });
  const refused = answers.get(503)?.at(-1);
  expect(refused?.headers.get('retry-after')).toBe('30');
  expect(refused?.body).toMatchObject({ message: expect.stringMatching(/100 reports of the party are pending/) });
  // Operators are not affected.
  expect((await order({ kind: 'withdrawals', ownerID: api.foreign.partyID })).status).toBe(200);
});

test('an operator has at most 20 pending registries of all parties, which do not count for the parties', async () => {
  const greedy = await operator('finance', 'greta');
  const owners = [api.own.partyID, api.foreign.partyID];
  const send = async (to: string): Promise<HttpAnswer<any>> => {
    const minute = new Date(to).getUTCMinutes();
    const answer = await order({ kind: 'withdrawals', ownerID: owners[minute % 2], to }, greedy);
    // Operators have few concurrent requests.
    return answer.status === 429 ? sleep(20).then(() => send(to)) : answer;
  };
  const answers = await orderMany(200, send);
  expect(countAnswers(answers)).toEqual({ 200: MAX_PENDING_OF_OPERATOR, 503: 200 - MAX_PENDING_OF_OPERATOR });
  const refused = answers.get(503)?.at(-1);
  expect(refused?.headers.get('retry-after')).toBe('30');
  expect(refused?.body).toMatchObject({ code: 'temporarilyUnavailable' });
  const own = { kind: 'withdrawals', ...OWN_PERIOD };
  expect((await api.own.merchant.post('/v2/processing/registries', own)).status).toBe(201);
});

test('a registry that is pending is answered, and a refused one costs no count of its rows', async () => {
  const client = await operator('finance', 'harald');
  const first = await order({}, client);
  const { database } = api.store;
  const run = jest.spyOn(database, 'run');
  expect((await order({}, client)).body.registryID).toBe(first.body.registryID);
  expect(
    (
      await api.foreign.merchant.post('/v2/processing/registries', {
        kind: 'refunds',
        shopID: api.foreign.shopID,
        ...OWN_PERIOD,
      })
    ).status,
  ).toBe(503);
  const names = run.mock.calls.map(([{ name }]) => name);
  run.mockRestore();
  expect(names).toContain('report-find-pending');
  expect(names.filter((name) => name.startsWith('registry-count'))).toEqual([]);
});

test.each(['orderRegistry', 'createReport'])(
  'the rows of orders of one party are counted one at a time by %s',
  async (operationID) => {
    const { database } = api.store;
    const run = database.run.bind(database);
    const { merchant } = api.own;
    const identity = operationID === 'createReport' ? await anIdentity(merchant) : '';
    let [inFlight, maxInFlight, counts] = [0, 0, 0];
    const spy = jest.spyOn(database, 'run').mockImplementation(async (statement, values, tx) => {
      if (!/^(registry-count|report-count$)/.test(statement.name)) return run(statement, values, tx);
      counts += 1;
      maxInFlight = Math.max(maxInFlight, ++inFlight);
      await sleep(20);
      inFlight -= 1;
      return run(statement, values, tx);
    });
    await orderMany(12, (toTime) => {
      const period = { fromTime: PERIOD.from, toTime: toTime.replace('00:', '11:') };
      return operationID === 'createReport'
        ? merchant.post(`${WALLET}/identities/${identity}/reports`, { reportType: 'withdrawalRegistry', ...period })
        : merchant.post('/v2/processing/registries', { kind: 'refunds', shopID: api.own.shopID, ...period });
    });
    spy.mockRestore();
    expect({ maxInFlight, counts }).toEqual({ maxInFlight: 1, counts: 12 });
  },
);
