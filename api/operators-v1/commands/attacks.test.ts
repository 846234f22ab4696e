import { setTimeout as sleep } from 'node:timers/promises';
import { Client, Connection, type WorkflowFailedError } from '@temporalio/client';
import type { Role } from '../../../domain/operators/operator/roles';
import {
  CARDS,
  HOLD,
  anInvoice,
  buildPath,
  ledgerFaults,
  pay,
  untilPayment,
} from '../../../tests/harness/factories/payment';
import { aWallet } from '../../../tests/harness/factories/wallet';
import { untilStarted } from '../../../tests/harness/idle-workflow';
import { httpClient, untilBody, type HttpClient } from '../../../tests/harness/http-client';
import { anOperatorKey } from '../../../tests/harness/operator-key';
import { startMerchantPlatform, type MerchantPlatform } from '../../../tests/harness/platform';
import { twoAdministrators, type TwoAdministrators } from '../../../tests/harness/two-administrators';
import { Database } from '../../../store/postgres/database';
import { createSource } from '../../../store/wallets/source/source.create';
import { workflowTypes } from '../../../workflow-names/workflow-messages';

/* Money moves only by approved commands, whatever is started in Temporal. */

let harness: MerchantPlatform;
let connection: Connection;
let temporal: Client;
let wallet: string;
let source: string;

interface Person {
  id: string;
  client: HttpClient;
}

const COMMANDS = '/operators/v1/commands';
const LIMIT = 1_000_000_000;
const ABOVE = LIMIT + 1;

async function aPerson(name: string, roles: readonly Role[]): Promise<Person> {
  const { operatorID, secret } = await anOperatorKey(harness.platform.databaseUrl, { name, roles });
  return { id: operatorID, client: httpClient({ baseUrl: harness.platform.apiUrl, token: secret }) };
}

let anna: Person;
let boris: Person;
let clara: Person;
let support: Person;
let two: TwoAdministrators;

beforeAll(async () => {
  harness = await startMerchantPlatform();
  connection = await Connection.connect({ address: harness.platform.temporalAddress });
  temporal = new Client({ connection });
  [anna, boris, clara] = [
    await aPerson('anna', ['finance']),
    await aPerson('boris', ['finance']),
    await aPerson('clara', ['finance']),
  ];
  support = await aPerson('support', ['support']);
  two = await twoAdministrators(harness.platform);
  wallet = await aWallet(harness.merchant);
  const database = new Database({ url: harness.platform.databaseUrl, poolSize: 1 });
  source = (await createSource(database, { name: 'Bank', currency: 'RUB' })).id;
  await database.close();
});

afterAll(async () => {
  await connection?.close();
  await harness?.stop();
});

let orders = 0;
const aDeposit = (amount: number) => ({
  type: 'deposit',
  parameters: { walletID: wallet, sourceID: source, amount, currency: 'RUB', externalID: `attack-${++orders}` },
  reason: 'test',
});

async function request({ client }: Person, body: object): Promise<any> {
  const answer = await client.post<any>(COMMANDS, body);
  expect([answer.status, answer.body]).toMatchObject([200, {}]);
  return answer.body;
}

const decide = ({ client }: Person, id: string, action: 'approve' | 'reject') =>
  client.post<any>(`${COMMANDS}/${id}/${action}`, { reason: 'test' });

const ended = (id: string): Promise<any> =>
  untilBody<any>(
    () => anna.client.get(`${COMMANDS}/${id}`),
    ({ state }) => state === 'Succeeded' || state === 'Failed',
  );

async function moved(): Promise<unknown> {
  return harness.sql('SELECT count(*) AS transfers, sum(amount) AS amount FROM ledger_transfers');
}

async function auditOf(id: string): Promise<string[]> {
  const rows = await harness.sql<{ caller: string }>(
    `SELECT caller FROM audit_log WHERE subject_type = 'operatorCommand' AND subject_id = $1 ORDER BY id`,
    [id],
  );
  return rows.map(({ caller }) => caller);
}

