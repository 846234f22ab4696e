import { setTimeout as sleep } from 'node:timers/promises';
import { createConnectorAccount } from '../../../operators/connector-accounts/connector-accounts';
import { expireCommands, decideCommand } from '../../../store/operators/operator-command/operator-command.transitions';
import { startApi, type TestApi } from '../../../tests/harness/api';
import { anOperator } from '../../../tests/harness/factories/operator';
import { httpClient, type HttpClient } from '../../../tests/harness/http-client';
import { approveAndExecute, executeApproved } from '../../../tests/harness/second-person';

/* One person decides nowhere where money goes. */

let api: TestApi;
let alone: HttpClient;
let second: HttpClient;
let people: Record<'alone' | 'second', string>;

beforeAll(async () => {
  api = await startApi();
  await createConnectorAccount(api.store, {
    ...{ id: 'sandbox-backup', connector: 'sandbox', name: 'Backup', reason: 'test' },
    ...{ credentials: { secret: 'another secret of the sandbox' }, settings: { url: 'http://127.0.0.1:9' } },
  });
  const [one, two] = [
    await anOperator(api.store.database, { name: 'mallory', roles: ['configuration'] }),
    await anOperator(api.store.database, { name: 'bob', roles: ['configuration'] }),
  ];
  people = { alone: one.operatorID, second: two.operatorID };
  alone = httpClient({ baseUrl: `${api.url}/operators/v1`, token: one.secret });
  second = alone.as(two.secret);
});
afterAll(() => api?.stop());

const REASON = 'Agreement 17';
const SHOP = '/configuration/shops/demo-shop';
const SECRET = 'topsecret_of_mallory';
const ACCOUNT = {
  ...{ id: 'mallory', connector: 'yookassa', name: 'Own shop', reason: REASON },
  credentials: { shopID: '100500', secretKey: `test_${SECRET}` },
};
const BANK = {
  account: '40702810900000000001',
  bankName: 'Банк',
  bankPostAccount: '30101810400000000225',
  bankBik: '044525225',
};
const CONTRACTOR = {
  ...{ contractorType: 'LegalEntity', entityType: 'RussianLegalEntity', registeredName: 'ООО «Ромашка»' },
  ...{ registeredNumber: '1027700132195', inn: '7707083893', actualAddress: 'Москва', postAddress: 'Москва' },
  ...{ representativePosition: 'директор', representativeFullName: 'Иванов', representativeDocument: 'устав' },
  bankAccount: BANK,
};

const rows = (text: string, values: unknown[] = []) => api.store.database.search<any>(text, values);

async function patch(path: string, changes: object, more: object = {}): Promise<{ status: number; body: any }> {
  const { headers } = await alone.get(path);
  return alone.patch<any>(
    path,
    { changes, reason: REASON, ...more },
    { headers: { 'If-Match': headers.get('etag') ?? '' } },
  );
}

async function everything(): Promise<unknown> {
  const { body } = await alone.get('/reference');
  return [body, (await alone.get('/connector-accounts')).body];
}

async function expectWaiting(answer: { status: number; body: any }, before: unknown): Promise<void> {
  expect([answer.status, answer.body.state]).toEqual([202, 'AwaitingApproval']);
  expect(await everything()).toEqual(before);
  const own = await alone.post<any>(`/commands/${answer.body.id}/approve`, {});
  expect(own).toMatchObject({ status: 403, body: { code: 'operationNotPermitted' } });
  expect(await everything()).toEqual(before);
}

const aFile = (fields: object) => ({
  data: {
    parties: [
      { id: 'demo-party', shops: [{ id: 'demo-shop', name: 'x', url: 'https://x.example', category: 1, ...fields }] },
    ],
  },
  reason: REASON,
});

