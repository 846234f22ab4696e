import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { renameSync, writeFileSync } from 'node:fs';
import { connect, type TLSSocket } from 'node:tls';
import { VaultClient } from '../client/vault-client';
import { startTestVault, type TestVault } from '../testing/test-vault';
import { createAuthority, type CertificateFiles } from './certificates';

let vault: TestVault;
const open: { close(): Promise<void> }[] = [];

beforeEach(async () => {
  vault = await startTestVault();
});

afterEach(async () => {
  await Promise.all(open.splice(0).map(async (client) => client.close()));
  await vault.stop();
});

type Tls = CertificateFiles & { ca: string };

async function clientOf(tls: Tls | (() => Tls)): Promise<VaultClient> {
  const client = new VaultClient({ url: vault.url, tls, connections: 1 });
  open.push(client);
  return client;
}

async function openSocket(tls: Tls): Promise<TLSSocket> {
  const socket = connect({ ...tls, host: '127.0.0.1', port: Number(new URL(vault.url).port), minVersion: 'TLSv1.3' });
  socket.on('error', () => undefined);
  await once(socket, 'secureConnect');
  return socket;
}

/** Replaces a file as an operator or Kubernetes does. */
function replace(file: string, text: string): void {
  writeFileSync(`${file}.new`, text);
  renameSync(`${file}.new`, file);
}

async function until(condition: () => Promise<boolean> | boolean): Promise<void> {
  for (const end = Date.now() + 30_000; !(await condition()); await new Promise((resolve) => setTimeout(resolve, 50)))
    if (Date.now() > end) throw new Error('the condition was not met');
}

const isLogged = (text: string) => () => vault.log.some((line) => line.includes(text));

test('a revoked certificate loses its open connection and gets no other, and the rest stay', async () => {
  const stolen = { ca: vault.authority.cert, ...(await vault.authority.issue('worker')) };
  const client = await clientOf(stolen);
  const [own, other] = [await openSocket(stolen), await openSocket(vault.certificates.worker)];
  await client.status();
  const closed = once(own, 'close');
  const { fingerprint256 } = new X509Certificate(stolen.cert);
  replace(vault.files.revoked, `# lost with a laptop\nsha256 Fingerprint=${fingerprint256}\n\n`);
  await closed;
  expect(await client.status().catch((error: Error) => error.name)).toBe('VaultUnavailable');
  expect(other.destroyed).toBe(false);
  other.destroy();
  await vault.clients.worker.status();
});

test('a file with a line that is no fingerprint changes nothing', async () => {
  const { fingerprint256 } = new X509Certificate(vault.certificates.worker.cert);
  replace(vault.files.revoked, `${fingerprint256}\nworker\n`);
  await until(isLogged('changed certificates could not be read yet'));
  await vault.clients.worker.status();
});

test('a new certificate of the vault is used without a restart', async () => {
  const next = await vault.authority.issue('vault', ['127.0.0.1']);
  replace(vault.files.cert, next.cert);
  await until(isLogged('changed certificates could not be read yet'));
  await vault.clients.worker.status();
  replace(vault.files.key, next.key);
  await until(async () => {
    const socket = await openSocket(vault.certificates.worker);
    const shown = socket.getPeerX509Certificate()?.fingerprint256;
    socket.destroy();
    return shown === new X509Certificate(next.cert).fingerprint256;
  });
});

test('a removed authority loses its connections, and clients use their replaced certificates', async () => {
  const next = await createAuthority();
  const both = `${vault.authority.cert}\n${next.cert}`;
  const worker = { ca: both, ...(await next.issue('worker')) };
  let tls: Tls = { ...vault.certificates.worker, ca: both };
  const client = await clientOf(() => tls);
  await client.status();
  const old = await openSocket(vault.certificates.worker);
  replace(vault.files.ca, both);
  await until(async () => {
    const socket = await openSocket({ ...worker, ca: both });
    const [reason] = (await Promise.race([
      once(socket, 'close'),
      until(() => socket.authorized).then(() => ['open']),
    ])) as unknown[];
    socket.destroy();
    return reason === 'open';
  });
  const closed = once(old, 'close');
  replace(vault.files.ca, next.cert);
  await closed;
  tls = worker;
  await until(async () =>
    client.status().then(
      () => true,
      () => false,
    ),
  );
  expect(await vault.clients.worker.status().catch((error: Error) => error.name)).toBe('VaultUnavailable');
});
