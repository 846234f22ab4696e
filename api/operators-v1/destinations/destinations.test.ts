import { asOperator } from '../../../store/platform/audit/origin';
import { rejectDestination } from '../../../store/wallets/destination/destination.transitions';
import { anOperator } from '../../../tests/harness/factories/operator';
import {
  aDestination,
  anIdentity,
  RUB_ACCOUNT,
  startWalletApi,
  type WalletApi,
} from '../../../tests/harness/factories/wallet';
import { httpClient, type HttpClient } from '../../../tests/harness/http-client';

let api: WalletApi;
let viewer: HttpClient;

beforeAll(async () => {
  api = await startWalletApi();
  const { secret } = await anOperator(api.store.database, { name: 'vera', roles: ['viewer'] });
  viewer = httpClient({ baseUrl: api.url, token: secret });
});

afterAll(() => api?.stop());

async function aWaiting(client = api.integrator): Promise<string> {
  const identity = await anIdentity(client, { provider: 'test-reviewed' });
  return aDestination(client, { identity, resource: RUB_ACCOUNT });
}

const list = (query: string) => viewer.get<any>(`/operators/v1/destinations?${query}`);

test('a viewer pages through destinations of all parties that wait, newest first and without details', async () => {
  const ids = [await aWaiting(), await aWaiting(api.stranger.merchant), await aWaiting()].reverse();
  const first = await list('limit=2');
  expect(first.body.destinations.map(({ id }: { id: string }) => id)).toEqual(ids.slice(0, 2));
  expect(JSON.stringify(first.body)).not.toContain(RUB_ACCOUNT.account);
  expect(JSON.stringify(first.body)).not.toContain(RUB_ACCOUNT.accountName);
  const second = await list(`limit=2&continuationToken=${encodeURIComponent(first.body.continuationToken)}`);
  expect(second.body).toMatchObject({ destinations: [{ id: ids[2], status: 'Unauthorized', isBlocked: false }] });
  expect(second.body).not.toHaveProperty('continuationToken');
  const foreign = await list(`partyID=${api.stranger.partyID}`);
  expect(foreign.body.destinations.map(({ id }: { id: string }) => id)).toEqual([ids[1]]);
});

test('a rejected destination leaves the list of those that wait and shows the reason', async () => {
  const id = await aWaiting();
  const store = asOperator(api.store, { operation: 'reject', requestID: 'command/1', paymentID: null });
  await rejectDestination(store, { destinationID: id, reason: 'another name' });
  const named = ({ body }: { body: any }) => body.destinations.find((each: { id: string }) => each.id === id);
  expect(named(await list(''))).toBeUndefined();
  expect(named(await list('status=Rejected'))).toMatchObject({ rejectionReason: 'another name' });
});

test('an unknown status, a limit out of range and a token of another list are refused', async () => {
  await aWaiting();
  const { body } = await list('limit=1');
  const token = encodeURIComponent(body.continuationToken);
  for (const query of ['status=Waiting', 'limit=0', 'limit=1001', `status=Rejected&continuationToken=${token}`]) {
    expect([query, (await list(query)).status]).toEqual([query, 400]);
  }
});