test('an operator alone diverts no money by an account, a route, a bank account, a fee or a file', async () => {
  const before = await everything();
  await expectWaiting(await alone.post<any>('/connector-accounts', ACCOUNT), before);
  const route = { terms: { routes: [{ connector: 'sandbox-backup' }] } };
  for (const [path, changes, more] of [
    [SHOP, route, {}],
    [SHOP, { terms: { routes: null } }, {}],
    [SHOP, route, { validFrom: '2030-01-01T00:00:00Z' }],
    [SHOP, { terms: { fee: '99%' } }, {}],
    [SHOP, { terms: { fees: [{ currency: 'RUB', fixed: 999_999 }] } }, {}],
    [SHOP, { terms: { fees: [{ currency: 'RUB', tiers: [{ from: 0, percent: '50%' }] }] } }, {}],
    [SHOP, { terms: { disputeLevies: [{ currency: 'RUB', amount: 10_001 }] } }, {}],
    [SHOP, { terms: { settlement: { schedule: { every: 'week' } } } }, {}],
    ['/configuration/contracts/demo-contract', { contractor: CONTRACTOR }, {}],
    ['/configuration/institutions/1', { terms: { routes: [{ connector: 'sandbox-backup' }] } }, {}],
    ['/configuration/institutions/1', { terms: { shopTerms: { fee: '99%' } } }, {}],
    ['/configuration/institutions/1', { terms: { feeBand: { maxPercent: '100%' } } }, {}],
    ['/configuration/wallet-providers/test', { routes: [{ connector: 'sandbox-backup' }] }, {}],
  ] as const)
    await expectWaiting(await patch(path, changes, more), before);
  for (const fields of [route, { terms: { fee: '99%' } }])
    await expectWaiting(await alone.post<any>('/reference/load', aFile(fields)), before);
  const shop = { party: 'demo-party', id: 'own', name: 'x', url: 'https://x.example', category: 1, ...route };
  await expectWaiting(await alone.post<any>('/configuration/shops', { value: shop, reason: REASON }), before);
  const contract = { party: 'demo-party', id: 'own', paymentInstitution: 1, contractor: CONTRACTOR };
  await expectWaiting(await alone.post<any>('/configuration/contracts', { value: contract, reason: REASON }), before);
});

test('a new contract with a bank account is created by two people, from a file too', async () => {
  const contract = { id: 'approved', paymentInstitution: 1, contractor: CONTRACTOR };
  const data = { parties: [{ id: 'approved-party', contracts: [contract] }] };
  await sleep(5);
  const executed = await approveAndExecute(
    api.store,
    await alone.post<any>('/reference/load', { data, reason: REASON }),
  );
  expect(executed).toMatchObject({ state: 'Succeeded', failure: null });
  const { body } = await alone.get<any>('/configuration/contracts/approved');
  expect(body.value).toMatchObject({ party: 'approved-party', contractor: { bankAccount: BANK } });
});

test('an operator alone changes what decides nothing about money', async () => {
  expect((await patch(SHOP, { name: 'Новое имя', terms: { fee: '2.5%', holdLifetime: '3d' } })).status).toBe(200);
  const contract = {
    id: 'plain',
    paymentInstitution: 1,
    contractor: { contractorType: 'RegisteredUser', email: 'a@b.example' },
  };
  const value = { party: 'demo-party', ...contract };
  expect((await alone.post('/configuration/contracts', { value, reason: REASON })).status).toBe(200);
  // The shop's money would follow the contract.
  expect((await patch(SHOP, { contract: 'plain' })).status).toBe(202);
});

test('a second person sees what changes before and after, and it is done as it was shown', async () => {
  const waiting = await patch(SHOP, { terms: { fee: '15%' } });
  const [change] = waiting.body.changes;
  expect(change).toEqual({
    ...{ type: 'shop', id: 'demo-shop', version: (await alone.get<any>(SHOP)).body.version },
    before: { 'terms.fee': '2.5%' },
    after: { 'terms.fee': '15%' },
  });
  expect(await approveAndExecute(api.store, waiting)).toMatchObject({
    ...{ state: 'Succeeded', outcome: { changed: [{ type: 'shop', id: 'demo-shop', version: change.version + 1 }] } },
  });
  expect((await alone.get<any>(SHOP)).body).toMatchObject({
    version: change.version + 1,
    value: { terms: { fee: '15%' } },
  });
  const { body } = await alone.get<any>('/audit?subjectType=shop&subjectID=demo-shop&limit=1');
  expect(body.actions).toMatchObject([
    { operation: 'changeConfiguration', caller: `operator/${people.alone}`, reason: REASON },
  ]);
  // A worker that dies after the change repeats the execution.
  await rows(`ALTER TABLE operator_commands DISABLE TRIGGER operator_commands_immutable`);
  await rows(`UPDATE operator_commands SET state = 'Approved', finished_at = NULL WHERE id = $1`, [waiting.body.id]);
  await rows(`ALTER TABLE operator_commands ENABLE TRIGGER operator_commands_immutable`);
  expect(await executeApproved(api.store, waiting.body.id)).toMatchObject({ state: 'Succeeded' });
  expect((await alone.get<any>(SHOP)).body.version).toBe(change.version + 1);
});