/** The failure type of a workflow that an attacker starts in Temporal, or `completed`. */
async function startedByHand(workflowType: string, workflowId: string, ...args: unknown[]): Promise<string> {
  const taskQueue = harness.platform.taskQueuePrefix;
  const options = { workflowId, taskQueue, args, workflowIdReusePolicy: 'ALLOW_DUPLICATE' as const };
  const handle = await temporal.workflow.start(workflowType, options);
  const late = sleep(30_000, 'still running', { ref: false });
  const result = handle.result().then(
    () => 'completed',
    (error: WorkflowFailedError) => {
      let cause: { type?: string; cause?: unknown } = error;
      while (cause.cause instanceof Error) cause = cause.cause;
      return cause.type ?? 'unknown';
    },
  );
  const said = await Promise.race([result, late]);
  if (said === 'still running') await handle.terminate();
  return said;
}

test('a deposit within the limit is executed once, also if it is requested twice', async () => {
  const order = aDeposit(1_000);
  const first = await request(anna, order);
  expect(first).toMatchObject({ state: 'Approved', isChanged: true, requestedBy: { name: 'anna' } });
  const done = await ended(first.id);
  expect(done).toMatchObject({ state: 'Succeeded', outcome: { status: 'Succeeded' } });
  expect(await request(anna, order)).toMatchObject({ id: first.id, isChanged: false });
  expect(await auditOf(first.id)).toEqual([`operator/${anna.id}`, `operator/${anna.id}`]);
  const other = { ...aDeposit(5), idempotencyKey: first.idempotencyKey };
  expect(await anna.client.post(COMMANDS, other)).toMatchObject({ status: 409, body: { code: 'externalIDConflict' } });
});

test('a deposit above the limit takes two people, and both are in the audit chain', async () => {
  const { id, state } = await request(anna, aDeposit(ABOVE));
  expect(state).toBe('AwaitingApproval');
  const before = await moved();
  expect(await decide(anna, id, 'approve')).toMatchObject({ status: 403, body: { code: 'operationNotPermitted' } });
  expect(await decide(support, id, 'approve')).toMatchObject({ status: 403 });
  expect(await startedByHand('operatorCommand', `command/${id}`, { commandID: id })).toBe('invalidCommandState');
  expect(await moved()).toEqual(before);
  expect(await decide(boris, id, 'approve')).toMatchObject({ status: 200, body: { isChanged: true } });
  expect(await ended(id)).toMatchObject({ decidedBy: { name: 'boris' }, finishedAt: expect.any(String) });
  const after = await moved();
  expect(await decide(boris, id, 'approve')).toMatchObject({ status: 200, body: { isChanged: false } });
  expect(await decide(clara, id, 'approve')).toMatchObject({ status: 409, body: { code: 'invalidCommandState' } });
  expect(await decide(clara, id, 'reject')).toMatchObject({ status: 409 });
  expect(await moved()).toEqual(after);
  expect(await auditOf(id)).toEqual([`operator/${anna.id}`, `operator/${boris.id}`, `operator/${anna.id}`]);
});

test('a start by hand before the approval does not delay the execution, and one after it moves nothing', async () => {
  const { id } = await request(anna, aDeposit(ABOVE));
  expect(await startedByHand('operatorCommand', `command/${id}`, { commandID: id })).toBe('invalidCommandState');
  expect(await decide(boris, id, 'approve')).toMatchObject({ status: 200 });
  expect(await ended(id)).toMatchObject({ state: 'Succeeded' });
  const { events } = await temporal.workflow.getHandle(`command/${id}`).fetchHistory();
  const [payload] = events?.[0]?.workflowExecutionStartedEventAttributes?.input?.payloads ?? [];
  // The recovery would have started it with `isRestart`.
  expect(JSON.parse(Buffer.from(payload?.data ?? []).toString())).toEqual({ commandID: id });
  const before = await moved();
  expect(await startedByHand('operatorCommand', `command/${id}`, { commandID: id })).toBe('completed');
  expect(await moved()).toEqual(before);
});

