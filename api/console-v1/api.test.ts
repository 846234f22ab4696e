import { startApi, type TestApi } from '../../tests/harness/api';
import { anOperator } from '../../tests/harness/factories/operator';
import { httpClient, type HttpClient } from '../../tests/harness/http-client';

let api: TestApi;
let [anna, boris]: HttpClient[] = [];
beforeAll(async () => {
  api = await startApi();
  const keyOf = async (name: string) => (await anOperator(api.store.database, { name, roles: ['viewer'] })).secret;
  const signIn = async (name: string) => httpClient({ baseUrl: `${api.url}/console/v1`, token: await keyOf(name) });
  [anna, boris] = [await signIn('anna'), await signIn('boris')];
});
afterAll(() => api?.stop());

const ID = 'session-0000000000000';
const BODY = { address: '127.0.0.1', browser: 'Firefox' };

test.each([
  ['an address that is no text', ID, { ...BODY, address: 1 }],
  ['a long address', ID, { ...BODY, address: '1'.repeat(65) }],
  ['a long browser', ID, { ...BODY, browser: 'F'.repeat(301) }],
  ['no fields', ID, {}],
  ['a list', ID, []],
  ['a short id', 'short', BODY],
  ['a long id', 'i'.repeat(65), BODY],
])('a session with %s is refused', async (_, id, body) => {
  expect((await anna?.put<any>(`/sessions/${id}`, body))?.status).toBe(400);
});

test('an owner has at most 100 sessions: a further sign-in ends the oldest', async () => {
  for (let number = 0; number < 103; number++) {
    expect((await anna?.put<any>(`/sessions/${ID}${String(number).padStart(3, '0')}`, BODY))?.status).toBe(200);
  }
  const { body } = (await anna?.get<any>('/sessions')) ?? {};
  expect(body).toHaveLength(100);
  expect((await anna?.get<any>(`/sessions/${ID}002`))?.status).toBe(404);
  expect((await anna?.get<any>(`/sessions/${ID}102`))?.status).toBe(200);
});

test('a session of another person is neither seen nor ended', async () => {
  expect((await boris?.get<any>(`/sessions/${ID}102`))?.status).toBe(404);
  await boris?.delete<any>(`/sessions/${ID}102`);
  expect((await anna?.get<any>(`/sessions/${ID}102`))?.status).toBe(200);
});