test('an approval of a version that has changed since is refused with the current one', async () => {
  const waiting = await patch(SHOP, { terms: { routes: [{ connector: 'sandbox-backup' }] } });
  const { version } = (await patch(SHOP, { description: 'changed' })).body;
  const before = await everything();
  const approve = (id: string) => second.post<any>(`/commands/${id}/approve`, {});
  expect(await approve(waiting.body.id)).toMatchObject({
    ...{ status: 412, body: { code: 'versionConflict' } },
    body: { message: expect.stringContaining(`demo-shop has version ${version}, not ${version - 1}: description by`) },
  });
  expect((await alone.get<any>(`/commands/${waiting.body.id}`)).body.state).toBe('AwaitingApproval');
  expect(await everything()).toEqual(before);
  const file = await alone.post<any>('/reference/load', aFile({ terms: { fee: '50%' } }));
  expect((await patch(SHOP, { description: 'changed again' })).status).toBe(200);
  expect((await approve(file.body.id)).status).toBe(412);
  expect((await alone.get<any>(SHOP)).body.value.description).toBe('changed again');
});

test('a change between approval and execution is not overwritten', async () => {
  const waiting = await patch(SHOP, { terms: { routes: [{ connector: 'sandbox-backup' }] } });
  expect((await second.post(`/commands/${waiting.body.id}/approve`, {})).status).toBe(200);
  expect((await patch(SHOP, { description: 'later' })).status).toBe(200);
  const before = await everything();
  expect(await executeApproved(api.store, waiting.body.id)).toMatchObject({
    ...{ state: 'Failed', failureCode: 'versionConflict' },
  });
  expect(await everything()).toEqual(before);
});

test('parameters, changes and secrets of a waiting command cannot be exchanged', async () => {
  const waiting = await alone.post<any>('/connector-accounts', { ...ACCOUNT, id: 'other' });
  const set = (column: string) =>
    rows(`UPDATE operator_commands SET ${column} = '{}' WHERE id = $1`, [waiting.body.id]);
  for (const column of ['parameters', 'changes'])
    await expect(set(column)).rejects.toThrow('a command is not edited after its request');
  const [{ id: first }] = await rows(`SELECT id FROM operator_commands WHERE subject_id = 'mallory'`);
  await rows(
    `UPDATE operator_command_secrets SET encrypted_secret =
       (SELECT encrypted_secret FROM operator_command_secrets WHERE command_id = $1) WHERE command_id = $2`,
    [first, waiting.body.id],
  );
  await expect(approveAndExecute(api.store, waiting)).rejects.toThrow('cannot be decrypted');
  expect((await alone.get('/connector-accounts/other')).status).toBe(404);
});

test('a secret is nowhere in clear, is shown to no one, and is deleted when its command ends', async () => {
  const kept = async () => (await rows('SELECT command_id FROM operator_command_secrets')).length;
  const count = await kept();
  const again = await alone.post<any>('/connector-accounts', ACCOUNT);
  expect(again).toMatchObject({ status: 202, body: { isChanged: false } });
  const corrected = { ...ACCOUNT, credentials: { ...ACCOUNT.credentials, secretKey: `test_${SECRET}2` } };
  const next = await alone.post<any>('/connector-accounts', corrected);
  expect(next.body.id).not.toBe(again.body.id);
  expect(await kept()).toBe(count + 1);
  const seen = [
    again.body,
    next.body,
    (await second.get(`/commands/${next.body.id}`)).body,
    (await second.get('/commands')).body,
  ];
  for (const table of ['operator_commands', 'operator_command_secrets', 'audit_log', 'outbox'])
    seen.push(await rows(`SELECT t::text FROM ${table} t`));
  expect(JSON.stringify(seen)).not.toContain(SECRET);

  expect((await second.post(`/commands/${again.body.id}/reject`, { reason: 'no' })).status).toBe(200);
  expect((await approveAndExecute(api.store, next)).state).toBe('Succeeded');
  await rows(
    `UPDATE operator_commands SET expires_at = now() WHERE state = 'AwaitingApproval' AND subject_id = 'other'`,
  );
  await expireCommands(api.store);
  expect(
    await rows(`SELECT s.command_id FROM operator_command_secrets s JOIN operator_commands c ON c.id = s.command_id
    WHERE c.state IN ('Rejected', 'Expired', 'Succeeded', 'Failed')`),
  ).toEqual([]);
  expect((await alone.get('/connector-accounts/mallory')).body).toMatchObject({ version: 1, realm: 'test' });
});