test('a race of an approval and a rejection decides once', async () => {
  for (let round = 0; round < 8; round++) {
    const { id } = await request(anna, aDeposit(ABOVE));
    const answers = await Promise.all([decide(boris, id, 'approve'), decide(clara, id, 'reject')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    if (answers[0].status === 200) await ended(id);
  }
});

test('a rejected and an expired command never run', async () => {
  const [rejected, expired] = [await request(anna, aDeposit(ABOVE)), await request(anna, aDeposit(ABOVE))];
  expect((await decide(boris, rejected.id, 'reject')).body.state).toBe('Rejected');
  await harness.sql(`UPDATE operator_commands SET expires_at = now() WHERE id = $1`, [expired.id]);
  expect(await decide(boris, expired.id, 'approve')).toMatchObject({ status: 409 });
  const before = await moved();
  for (const { id } of [rejected, expired]) {
    expect(await startedByHand('operatorCommand', `command/${id}`, { commandID: id })).toBe('invalidCommandState');
  }
  expect(await moved()).toEqual(before);
});

test('64 concurrent requests together stay within the limit of the day', async () => {
  const limit = { role: 'finance', currency: 'KZT', commandLimit: 10, dailyLimit: 100 };
  expect((await two.carryOut('setOperatorLimit', limit)).state).toBe('Succeeded');
  await harness.platform.processes.worker.stop();
  const one = async (): Promise<string> => {
    const { parameters, ...order } = aDeposit(10);
    const body = { ...order, parameters: { ...parameters, currency: 'KZT' } };
    for (;;) {
      const answer = await clara.client.post<any>(COMMANDS, body);
      if (answer.status !== 429) return answer.body.state;
      await sleep(50);
    }
  };
  const many = await Promise.all(Array.from({ length: 64 }, one));
  expect(many.filter((state) => state === 'Approved')).toHaveLength(10);
  expect(many.filter((state) => state === 'AwaitingApproval')).toHaveLength(54);
  await harness.platform.processes.worker.start();
});

test('a role that is taken away before the execution stops the command', async () => {
  const dora = await aPerson('dora', ['finance']);
  await harness.platform.processes.worker.stop();
  const { id } = await request(dora, aDeposit(10));
  await harness.sql(`UPDATE operators SET roles = '{viewer}' WHERE id = $1`, [dora.id]);
  const before = await moved();
  await harness.platform.processes.worker.start();
  expect(await ended(id)).toMatchObject({
    state: 'Failed',
    failure: expect.stringMatching(/^requester .* no role finance/),
  });
  expect(await moved()).toEqual(before);
  expect((await dora.client.post(COMMANDS, aDeposit(10))).status).toBe(403);
});

test('the parameters of a command cannot be edited after its request', async () => {
  const { id } = await request(anna, aDeposit(ABOVE));
  const edit = harness.sql(`UPDATE operator_commands SET parameters = parameters || '{"amount": 1}' WHERE id = $1`, [
    id,
  ]);
  await expect(edit).rejects.toThrow('a command is not edited after its request');
});

test('an unknown type, a foreign field and a missing role are refused', async () => {
  expect(await anna.client.post(COMMANDS, { ...aDeposit(1), type: 'constructor' })).toMatchObject({ status: 400 });
  const foreign = aDeposit(1);
  const body = { ...foreign, parameters: { ...foreign.parameters, note: 1 } };
  expect(await anna.client.post(COMMANDS, body)).toMatchObject({ status: 400, body: { code: 'invalidRequest' } });
  expect(await support.client.post(COMMANDS, aDeposit(1))).toMatchObject({ status: 403 });
  const limit = { role: 'finance', currency: 'RUB', commandLimit: 1, dailyLimit: 1 };
  const raise = { type: 'setOperatorLimit', parameters: limit, reason: 'test' };
  expect((await anna.client.post(COMMANDS, raise)).status).toBe(403);
});

const MADE_UP = [undefined, null, 'text', 7, {}, { commandID: '' }, { walletID: 'w', amount: 100_000_000 }];

test.each(Object.values(workflowTypes))(
  'a %s that is started by hand with made-up input fails and moves nothing',
  async (type) => {
    const before = await moved();
    const said = await Promise.all(
      MADE_UP.map((input, index) =>
        startedByHand(type, `by-hand/${harness.platform.taskQueuePrefix}/${type}/${index}`, input),
      ),
    );
    expect(new Set(said)).toEqual(new Set(['StartedByHand']));
    expect(await moved()).toEqual(before);
  },
);

test('a workflow of an existing entity under another id fails', async () => {
  const ref = await harness.held();
  const before = await moved();
  const id = (type: string) => `other/${harness.platform.taskQueuePrefix}/${type}`;
  const processingDeadline = new Date().toISOString();
  const { id: commandID } = await request(anna, aDeposit(ABOVE));
  expect(await startedByHand('payment', id('payment'), { ...ref, processingDeadline })).toBe('StartedByHand');
  expect(await startedByHand('refund', id('refund'), { ...ref, refundID: '1' })).toBe('StartedByHand');
  expect(await startedByHand('operatorCommand', id('command'), { commandID })).toBe('StartedByHand');
  expect(await moved()).toEqual(before);
});

test('a workflow of an entity that does not exist fails', async () => {
  const before = await moved();
  const name = `none-${harness.platform.taskQueuePrefix}`;
  const processingDeadline = new Date(Date.now() + 60_000).toISOString();
  const payment = { invoiceID: name, paymentID: '1', processingDeadline };
  expect(await startedByHand('payment', `payment/${name}.1`, payment)).toBe('InputContradicted');
  expect(await startedByHand('refund', `refund/${name}.1.1`, { ...payment, refundID: '1' })).toBe('InputContradicted');
  const binding = { customerID: name, bindingID: 'b', deadline: processingDeadline };
  expect(await startedByHand('binding', `binding/${name}.b`, binding)).toBe('InputContradicted');
  expect(await startedByHand('operatorCommand', `command/${name}`, { commandID: name })).toBe('notFound');
  expect(await moved()).toEqual(before);
});

test('a made-up deadline ends no payment, and signals by hand decide nothing', async () => {
  const invoice = await anInvoice(harness.merchant, harness.shopID, {});
  const token = harness.merchant.as(invoice.token);
  const paymentID = await pay(token, invoice.id, { card: CARDS.threeDSecure, flow: HOLD });
  const ref = { invoiceID: invoice.id, paymentID };
  const workflowID = `payment/${invoice.id}.${paymentID}`;
  const waiting = temporal.workflow.getHandle(workflowID);
  await untilStarted(waiting);
  await waiting.terminate();
  const processingDeadline = new Date(Date.now() - 60_000).toISOString();
  expect(await startedByHand('payment', workflowID, { ...ref, processingDeadline })).toBe('InputContradicted');
  expect((await harness.merchant.get(buildPath(ref))).body).toMatchObject({ status: 'pending' });

  const held = await harness.held();
  const before = await moved();
  const handle = temporal.workflow.getHandle(`payment/${held.invoiceID}.${held.paymentID}`);
  await untilStarted(handle);
  for (const signal of ['holdDecided', 'interactionEnded', 'approve', 'capture'])
    await handle.signal(signal, { target: 'capture' });
  await sleep(1_000);
  await untilPayment(harness.merchant, held, 'processed');
  expect(await moved()).toEqual(before);
});

test('the ledger is consistent at the end', async () => {
  expect(await ledgerFaults(harness.platform.databaseUrl)).toEqual([]);
});
