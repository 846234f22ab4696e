import type { Role } from '../../../domain/operators/operator/roles';
import { ledgerFaults } from '../../../tests/harness/factories/payment';
import { aWallet } from '../../../tests/harness/factories/wallet';
import { httpClient, untilBody, type HttpAnswer, type HttpClient } from '../../../tests/harness/http-client';
import { anOperatorKey } from '../../../tests/harness/operator-key';
import { startMerchantPlatform, type MerchantPlatform } from '../../../tests/harness/platform';
import { twoAdministrators, type TwoAdministrators } from '../../../tests/harness/two-administrators';
import { Database } from '../../../store/postgres/database';
import { createSource } from '../../../store/wallets/source/source.create';

/* One administrator alone moves no money and acts in no other person's name. */

const BASE = '/operators/v1';
const COMMANDS = `${BASE}/commands`;
const ABOVE = 1_000_000_001;

let harness: MerchantPlatform;
let two: TwoAdministrators;
let wallet: string;
let source: string;

interface Person {
  id: string;
  client: HttpClient;
  secret: string;
}

async function aPerson(name: string, ...roles: Role[]): Promise<Person> {
  const { operatorID: id, secret } = await anOperatorKey(harness.platform.databaseUrl, { name, roles });
  return { id, secret, client: as(secret) };
}

const as = (token: string): HttpClient => httpClient({ baseUrl: harness.platform.apiUrl, token });

let anna: Person;
let mallory: Person;

beforeAll(async () => {
  harness = await startMerchantPlatform();
  two = await twoAdministrators(harness.platform);
  anna = await aPerson('anna', 'finance');
  mallory = await aPerson('mallory', 'administrator');
  wallet = await aWallet(harness.merchant);
  const database = new Database({ url: harness.platform.databaseUrl, poolSize: 1 });
  source = (await createSource(database, { name: 'Bank', currency: 'RUB' })).id;
  await database.close();
});

afterAll(() => harness?.stop());

const moved = () => harness.sql('SELECT count(*) AS transfers, sum(amount) AS amount FROM ledger_transfers');

const command = (type: string, parameters: object) => ({ type, parameters, reason: 'test' });

let orders = 0;
const aDeposit = (amount = ABOVE) =>
  command('deposit', { walletID: wallet, sourceID: source, amount, currency: 'RUB', externalID: `access-${++orders}` });

const request = ({ client }: Pick<Person, 'client'>, body: object) => client.post<any>(COMMANDS, body);

const approve = ({ client }: Pick<Person, 'client'>, id: string) => client.post<any>(`${COMMANDS}/${id}/approve`, {});

async function requested(person: Pick<Person, 'client'>, body: object): Promise<string> {
  const answer = await request(person, body);
  expect([answer.status, answer.body]).toMatchObject([200, { state: 'AwaitingApproval' }]);
  return answer.body.id as string;
}

const ended = (id: string): Promise<any> =>
  untilBody<any>(
    () => two.requester.get(`${COMMANDS}/${id}`),
    ({ state }) => state === 'Succeeded' || state === 'Failed',
  );

const REFUSED = { status: 403, body: { code: 'operationNotPermitted' } };
const TOO_NEW = { status: 403, body: { message: expect.stringMatching(/^the role or the key is new/) } };

/** An invitation of the two administrators and the codes of both. */
async function anInvitation(operatorID: string): Promise<{ id: string; codes: string[] }> {
  const { outcome } = await two.carryOut('inviteOperator', { operatorID });
  return {
    id: outcome.invitationID,
    codes: [await takeCode(two.requester, outcome), await takeCode(two.approver, outcome)],
  };
}

const takeCode = async (client: HttpClient, { invitationID }: { invitationID: string }): Promise<string> =>
  (await client.post<any>(`${BASE}/invitations/${invitationID}/code`, {})).body.code as string;

const redeem = (codes: string[]): Promise<HttpAnswer<any>> =>
  httpClient({ baseUrl: harness.platform.apiUrl }).post(`${BASE}/invitations/redeem`, { codes, name: 'own' });

const keysOf = (operatorID: string) =>
  harness.sql<{ id: string }>('SELECT id FROM operator_keys WHERE operator_id = $1', [operatorID]);

