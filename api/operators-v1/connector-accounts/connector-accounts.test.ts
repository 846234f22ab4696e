import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CONNECTOR_KINDS } from '../../../connectors/kinds';
import { startApi, type TestApi } from '../../../tests/harness/api';
import { commandLine, readStdout } from '../../../tests/harness/command-line';
import { anOperator } from '../../../tests/harness/factories/operator';
import { httpClient, type HttpClient } from '../../../tests/harness/http-client';
import { approveAndExecute } from '../../../tests/harness/second-person';

const runCommand = commandLine();

let api: TestApi;
let operator: HttpClient;
let viewer: HttpClient;
let environment: Record<string, string>;
beforeAll(async () => {
  api = await startApi();
  const baseUrl = `${api.url}/operators/v1`;
  const { secret } = await anOperator(api.store.database, { name: 'alice', roles: ['configuration'] });
  operator = httpClient({ baseUrl, token: secret });
  environment = { HOLDFAST_URL: api.url, HOLDFAST_OPERATOR_KEY: secret };
  const others = { name: 'bob', roles: ['viewer', 'support', 'finance', 'administrator'] as const };
  viewer = httpClient({
    baseUrl,
    token: (await anOperator(api.store.database, { ...others, roles: [...others.roles] })).secret,
  });
});
afterAll(() => api?.stop());

const ACCOUNTS = '/connector-accounts';
const CREDENTIALS = { shopID: '100500', secretKey: 'live_topsecret' };
const NEW = {
  id: 'yookassa-2',
  connector: 'yookassa',
  name: 'Second shop',
  credentials: CREDENTIALS,
  reason: 'Shop 2',
};

