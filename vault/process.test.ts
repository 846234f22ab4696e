import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { certificateFolder } from '../scripts/services/platform-environment';
import { commandLine, readStdout } from '../tests/harness/command-line';
import { startPlatform, type Platform } from '../tests/harness/platform';
import { readCertificates } from './certificates/certificates';
import { VaultClient, VaultUnavailable } from './client/vault-client';
import { cardPlaceholder, type VaultCaller } from './client/vault.types';

const CARD = { partyID: 'party', cardNumber: '4111111111111111', expDate: '01/30', cvv: '123' };

const runCommand = commandLine();
let platform: Platform;
const open: VaultClient[] = [];

function clientOf(name: VaultCaller, timeoutMs?: number): VaultClient {
  const { environment } = platform;
  const tls = readCertificates(certificateFolder(environment['DATA_DIR'] ?? ''), name);
  const client = new VaultClient({ url: environment['VAULT_URL'] ?? '', tls, timeoutMs });
  open.push(client);
  return client;
}

beforeAll(async () => {
  platform = await startPlatform({ processes: ['vault'], isDemoWanted: false });
});

afterAll(async () => {
  await Promise.all(open.map(async (client) => client.close()));
  await platform?.stop();
});

test('the vault process has none of the secrets of the platform', () => {
  const environment = readFileSync(`/proc/${platform.processes.vault.pid()}/environ`, 'utf8');
  expect(environment).toContain('VAULT_KEK=');
  for (const name of ['ENCRYPTION_KEY', 'TOKEN_SIGNING_KEY', 'SANDBOX_SECRET', 'DATABASE_URL']) {
    expect(environment).not.toContain(`\0${name}=`);
  }
});

test('a vault that is killed and restarted has every card that it has confirmed', async () => {
  const { vault } = platform.processes;
  const [api, worker] = [clientOf('api'), clientOf('worker')];
  const stored: string[] = [];
  const storing = Promise.all(
    Array.from({ length: 8 }, async () => {
      for (let round = 0; round < 1_000; round++) stored.push((await api.storeCard(CARD)).cardID);
    }),
  ).catch((error: unknown) => error);
  while (stored.length < 50) await new Promise((resolve) => void setImmediate(resolve));
  await vault.kill();
  expect(await storing).toBeInstanceOf(VaultUnavailable);
  await expect(api.storeCard(CARD)).rejects.toBeInstanceOf(VaultUnavailable);
  await vault.start();
  const masks = await Promise.all(stored.map(async (cardID) => worker.getCard({ cardID, partyID: 'party' })));
  expect(masks).toHaveLength(stored.length);
});

test('a forwarded request whose vault is killed has an unknown outcome', async () => {
  const { vault } = platform.processes;
  let arrived: () => void = () => undefined;
  const hasArrived = new Promise<void>((resolve) => (arrived = resolve));
  const acquirer = createServer(() => arrived()).listen(0, '127.0.0.1');
  await new Promise((resolve) => acquirer.once('listening', resolve));
  const { cardID } = await clientOf('api').storeCard(CARD);
  const url = `http://127.0.0.1:${(acquirer.address() as AddressInfo).port}`;
  const authorization = 'Bearer key';
  await clientOf('api').registerAccount('own', { connector: 'sandbox', urls: [url], credentials: [authorization] });
  const outcome = clientOf('worker')
    .forward({
      account: 'own',
      partyID: 'party',
      operationID: 'payment/1.1/authorise',
      method: 'POST',
      url: `${url}/operations`,
      headers: { 'content-type': 'application/json', authorization },
      body: JSON.stringify({ paymentTool: { cardNumber: cardPlaceholder(cardID, 'number') } }),
      timeoutMs: 60_000,
    })
    .catch((error: unknown) => error);
  await hasArrived;
  await vault.kill();
  expect(await outcome).toMatchObject({ code: 'noAnswer' });
  acquirer.closeAllConnections();
  acquirer.close();
  await vault.start();
});

test('a frozen vault delays its callers until their timeout, and continues afterwards', async () => {
  const { vault } = platform.processes;
  const api = clientOf('api', 1_000);
  await api.storeCard(CARD);
  process.kill(vault.pid(), 'SIGSTOP');
  await expect(api.storeCard(CARD)).rejects.toBeInstanceOf(VaultUnavailable);
  process.kill(vault.pid(), 'SIGCONT');
  expect((await clientOf('api').storeCard(CARD)).bin).toBe('411111');
});

test('custodians see the state of the vault, rotate its keys and verify its audit log', async () => {
  const run = async (...words: string[]): Promise<unknown> =>
    JSON.parse(await readStdout(runCommand(['vault', ...words], platform.environment)));
  expect(await run('status')).toMatchObject({ state: 'ready', missingShares: 0 });
  expect(await run('rotate')).toMatchObject({ rewrapped: 0, remaining: 0 });
  expect(await run('audit')).not.toHaveProperty('brokenAt');
});

test('a stopping vault finishes its requests and ends with code 0', async () => {
  await clientOf('api').storeCard(CARD);
  await platform.processes.vault.stop();
  const log = readFileSync(platform.processes.vault.logFile, 'utf8');
  expect(log).toContain('"code":0');
  expect(log).not.toContain(CARD.cardNumber);
});