test('64 callers request one change once, and their approvals make it once', async () => {
  const { headers, body: known } = await alone.get<any>(SHOP);
  const call = async () => {
    for (;;) {
      const answer = await alone.patch<any>(
        SHOP,
        { changes: { terms: { fee: '20%' } }, reason: REASON },
        { headers: { 'If-Match': headers.get('etag') ?? '' } },
      );
      if (answer.status !== 429) return answer;
      await sleep(50);
    }
  };
  const answers = await Promise.all(Array.from({ length: 64 }, call));
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
  const decider = { operatorID: people.second, roles: ['configuration'], keyID: null } as const;
  const decision = { commandID: answers[0]?.body.id, action: 'approve', reason: null, delaySeconds: 0 } as const;
  const decided = await Promise.all(Array.from({ length: 64 }, () => decideCommand(api.store, decider, decision)));
  expect(decided.filter(({ isChanged }) => isChanged)).toHaveLength(1);
  await Promise.all(Array.from({ length: 8 }, () => executeApproved(api.store, decision.commandID)));
  expect((await alone.get<any>(SHOP)).body).toMatchObject({
    version: known.version + 1,
    value: { terms: { fee: '20%' } },
  });
});

async function rollBack(path: string, toVersion: number): Promise<{ status: number; body: any }> {
  const { headers } = await alone.get(path);
  return alone.post<any>(
    `${path}/roll-back`,
    { toVersion, reason: REASON },
    { headers: { 'If-Match': headers.get('etag') ?? '' } },
  );
}

test('a roll-back restores an earlier version, with a second person where the change needs one', async () => {
  const first = (await alone.get<any>(SHOP)).body;
  expect((await patch(SHOP, { name: 'Позже', terms: { fee: '3%' } })).status).toBe(200);
  expect(await rollBack(SHOP, 1_000)).toMatchObject({ status: 404 });
  const waiting = await rollBack(SHOP, first.version);
  expect(waiting.body.changes).toMatchObject([
    {
      before: { name: 'Позже', 'terms.fee': '3%' },
      after: { name: first.value.name, 'terms.fee': first.value.terms.fee },
    },
  ]);
  await approveAndExecute(api.store, waiting);
  expect((await alone.get<any>(SHOP)).body).toMatchObject({ version: first.version + 2, value: first.value });
  const plain = (await patch(SHOP, { description: 'one' })).body.version;
  await patch(SHOP, { description: 'two' });
  expect((await rollBack(SHOP, plain)).body).toMatchObject({ isChanged: true, value: { description: 'one' } });
});

test('a roll-back to a route whose account is gone is refused at the request and at the execution', async () => {
  const set = await patch(SHOP, { terms: { routes: [{ connector: 'mallory' }] } });
  await approveAndExecute(api.store, set);
  const routed = (await alone.get<any>(SHOP)).body.version;
  await approveAndExecute(api.store, await patch(SHOP, { terms: { routes: [{ connector: 'sandbox' }] } }));
  const waiting = await rollBack(SHOP, routed);
  await rows(`DELETE FROM connector_accounts WHERE id = 'mallory'`);
  expect(await approveAndExecute(api.store, waiting)).toMatchObject({
    ...{ state: 'Failed', failure: expect.stringContaining('no connector account (mallory)') },
  });
  expect(await rollBack(SHOP, routed)).toMatchObject({ status: 400 });
  expect((await alone.get<any>(SHOP)).body.value.terms.routes).toEqual([{ connector: 'sandbox' }]);
});

test('a made-up command is recorded with what it changes, or refused', async () => {
  const { version } = (await alone.get<any>(SHOP)).body;
  const lie = {
    type: 'changeConfiguration',
    reason: 'name only',
    parameters: { type: 'shop', id: 'demo-shop', version },
  };
  const changes = { terms: { routes: [{ connector: 'sandbox-backup' }] } };
  const body = { ...lie, parameters: { ...lie.parameters, changes }, changes: [] };
  expect((await alone.post<any>('/commands', body)).body).toMatchObject({
    ...{ state: 'AwaitingApproval', changes: [{ after: { 'terms.routes': [{ connector: 'sandbox-backup' }] } }] },
  });
  for (const parameters of [
    { ...lie.parameters, changes: {} },
    { ...lie.parameters, version: version - 1, changes },
    { ...lie.parameters, type: 'constructor', changes },
    { ...lie.parameters, changes: [changes] },
    { data: null },
  ])
    expect([400, 412]).toContain((await alone.post('/commands', { ...lie, parameters })).status);
});