test('an account is created, shown without credentials, disabled and enabled', async () => {
  const created = await operator.post<any>(ACCOUNTS, NEW);
  const after = { connector: 'yookassa', name: 'Second shop', realm: 'live', settings: {} };
  expect(created).toMatchObject({ status: 202, body: { state: 'AwaitingApproval', isChanged: true } });
  expect(created.body.changes).toEqual([
    { type: 'connectorAccount', id: 'yookassa-2', version: 0, after, secrets: ['secretKey', 'shopID'] },
  ]);
  expect((await operator.get<any>(`${ACCOUNTS}/yookassa-2`)).status).toBe(404);
  expect((await approveAndExecute(api.store, created)).state).toBe('Succeeded');
  expect(await operator.post(ACCOUNTS, NEW)).toMatchObject({ status: 200, body: { isChanged: false } });
  const disable = () => operator.post(`${ACCOUNTS}/yookassa-2/disable`, { reason: 'Closed' });
  expect((await disable()).body).toMatchObject({ isEnabled: false, version: 2, isChanged: true });
  expect((await disable()).body).toMatchObject({ isEnabled: false, version: 2, isChanged: false });
  expect((await operator.post(`${ACCOUNTS}/yookassa-2/enable`, { reason: 'Open' })).body.isEnabled).toBe(true);
  const shown = await viewer.get(`${ACCOUNTS}/yookassa-2`);
  const listed = await viewer.get(ACCOUNTS);
  expect(listed.body.accounts.at(-1)).toEqual(shown.body);
  for (const { body } of [created, shown, listed]) expect(JSON.stringify(body)).not.toMatch(/topsecret|credentials"/);
});

const rotate = (id: string, body: object, version: number) =>
  operator.post<any>(`${ACCOUNTS}/${id}/rotate`, body, { headers: { 'If-Match': `"${version}"` } });

test('the second editor gets the first rotation’s changes, and a repeated one changes nothing', async () => {
  const { headers } = await viewer.get(`${ACCOUNTS}/yookassa-2`);
  expect(headers.get('etag')).toBe('"3"');
  const [mine, other] = ['mine', 'other'].map((name) => ({
    credentials: { ...CREDENTIALS, secretKey: `live_topsecret_${name}` },
    reason: name,
  })) as [object, object];
  expect((await operator.post(`${ACCOUNTS}/yookassa-2/rotate`, mine)).status).toBe(428);
  const waiting = await rotate('yookassa-2', mine, 3);
  expect(waiting.body.changes).toMatchObject([{ version: 3, before: {}, after: {}, secrets: ['secretKey'] }]);
  await approveAndExecute(api.store, waiting);
  expect((await viewer.get<any>(`${ACCOUNTS}/yookassa-2`)).body).toMatchObject({ version: 4 });
  expect((await rotate('yookassa-2', mine, 3)).body).toMatchObject({ version: 4, isChanged: false });
  const refused = await rotate('yookassa-2', other, 3);
  expect(refused).toMatchObject({ status: 412, body: { code: 'versionConflict', changes: [{ reason: 'mine' }] } });
  expect(JSON.stringify(refused.body)).not.toContain('topsecret');
});

test('only the role configuration changes accounts', async () => {
  const changes = ['rotate', 'disable', 'enable'].map((name) => `${ACCOUNTS}/yookassa-2/${name}`);
  for (const path of [ACCOUNTS, ...changes]) expect((await viewer.post(path, NEW)).status).toBe(403);
});

test('a refused account names the place and never repeats a secret', async () => {
  const refused = await operator.post(ACCOUNTS, {
    ...NEW,
    id: 'other',
    credentials: { ...CREDENTIALS, secretKey: 'topsecret' },
  });
  expect(refused).toMatchObject({ status: 400, body: { code: 'invalidRequest' } });
  expect(refused.body.message).toContain('credentials.secretKey: wrong format (must be a key of YooKassa');
  expect(refused.body.problems).toMatchObject([{ place: ['credentials', 'secretKey'] }]);
  const withoutName = await operator.post<any>(ACCOUNTS, { ...NEW, name: '' });
  expect(withoutName).toMatchObject({ status: 400, body: { problems: [{ place: ['name'] }] } });
  const other = await operator.post(ACCOUNTS, {
    ...NEW,
    credentials: { ...CREDENTIALS, secretKey: 'live_topsecret2' },
  });
  expect(other.status).toBe(412);
  const wrongRealm = { credentials: { ...CREDENTIALS, secretKey: 'test_topsecret' }, reason: 'test' };
  expect((await rotate('yookassa-2', wrongRealm, 3)).status).toBe(400);
  expect((await rotate('none', wrongRealm, 1)).status).toBe(404);
  expect(JSON.stringify([refused.body, other.body])).not.toContain('topsecret');
});

test('every kind of connector lists the fields of its accounts', async () => {
  const { body } = await viewer.get<any>('/connector-kinds');
  expect(body.kinds.map((kind: { name: string }) => kind.name)).toEqual(CONNECTOR_KINDS.map(({ name }) => name));
  const { credentials, settings } = body.kinds.find((kind: { name: string }) => kind.name === 'yookassa');
  expect(credentials).toContainEqual({
    ...{ name: 'secretKey', label: { en: 'Secret key', ru: 'Секретный ключ' }, kind: 'text' },
    ...{ isSecret: true, isRequired: true },
  });
  expect(settings).toContainEqual(expect.objectContaining({ name: 'payerDeadline', kind: 'integer', default: '30' }));
});

test('the command line reads credentials from a file and never prints them', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'accounts-')), 'credentials.json');
  const run = (...words: string[]) => readStdout(runCommand(['connector-account', ...words], environment));
  writeFileSync(path, JSON.stringify({ secretKey: 'sk_test_topsecret1' }));
  const access = ['--credentials', path, '--reason', 'Shop 3'];
  const names = ['--connector', 'stripe', '--name', 'Third shop'];
  const settle = async (text: string) => {
    const { commandID } = JSON.parse(text.trim().split('\n').at(-1) ?? '');
    expect((await approveAndExecute(api.store, { status: 202, body: { id: commandID } })).state).toBe('Succeeded');
    return text;
  };
  const created = await run(
    'create',
    'stripe-3',
    ...names,
    ...access,
    '--settings',
    '{"statementDescriptorSuffix":"THREE"}',
  );
  expect(JSON.parse(created.split('\n')[0] ?? '')).toMatchObject({
    ...{ subject: 'connectorAccount/stripe-3', created: { realm: 'test' }, secrets: ['secretKey'] },
  });
  await settle(created);
  writeFileSync(path, JSON.stringify({ secretKey: 'sk_test_topsecret2' }));
  const rotated = await settle(await run('rotate', 'stripe-3', ...access));
  const shown = { version: 2, settings: { statementDescriptorSuffix: 'THREE' } };
  expect(JSON.parse(await run('show', 'stripe-3'))).toMatchObject(shown);
  expect(JSON.parse(await run('disable', 'stripe-3', '--reason', 'Closed'))).toMatchObject({ isEnabled: false });
  expect(JSON.parse(await run('show', 'stripe-3'))).toMatchObject({ isEnabled: false, version: 3 });
  expect((await run('list')).trim().split('\n')).toHaveLength(4);
  writeFileSync(path, 'sk_test_topsecret3');
  const { stderr } = await runCommand(['connector-account', 'rotate', 'stripe-3', ...access], environment);
  expect(stderr).toContain('--credentials must be a JSON object');
  expect(created + rotated + stderr).not.toContain('topsecret');
});

test('an account that routes name is disabled and enabled by two people, because its money goes elsewhere', async () => {
  const disabled = await operator.post<any>(`${ACCOUNTS}/sandbox/disable`, { reason: 'Closed' });
  expect(disabled.body.changes).toMatchObject([{ before: { isEnabled: true }, after: { isEnabled: false } }]);
  await approveAndExecute(api.store, disabled);
  expect((await viewer.get<any>(`${ACCOUNTS}/sandbox`)).body).toMatchObject({ isEnabled: false });
  await approveAndExecute(api.store, await operator.post<any>(`${ACCOUNTS}/sandbox/enable`, { reason: 'Open' }));
  expect((await viewer.get<any>(`${ACCOUNTS}/sandbox`)).body).toMatchObject({ isEnabled: true });
});
