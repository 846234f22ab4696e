import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client, Connection } from '@temporalio/client';
import { setTimeout as sleep } from 'node:timers/promises';
import { isSignedBy } from '../harness/content-signature';
import { eventContradictions } from '../harness/event-specification';
import { httpClient, type HttpClient } from '../harness/http-client';
import { ARRIVAL_TIMEOUT_MS } from '../harness/timeouts';
import { startPlatform, type Platform } from '../harness/platform';
import {
  aCardToken,
  aDestination,
  anIdentity,
  aWallet,
  readBalance,
  RUB_ACCOUNT,
  WALLET,
} from '../harness/factories/wallet';
import { startWebhookReceiver, type WebhookReceiver } from '../harness/webhook-receiver';
import { ledgerFaults, getTypes } from '../harness/factories/payment';

/* Wallets over HTTP and the operator's commands, with separate platform processes, sandbox and integrator endpoint. */

const SUCCESS = '4242424242424242';
const PAYOUT_FAILURES = [
  ['a card that no longer is', '4222222222222220', 10_000, 'InvalidReceiverResource'],
  ['a card whose bank refuses', '4111110000000112', 10_000, 'RejectedByIssuer'],
  ['a connector without funds', '4000000000000002', 10_000, 'InsufficientFunds'],
  ['a sender that the connector refuses', SUCCESS, 667_741, 'InvalidSenderResource'],
  ['an authorisation that failed', SUCCESS, 667_744, 'PreauthorizationFailed'],
] as const;

/** An amount for which the sandbox pays out but does not respond: docs/sandbox.md. */
const SILENT_AFTER_EFFECT = 667_707;

let platform: Platform;
let integrator: HttpClient;
let endpoint: WebhookReceiver;
let identity: string;
let wallet: string;
let publicKey: string;

const run = promisify(execFile);
const root = join(__dirname, '..', '..');

/** Runs `npm run holdfast -- …`. */
async function holdfast(...args: (string | object)[]): Promise<any> {
  const words = args.map((arg) => (typeof arg === 'string' ? arg : JSON.stringify(arg)));
  const { stdout } = await run(process.execPath, [join(root, 'dist/cli/main.js'), ...words], {
    env: { ...process.env, ...platform.environment },
    cwd: root,
  });
  return JSON.parse(stdout);
}

beforeAll(async () => {
  platform = await startPlatform();
  integrator = httpClient({ baseUrl: platform.apiUrl, token: platform.demo.apiKey });
  endpoint = await startWebhookReceiver();
  identity = await anIdentity(integrator);
  wallet = await aWallet(integrator, { identity });
  for (const scope of [
    {
      topic: 'WithdrawalsTopic',
      walletID: wallet,
      eventTypes: ['WithdrawalStarted', 'WithdrawalSucceeded', 'WithdrawalFailed'],
    },
    {
      topic: 'DestinationsTopic',
      eventTypes: ['DestinationCreated', 'DestinationUnauthorized', 'DestinationAuthorized'],
    },
  ]) {
    const url = `${endpoint.url}/${scope.topic}`;
    const created = await integrator.post(`${WALLET}/webhooks`, { identityID: identity, scope, url });
    expect(created.status).toBe(201);
    expect(created.body.scope).toEqual(scope);
    if (scope.topic === 'WithdrawalsTopic') publicKey = created.body.publicKey;
  }
});

afterAll(async () => {
  await platform?.stop();
  await endpoint?.close();
});

async function until(path: string, isEnough: (body: any) => boolean): Promise<any> {
  for (const end = Date.now() + ARRIVAL_TIMEOUT_MS; ; await sleep(50)) {
    const { body } = await integrator.get(path);
    if (isEnough(body)) return body;
    if (Date.now() > end) throw new Error(`still ${JSON.stringify(body)}`);
  }
}

async function cardDestination(cardNumber: string): Promise<string> {
  const resource = { type: 'BankCardDestinationResource', token: await aCardToken(integrator, cardNumber) };
  const id = await aDestination(integrator, { identity, resource });
  await until(`${WALLET}/destinations/${id}`, ({ status }) => status === 'Authorized');
  return id;
}

