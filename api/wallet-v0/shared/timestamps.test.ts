import type { HttpClient } from '../../../tests/harness/http-client';
import {
  aDestination,
  anIdentity,
  aWallet,
  startWalletApi,
  WALLET,
  type WalletApi,
} from '../../../tests/harness/factories/wallet';

let api: WalletApi;
let integrator: HttpClient;
let identity: string;

beforeAll(async () => {
  api = await startWalletApi();
  integrator = api.integrator;
  identity = await anIdentity(integrator);
});

afterAll(() => api?.stop());

const WHOLE = '2039-04-24T00:00:00Z';
const EXACT = '2039-04-24T00:00:00.123456Z';

test.each([WHOLE, EXACT])('a grant is valid until %s as requested', async (validUntil) => {
  const [destination, wallet] = [await aDestination(integrator, { identity }), await aWallet(integrator, { identity })];
  const asset = { amount: 1, currency: 'RUB' };
  const answers = [
    await integrator.post(`${WALLET}/destinations/${destination}/grants`, { validUntil }),
    await integrator.post(`${WALLET}/wallets/${wallet}/grants`, { asset, validUntil }),
  ];
  expect(answers.map(({ status, body }) => [status, body.validUntil])).toEqual([
    [201, validUntil],
    [201, validUntil],
  ]);
});

test('a report returns its period unchanged and is found by it to the microsecond', async () => {
  const path = `${WALLET}/identities/${identity}/reports`;
  const period = { fromTime: '2026-01-01T00:00:00Z', toTime: '2026-01-01T00:00:00.000001Z' };
  const ordered = await integrator.post(path, { reportType: 'withdrawalRegistry', ...period });
  expect(ordered).toMatchObject({ status: 201, body: period });
  expect((await integrator.get(`${path}/${ordered.body.id}`)).body).toMatchObject(period);
  const backwards = { fromTime: period.toTime, toTime: period.fromTime };
  const refused = await integrator.post(path, { reportType: 'withdrawalRegistry', ...backwards });
  expect(refused).toMatchObject({ status: 400, body: { errorType: 'NoMatch', name: 'toTime' } });
});

test('a filter that ends a microsecond before it begins matches nothing', async () => {
  const list = (from: string, to: string) =>
    integrator.get(`${WALLET}/withdrawals?limit=1&createdAtFrom=${from}&createdAtTo=${to}`);
  const [one, next] = ['2026-11-21T12:00:00.000001Z', '2026-11-21T12:00:00.000002Z'];
  expect((await list(one, next)).status).toBe(200);
  expect((await list(next, one)).body.errorType).toBe('NoMatch');
});