test('an administrator alone makes no key for another, no role for himself and no money', async () => {
  const before = await moved();
  for (const [method, path] of [
    ['POST', `operators/${anna.id}/keys`],
    ['POST', `operators/${mallory.id}/activate`],
    ['POST', 'operators'],
    ['PUT', `operators/${mallory.id}/roles`],
    ['PUT', 'limits/finance/RUB'],
    ['PUT', 'approval-rules/deposit'],
  ] as const) {
    const headers = {
      Authorization: `Bearer ${mallory.secret}`,
      'Content-Type': 'application/json',
      'X-Request-ID': 'x',
    };
    const body = JSON.stringify({ name: 'hers', roles: ['finance'], reason: 'x', commandLimit: 1, dailyLimit: 1 });
    const { status } = await fetch(`${harness.platform.apiUrl}${BASE}/${path}`, { method, headers, body });
    expect([path, [404, 405].includes(status)]).toEqual([path, true]);
  }
  const invitation = await requested(mallory, command('inviteOperator', { operatorID: anna.id }));
  const limit = { role: 'finance', currency: 'RUB', commandLimit: 1e12, dailyLimit: 1e12 };
  const raised = await requested(mallory, command('setOperatorLimit', limit));
  const puppet = { name: 'puppet', email: 'puppet@x.example', roles: ['finance', 'administrator'] };
  const created = await requested(mallory, command('createOperator', puppet));
  for (const id of [invitation, raised, created]) expect(await approve(mallory, id)).toMatchObject(REFUSED);
  expect((await mallory.client.post(`${BASE}/invitations/${invitation}/code`, {})).status).toBe(404);
  for (const own of [
    command('setOperatorRoles', { operatorID: mallory.id, roles: ['finance', 'administrator'] }),
    command('inviteOperator', { operatorID: mallory.id }),
    command('activateOperator', { operatorID: mallory.id }),
  ]) {
    expect(await request(mallory, own)).toMatchObject(REFUSED);
  }
  const deposit = await requested(anna, aDeposit());
  expect((await approve(mallory, deposit)).status).toBe(403);
  expect((await request(mallory, aDeposit(1))).status).toBe(403);
  expect(await keysOf(anna.id)).toHaveLength(1);
  expect(await moved()).toEqual(before);
});

test('an invitation needs the codes of both administrators, each of whom takes his own only', async () => {
  const { outcome } = await two.carryOut('inviteOperator', { operatorID: anna.id });
  const third = await mallory.client.post(`${BASE}/invitations/${outcome.invitationID}/code`, {});
  expect(third).toMatchObject(REFUSED);
  const [mine, again] = [await takeCode(two.requester, outcome), await takeCode(two.requester, outcome)];
  for (const codes of [
    [mine, again],
    [again, again],
  ])
    expect(await redeem(codes)).toMatchObject(REFUSED);
  const other = await takeCode(two.approver, outcome);
  expect(await redeem([mine, other])).toMatchObject(REFUSED);
  for (const codes of [[other], [again, other, other], [], 'x', [`hfi_${'A'.repeat(42)}`, other]])
    expect((await redeem(codes as string[])).status).toBe(400);
  const stored = await harness.sql('SELECT * FROM operator_invitations');
  expect(JSON.stringify(stored)).not.toContain(other);
  const { status, body } = await redeem([other, again]);
  expect([status, body.operatorID]).toEqual([200, anna.id]);
  expect((await as(body.operatorKey).get<any>(`${BASE}/me`)).body.operatorID).toBe(anna.id);
});

