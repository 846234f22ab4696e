import { setTimeout as sleep } from 'node:timers/promises';
import { openStore, type Store } from '../../store/store';
import { httpClient, type HttpClient } from '../harness/http-client';
import { untilBody } from '../harness/http-client';
import { startPlatform, type Platform } from '../harness/platform';
import { aDestination, anIdentity, aWallet, readBalance, fund, WALLET } from '../harness/factories/wallet';
import { ledgerFaults } from '../harness/factories/payment';

/* A payout to `sandbox-consent-wallet` waits for its owner's consent on the connector's page: docs/sandbox.md. */

const CONSENT = { type: 'DigitalWalletDestinationResource', id: 'sandbox-consent-wallet', provider: 'webmoney' };

let platform: Platform;
let integrator: HttpClient;
let store: Store;
let wallet: string;
let destination: string;

beforeAll(async () => {
  platform = await startPlatform();
  integrator = httpClient({ baseUrl: platform.apiUrl, token: platform.demo.apiKey });
  const { ENCRYPTION_KEY = '' } = platform.environment;
  store = openStore({ DATABASE_URL: platform.databaseUrl, ENCRYPTION_KEY }, 2);
  const identity = await anIdentity(integrator);
  wallet = await aWallet(integrator, { identity });
  destination = await aDestination(integrator, { identity, resource: CONSENT });
  await untilBody(
    () => integrator.get(`${WALLET}/destinations/${destination}`),
    ({ status }) => status === 'Authorized',
  );
  await fund(store, wallet, 1_000_000);
});

afterAll(async () => {
  await store?.database.close();
  await platform?.stop();
});

/** Creates a withdrawal that waits for consent; returns it with the address of the page. */
async function awaited(): Promise<{ id: string; page: string }> {
  const given = { wallet, destination, body: { amount: 10_000, currency: 'RUB' } };
  const { status, body } = await integrator.post(`${WALLET}/withdrawals`, given);
  expect([status, body.status]).toEqual([202, 'Pending']);
  const events = await untilBody(
    () => integrator.get(`${WALLET}/withdrawals/${body.id}/events?limit=10`),
    (some) => some.length > 1,
  );
  expect(events[1]).toEqual({
    eventID: 2,
    occuredAt: expect.any(String),
    changes: [
      {
        type: 'WithdrawalUserInteractionChanged',
        userInteractionChange: {
          changeType: 'UserInteractionCreated',
          userInteraction: {
            interactionType: 'Redirect',
            request: { requestType: 'BrowserGetRequest', uriTemplate: expect.stringContaining('/pay/') },
          },
        },
      },
    ],
  });
  const [{ userInteractionChange }] = events[1].changes;
  const { uriTemplate } = userInteractionChange.userInteraction.request;
  return { id: body.id, page: uriTemplate.replace(/[?{].*/, '') };
}

async function decideOn(page: string, decision: 'confirm' | 'refuse'): Promise<void> {
  expect(await (await fetch(page)).text()).toContain('Согласие на перевод');
  const body = new URLSearchParams({ decision });
  expect((await fetch(`${page}/decision`, { method: 'POST', body, redirect: 'manual' })).status).toBeLessThan(400);
}

async function ended(id: string): Promise<any> {
  return untilBody(
    () => integrator.get(`${WALLET}/withdrawals/${id}`),
    ({ status }) => status !== 'Pending',
  );
}

const finishedWith = (status: object) => ({
  eventID: 3,
  occuredAt: expect.any(String),
  changes: [
    { type: 'WithdrawalUserInteractionChanged', userInteractionChange: { changeType: 'UserInteractionFinished' } },
    { type: 'WithdrawalStatusChanged', ...status },
  ],
});

async function lastEvent(id: string): Promise<any> {
  return (await integrator.get(`${WALLET}/withdrawals/${id}/events?limit=10&eventCursor=2`)).body;
}

test('a withdrawal is paid out after its owner consents', async () => {
  const { id, page } = await awaited();
  expect(await readBalance(integrator, wallet)).toEqual([1_000_000, 990_000]);
  await decideOn(page, 'confirm');
  expect(await ended(id)).toMatchObject({ status: 'Succeeded' });
  expect(await lastEvent(id)).toEqual([finishedWith({ status: 'Succeeded' })]);
  expect(await readBalance(integrator, wallet)).toEqual([990_000, 990_000]);
});

test('a withdrawal fails and returns its money when its owner refuses', async () => {
  const [own] = await readBalance(integrator, wallet);
  const { id, page } = await awaited();
  await decideOn(page, 'refuse');
  const failure = { code: 'PreauthorizationFailed' };
  expect(await ended(id)).toMatchObject({ status: 'Failed', failure });
  expect(await lastEvent(id)).toEqual([finishedWith({ status: 'Failed', failure })]);
  expect(await readBalance(integrator, wallet)).toEqual([own, own]);
});

test('a withdrawal that waits for consent survives a killed worker', async () => {
  const { id, page } = await awaited();
  await platform.processes.worker.kill();
  await decideOn(page, 'confirm');
  await sleep(500);
  await platform.processes.worker.start();
  expect(await ended(id)).toMatchObject({ status: 'Succeeded' });
  const operation = encodeURIComponent(`withdrawal/${id}/payOut`);
  const atSandbox = await fetch(`${platform.sandboxUrl}/operations/${operation}`);
  expect(await atSandbox.json()).toMatchObject({ effects: 1, attempts: 1 });
  expect(await ledgerFaults(platform.databaseUrl)).toEqual([]);
});
