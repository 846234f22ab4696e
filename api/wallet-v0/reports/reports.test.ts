import type { HttpClient } from '../../../testing/http-client';
import { anIdentity, startWalletApi, WALLET, type WalletApi } from '../../../testing/factories/wallet';

/* Whose reports a key orders and lists; how they are built is in acceptance/reports.test.ts. */

const PERIOD = { fromTime: '2026-01-01T00:00:00Z', toTime: '2026-02-01T00:00:00Z' };

let api: WalletApi;
let integrator: HttpClient;
let identity: string;

beforeAll(async () => {
  api = await startWalletApi();
  integrator = api.integrator;
  identity = await anIdentity(integrator);
});

afterAll(() => api?.stop());

const pathOf = (report: string, query: object) =>
  `${WALLET}/identities/${identity}/reports${report}?${new URLSearchParams({ ...query }).toString()}`;
const order = (query: object = {}, client = integrator) =>
  client.post(pathOf('', query), { reportType: 'withdrawalRegistry', ...PERIOD });
const ordered = (query: object = {}) =>
  integrator.get(pathOf('', { fromTime: '2020-01-01T00:00:00Z', toTime: '2100-01-01T00:00:00Z', ...query }));

test('a key that names its own party orders and lists as it does without', async () => {
  const own = { partyID: api.own.partyID };
  const [first, second] = [await order(), await order(own)];
  expect([first.status, second.status]).toEqual([201, 201]);
  expect((await ordered()).body).toEqual([first.body, second.body]);
  expect((await ordered(own)).body).toEqual([first.body, second.body]);
  expect((await integrator.get(pathOf(`/${second.body.id}`, own))).body).toEqual(second.body);
});

test('a key that names another party orders and lists nothing, even of its own', async () => {
  const foreign = { partyID: api.stranger.partyID };
  const before = (await ordered()).body;
  const answers = [await order(foreign), await ordered(foreign), await order({}, api.stranger.merchant)];
  for (const { status, body } of answers) {
    expect([status, body]).toMatchObject([400, { errorType: 'NotFound', name: 'identityID' }]);
  }
  expect((await ordered()).body).toEqual(before);
  expect((await integrator.get(pathOf(`/${before[0].id}`, foreign))).status).toBe(404);
});