test('64 concurrent redemptions of an invitation make one key, and a replay none', async () => {
  const { id, codes } = await anInvitation(anna.id);
  const before = (await keysOf(anna.id)).length;
  const answers = await Promise.all(Array.from({ length: 64 }, () => redeem(codes)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await keysOf(anna.id)).toHaveLength(before + 1);
  expect(await redeem(codes)).toMatchObject(REFUSED);
  expect(await two.requester.post(`${BASE}/invitations/${id}/code`, {})).toMatchObject(REFUSED);
});

test('an expired or superseded invitation and one of a deactivated operator are refused', async () => {
  const leaver = await aPerson('leaver', 'support');
  const [first, second] = [await anInvitation(leaver.id), await anInvitation(leaver.id)];
  expect(await redeem(first.codes)).toMatchObject(REFUSED);
  await mallory.client.post(`${BASE}/operators/${leaver.id}/deactivate`, { reason: 'left' });
  expect(await redeem(second.codes)).toMatchObject(REFUSED);
  const { id, codes } = await anInvitation(anna.id);
  await harness.sql('UPDATE operator_invitations SET expires_at = now() WHERE id = $1', [id]);
  expect(await redeem(codes)).toMatchObject(REFUSED);
});

test('a new key approves nothing for a day, whatever keys it makes; one that an old key makes approves', async () => {
  const boris = await aPerson('boris', 'finance');
  const id = await requested(anna, aDeposit());
  const before = await moved();
  const fresh = as(await two.keyOf(boris.id));
  expect(await approve({ client: fresh }, id)).toMatchObject(TOO_NEW);
  const child = (await fresh.post<any>(`${BASE}/me/keys`, { name: 'child' })).body;
  expect(await approve({ client: as(child.operatorKey) }, id)).toMatchObject(TOO_NEW);
  await harness.sql(`UPDATE operator_keys SET granted_at = now() - interval '23:59' WHERE id = $1`, [child.keyID]);
  expect(await approve({ client: as(child.operatorKey) }, id)).toMatchObject(TOO_NEW);
  expect(await moved()).toEqual(before);
  const rotated = (await boris.client.post<any>(`${BASE}/me/keys`, { name: 'next' })).body;
  expect((await approve({ client: as(rotated.operatorKey) }, id)).status).toBe(200);
  expect((await ended(id)).state).toBe('Succeeded');
});

test('a new role approves nothing for a day, and one that was taken away moves nothing', async () => {
  const clara = await aPerson('clara', 'viewer', 'finance');
  const dora = await aPerson('dora', 'support');
  const id = await requested(clara, aDeposit());
  const before = await moved();
  await two.carryOut('setOperatorRoles', { operatorID: dora.id, roles: ['finance'] });
  expect(await approve(dora, id)).toMatchObject(TOO_NEW);
  await two.carryOut('setOperatorRoles', { operatorID: clara.id, roles: ['viewer'] });
  expect((await approve(anna, id)).status).toBe(200);
  expect(await ended(id)).toMatchObject({
    state: 'Failed',
    failure: expect.stringMatching(/^requester .* no role/),
  });
  expect(await moved()).toEqual(before);
});

test('a second account of the same person’s making approves neither at once nor about itself', async () => {
  const puppet = { name: 'second account', email: 'second@x.example', roles: ['administrator'] };
  const created = await requested(mallory, command('createOperator', puppet));
  expect((await approve({ client: two.approver }, created)).status).toBe(200);
  const { outcome } = await ended(created);
  const codes = [await takeCode(mallory.client, outcome), await takeCode(two.approver, outcome)];
  const account = { client: as((await redeem(codes)).body.operatorKey) };
  const roles = command('setOperatorRoles', { operatorID: mallory.id, roles: ['administrator', 'finance'] });
  const about = await requested(account, roles);
  expect(await approve(mallory, about)).toMatchObject(REFUSED);
  const its = command('setOperatorRoles', { operatorID: outcome.operatorID, roles: ['finance'] });
  const itself = await requested(mallory, its);
  expect(await approve(account, itself)).toMatchObject(REFUSED);
  const other = await requested(mallory, command('setOperatorRoles', { operatorID: anna.id, roles: ['viewer'] }));
  expect(await approve(account, other)).toMatchObject(TOO_NEW);
});

test('an administrator changes neither the limit nor the approval rule of a role that he has', async () => {
  const both = await aPerson('both', 'administrator', 'finance');
  const { body } = await both.client.post<any>(`${BASE}/me/keys`, { name: 'narrow', roles: ['administrator'] });
  const narrow = { client: as(body.operatorKey) };
  const limit = { role: 'finance', currency: 'USD', commandLimit: 1, dailyLimit: 1 };
  const changes = [
    command('setOperatorLimit', limit),
    command('deleteOperatorLimit', { role: 'finance', currency: 'USD' }),
    command('setReplayLimit', { role: 'finance', dailyMessages: 1 }),
    command('requireApproval', { type: 'deposit' }),
    command('waiveApproval', { type: 'deposit' }),
  ];
  for (const change of changes) {
    for (const person of [both, narrow]) expect(await request(person, change)).toMatchObject(REFUSED);
    expect(await approve(narrow, await requested(mallory, change))).toMatchObject(REFUSED);
  }
  expect(await request(mallory, command('waiveApproval', { type: 'createOperator' }))).toMatchObject(REFUSED);
});

test('malformed access commands are refused', async () => {
  const limit = { role: 'finance', currency: 'RUB', commandLimit: 1, dailyLimit: 1 };
  for (const [type, parameters] of [
    ['setOperatorRoles', { operatorID: [anna.id], roles: ['finance'] }],
    ['setOperatorRoles', { operatorID: anna.id, roles: [['finance']] }],
    ['setOperatorRoles', { operatorID: anna.id, roles: { 0: 'finance', length: 1 } }],
    ['setOperatorLimit', { ...limit, commandLimit: -1 }],
    ['setOperatorLimit', { ...limit, commandLimit: 2 }],
    ['setOperatorLimit', { ...limit, commandLimit: '1' }],
    ['setOperatorLimit', { ...limit, role: 'root' }],
    ['requireApproval', { type: 'constructor' }],
    ['createOperator', { name: 'x', email: 'a b@c', roles: [] }],
  ] as const) {
    expect([type, parameters, (await request(mallory, command(type, parameters))).status]).toEqual([
      type,
      parameters,
      400,
    ]);
  }
  expect((await request(mallory, command('inviteOperator', { operatorID: 'absent' }))).status).toBe(404);
});

test('the ledger is consistent at the end', async () => {
  expect(await ledgerFaults(harness.platform.databaseUrl)).toEqual([]);
});