async function authorisedDestination(): Promise<string> {
  const id = await aDestination(integrator, { identity });
  await until(`${WALLET}/destinations/${id}`, ({ status }) => status === 'Authorized');
  return id;
}

async function withdraw(destination: string, amount: number): Promise<any> {
  const fields = { wallet, destination, body: { amount, currency: 'RUB' } };
  const { status, body } = await integrator.post(`${WALLET}/withdrawals`, fields);
  expect(status).toBe(202);
  return body;
}

const ended = (id: string) => until(`${WALLET}/withdrawals/${id}`, ({ status }) => status !== 'Pending');

/** The subject of a message; a withdrawal names its destination too. */
const getSubject = ({ withdrawal, withdrawalID, destination, destinationID }: any): string =>
  withdrawal?.id ?? withdrawalID ?? destination?.id ?? destinationID;

/** What arrived of a subject, each event once: a sender killed before recording an answer sends the event again. */
async function received(id: string, types: string[]): Promise<any[]> {
  const ofSubject = () => {
    const all = endpoint.accepted().filter((delivery) => getSubject(delivery.json()) === id);
    return [...new Map(all.map((delivery) => [delivery.json<any>().eventID, delivery])).values()];
  };
  await endpoint.until(() => ofSubject().length >= types.length);
  expect(ofSubject().map(getTypes)).toEqual(types);
  return ofSubject().map((delivery) => delivery.json());
}

const atSandbox = async (id: string) =>
  (await fetch(`${platform.sandboxUrl}/operations/${encodeURIComponent(`withdrawal/${id}/payOut`)}`)).json() as any;

test('an operator deposits, reverts and adjusts', async () => {
  const source = await holdfast('source', 'create', { name: 'Банк', currency: 'RUB' });
  const order = { walletID: wallet, sourceID: source.id, amount: 50_000_000, currency: 'RUB', externalID: 'd-1' };
  const made = await holdfast('deposit', 'create', order, '--reason', 'test');
  expect(made).toMatchObject({ status: 'Succeeded' });
  expect(await holdfast('deposit', 'create', order, '--reason', 'test')).toEqual({ ...made, isChanged: false });
  expect(await readBalance(integrator, wallet)).toEqual([50_000_000, 50_000_000]);
  const reverted = await holdfast(
    'deposit',
    'revert',
    { depositID: made.id, amount: 1_000, currency: 'RUB' },
    '--reason',
    'test',
  );
  expect(reverted.status).toBe('Succeeded');
  const other = await holdfast('deposit', 'create', { ...order, amount: 7, externalID: 'd-2' }, '--reason', 'test');
  expect(
    (await holdfast('deposit', 'adjust', { depositID: other.id, status: 'Failed' }, '--reason', 'test')).status,
  ).toBe('Succeeded');
  expect(await readBalance(integrator, wallet)).toEqual([49_999_000, 49_999_000]);
  const { body } = await integrator.get(`${WALLET}/deposits?walletID=${wallet}&revertStatus=Partial&limit=5`);
  expect(body.result.map(({ id }: { id: string }) => id)).toEqual([made.id]);
});

