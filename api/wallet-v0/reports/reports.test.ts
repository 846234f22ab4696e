import type { HttpClient } from '../../../tests/harness/http-client';
import { anIdentity, startWalletApi, WALLET, type WalletApi } from '../../../tests/harness/factories/wallet';

/* Access to reports; tests/acceptance/reports.test.ts tests their content. */

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

const buildPath = (report: string, query: object) =>
  `${WALLET}/identities/${identity}/reports${report}?${new URLSearchParams({ ...query }).toString()}`;
const order = (query: object = {}, client = integrator) =>
  client.post(buildPath('', query), { reportType: 'withdrawalRegistry', ...PERIOD });
const ordered = (query: object = {}) =>
  integrator.get(buildPath('', { fromTime: '2020-01-01T00:00:00Z', toTime: '2100-01-01T00:00:00Z', ...query }));

test('naming the own party has no effect on ordering and listing reports', async () => {
  const own = { partyID: api.own.partyID };
  const [first, second] = [await order(), await order(own)];
  expect([first.status, second.status]).toEqual([201, 201]);
  expect((await ordered()).body).toEqual([first.body, second.body]);
  expect((await ordered(own)).body).toEqual([first.body, second.body]);
  expect((await integrator.get(buildPath(`/${second.body.id}`, own))).body).toEqual(second.body);
});

test('naming another party orders and lists nothing', async () => {
  const foreign = { partyID: api.stranger.partyID };
  const before = (await ordered()).body;
  const answers = [await order(foreign), await ordered(foreign), await order({}, api.stranger.merchant)];
  for (const { status, body } of answers) {
    expect([status, body]).toMatchObject([400, { errorType: 'NotFound', name: 'identityID' }]);
  }
  expect((await ordered()).body).toEqual(before);
  expect((await integrator.get(buildPath(`/${before[0].id}`, foreign))).status).toBe(404);
});

test('a party can have a hundred pending reports, independent of other parties', async () => {
  const stranger = api.stranger.merchant;
  const theirs = await anIdentity(stranger);
  const orderTheirs = () =>
    stranger.post(`${WALLET}/identities/${theirs}/reports`, { reportType: 'withdrawalRegistry', ...PERIOD });
  const answers = await Promise.all(Array.from({ length: 110 }, orderTheirs));
  const refused = answers.filter(({ status }) => status === 503);
  expect([answers.filter(({ status }) => status === 201).length, refused.length]).toEqual([100, 10]);
  for (const { headers } of refused) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await order()).status).toBe(201);
});