test('a repeated command acts once and reports it, another key acts again', async () => {
  const source = await holdfast('source', 'create', { name: 'Банк', currency: 'RUB' });
  const order = { walletID: wallet, sourceID: source.id, amount: 300, currency: 'RUB' };
  const [before] = await readBalance(integrator, wallet);
  const made = await holdfast('deposit', 'create', order, '--reason', 'test');
  expect(made).toMatchObject({ status: 'Succeeded', isChanged: true, key: expect.stringMatching(/^deposit\/\d{4}-/) });
  const reordered = Object.fromEntries(Object.entries(order).reverse());
  expect(await holdfast('deposit', 'create', reordered, '--reason', 'test')).toEqual({ ...made, isChanged: false });
  const other = await holdfast('deposit', 'create', order, '--id', 'by-hand', '--reason', 'test');
  expect(other).toMatchObject({ status: 'Succeeded', key: 'by-hand', isChanged: true });
  expect(other.id).not.toBe(made.id);
  expect(await readBalance(integrator, wallet)).toEqual([before + 600, before + 600]);
  const revert = { depositID: made.id, amount: 100, currency: 'RUB' };
  const reverted = await holdfast('deposit', 'revert', revert, '--reason', 'test');
  expect(await holdfast('deposit', 'revert', revert, '--reason', 'test')).toEqual({ ...reverted, isChanged: false });
  for (const status of ['Failed', 'Succeeded', 'Failed']) {
    const adjustment = { depositID: other.id, status };
    const adjusted = await holdfast('deposit', 'adjust', adjustment, '--reason', 'test');
    expect(adjusted).toMatchObject({ status: 'Succeeded', isChanged: true });
    expect(await holdfast('deposit', 'adjust', adjustment, '--reason', 'test')).toEqual({
      ...adjusted,
      isChanged: false,
    });
  }
  expect(await readBalance(integrator, wallet)).toEqual([before + 200, before + 200]);
});

test('a withdrawal to a card is paid out, and every step is notified in order and signed; that of another wallet is not', async () => {
  const destination = await cardDestination(SUCCESS);
  const unfunded = { wallet: await aWallet(integrator, { identity }), destination };
  const body = { amount: 10_000, currency: 'RUB' };
  const { body: elsewhere } = await integrator.post(`${WALLET}/withdrawals`, { ...unfunded, body });
  expect(elsewhere.status).toBe('Failed');
  const [before] = await readBalance(integrator, wallet);
  const { id } = await withdraw(destination, 10_000);
  expect(await ended(id)).toMatchObject({ status: 'Succeeded' });
  expect(await readBalance(integrator, wallet)).toEqual([before - 10_000, before - 10_000]);
  expect(await atSandbox(id)).toMatchObject({ attempts: 1, effects: 1 });

  const [started, succeeded] = await received(id, ['WithdrawalStarted', 'WithdrawalSucceeded']);
  expect(started).toMatchObject({ topic: 'WithdrawalTopic', withdrawal: { id, wallet, destination } });
  expect(typeof started.eventID).toBe('string');
  expect(succeeded).toMatchObject({ withdrawalID: id });
  for (const { body, headers } of endpoint.accepted().filter(({ path }) => path.endsWith('WithdrawalsTopic'))) {
    const contentSignature = headers['content-signature'] as string;
    expect(isSignedBy({ publicKey, body, contentSignature })).toBe(true);
  }
  expect(endpoint.deliveries.filter((one) => one.body.toString().includes(elsewhere.id))).toEqual([]);
  const [created] = await received(destination, [
    'DestinationCreated',
    'DestinationUnauthorized',
    'DestinationAuthorized',
  ]);
  expect(created.destination.resource).toMatchObject({ type: 'BankCard', cardNumberMask: '424242******4242' });
});

test.each(PAYOUT_FAILURES)(
  'a withdrawal fails for %s, and the wallet has its money back',
  async (_, card, amount, code) => {
    const destination = await cardDestination(card);
    const balance = await readBalance(integrator, wallet);
    const { id } = await withdraw(destination, amount);
    expect(await ended(id)).toMatchObject({ status: 'Failed', failure: { code } });
    expect(await readBalance(integrator, wallet)).toEqual(balance);
    await received(id, ['WithdrawalStarted', 'WithdrawalFailed']);
  },
);

test.each([
  ['breaks the connection before the effect', 667_702],
  ['breaks the connection after the effect', 667_703],
  ['is unavailable three times', 667_704],
])('a connector that %s pays out once', async (_, amount) => {
  const destination = await aDestination(integrator, { identity, resource: RUB_ACCOUNT });
  await until(`${WALLET}/destinations/${destination}`, ({ status }) => status === 'Authorized');
  const { id } = await withdraw(destination, amount);
  expect((await ended(id)).status).toBe('Succeeded');
  expect((await atSandbox(id)).effects).toBe(1);
});

test('a destination of a provider with manual approval waits for an operator', async () => {
  const careful = await anIdentity(integrator, { provider: 'test-reviewed' });
  const id = await aDestination(integrator, { identity: careful, resource: RUB_ACCOUNT });
  const temporal = await Connection.connect({ address: platform.temporalAddress });
  const workflow = new Client({ connection: temporal }).workflow.getHandle(`destination/${id}`);
  for (let tries = 0; tries < 100; tries++) {
    const state = await workflow.query<{ waitingFor: string | null }>('state').catch(() => undefined);
    if (state?.waitingFor) break;
    await sleep(50);
  }
  expect((await integrator.get(`${WALLET}/destinations/${id}`)).body.status).toBe('Unauthorized');
  const approved = await holdfast('destination', 'approve', id, '--reason', 'checked');
  expect(approved).toMatchObject({ destinationID: id, status: 'Authorized', isChanged: true });
  expect(await holdfast('destination', 'approve', id, '--reason', 'checked')).toEqual({
    ...approved,
    isChanged: false,
  });
  const authorised = await until(`${WALLET}/destinations/${id}`, ({ status }) => status === 'Authorized');
  expect(Date.parse(authorised.validUntil)).toBeGreaterThan(Date.now());
  await temporal.close();
});

test('a payout happens once although the worker is killed before recording it', async () => {
  const destination = await authorisedDestination();
  const balance = await readBalance(integrator, wallet);
  const { id } = await withdraw(destination, SILENT_AFTER_EFFECT);
  for (let tries = 0; (await atSandbox(id)).effects !== 1; tries++) {
    if (tries > 400) throw new Error('the connector has not paid out');
    await sleep(25);
  }
  await platform.processes.worker.kill();
  expect((await integrator.get(`${WALLET}/withdrawals/${id}`)).body.status).toBe('Pending');
  expect(await readBalance(integrator, wallet)).toEqual([balance[0], (balance[1] ?? 0) - SILENT_AFTER_EFFECT]);
  await platform.processes.worker.start();
  expect((await ended(id)).status).toBe('Succeeded');
  expect((await atSandbox(id)).effects).toBe(1);
  const left = (balance[0] ?? 0) - SILENT_AFTER_EFFECT;
  expect(await readBalance(integrator, wallet)).toEqual([left, left]);
  await received(id, ['WithdrawalStarted', 'WithdrawalSucceeded']);
});

test('a webhook belongs to its identity and is not found after deletion', async () => {
  const scope = { topic: 'DestinationsTopic', eventTypes: ['DestinationCreated'] };
  const { body } = await integrator.post(`${WALLET}/webhooks`, { identityID: identity, scope, url: endpoint.url });
  const path = `${WALLET}/webhooks/${body.id}?identityID=${identity}`;
  expect((await integrator.get(path)).body).toEqual(body);
  const other = await anIdentity(integrator);
  expect((await integrator.get(`${WALLET}/webhooks/${body.id}?identityID=${other}`)).status).toBe(404);
  expect((await integrator.get(`${WALLET}/webhooks?identityID=${identity}`)).body).toHaveLength(3);
  expect((await integrator.get(`${WALLET}/webhooks?identityID=nobody`)).status).toBe(422);
  expect((await integrator.delete(path)).status).toBe(204);
  expect((await integrator.get(path)).status).toBe(404);
  const foreignWallet = await aWallet(integrator, { identity: other });
  const wrong = { topic: 'WithdrawalsTopic', walletID: foreignWallet, eventTypes: ['WithdrawalStarted'] };
  const refused = await integrator.post(`${WALLET}/webhooks`, {
    identityID: identity,
    scope: wrong,
    url: endpoint.url,
  });
  expect(refused.status).toBe(422);
});

test('every message conforms to its specification', () => {
  expect(endpoint.deliveries.length).toBeGreaterThan(0);
  expect(endpoint.deliveries.flatMap((one) => eventContradictions(one.json()))).toEqual([]);
});

test('the ledger is consistent at the end', async () => {
  expect(await ledgerFaults(platform.databaseUrl)).toEqual([]);
});
