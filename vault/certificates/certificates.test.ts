import { X509Certificate, createPrivateKey } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAuthority, readCertificates, writeCertificates, type VaultAuthority } from './certificates';

const DAY_MS = 86_400_000;
const SERVER_AUTH = '1.3.6.1.5.5.7.3.1';
const CLIENT_AUTH = '1.3.6.1.5.5.7.3.2';

let authority: VaultAuthority;

beforeAll(async () => {
  authority = await createAuthority();
});

const newFolder = (): string => join(mkdtempSync(join(tmpdir(), 'vault-certificates-')), 'certificates');

/** Days from now until the beginning and the end of a certificate. */
function daysOf({ validFrom, validTo }: X509Certificate): number[] {
  return [validFrom, validTo].map((date) => Math.round((Date.parse(date) - Date.now()) / DAY_MS));
}

test('an authority signs itself, may sign certificates and lasts ten years', async () => {
  const certificate = new X509Certificate(authority.cert);
  expect(certificate).toMatchObject({ ca: true, subject: 'CN=Holdfast vault authority' });
  expect(certificate.verify(certificate.publicKey)).toBe(true);
  expect(certificate.checkPrivateKey(createPrivateKey(authority.key))).toBe(true);
  expect(daysOf(certificate)).toEqual([-1, 3_650]);
});

test('a client certificate names its process, is signed by its authority and serves no server', async () => {
  const { cert, key } = await authority.issue('worker');
  const certificate = new X509Certificate(cert);
  const issuer = new X509Certificate(authority.cert);
  expect(certificate).toMatchObject({ ca: false, subject: 'CN=worker', keyUsage: [CLIENT_AUTH] });
  expect(certificate.subjectAltName).toBeUndefined();
  expect(certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey)).toBe(true);
  expect(certificate.checkPrivateKey(createPrivateKey(key))).toBe(true);
  expect(daysOf(certificate)).toEqual([-1, 825]);
});

test('a server certificate names its hosts by address or by name', async () => {
  const { cert } = await authority.issue('vault', ['127.0.0.1', 'vault', '10.example']);
  const certificate = new X509Certificate(cert);
  expect(certificate.keyUsage).toEqual([SERVER_AUTH]);
  expect(certificate.subjectAltName).toBe('IP Address:127.0.0.1, DNS:vault, DNS:10.example');
});

test('no two certificates have one serial number, and another authority of the same name has signed none of them', async () => {
  const foreign = new X509Certificate((await createAuthority()).cert);
  const issued = [await authority.issue('worker'), await authority.issue('worker')];
  const [first, second] = issued.map(({ cert }) => new X509Certificate(cert));
  expect(first?.serialNumber).not.toBe(second?.serialNumber);
  expect(first?.checkIssued(foreign)).toBe(false);
});

test('a folder gets certificates for the vault and each client, and keys that only their owner can read', async () => {
  const folder = newFolder();
  await writeCertificates(folder, ['api', 'worker']);
  const keys = ['api.key', 'vault.key', 'worker.key'];
  expect(readdirSync(folder).sort()).toEqual(['api.crt', 'ca.crt', ...keys, 'vault.crt', 'worker.crt'].sort());
  for (const name of keys) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  const { ca, cert, key } = readCertificates(folder, 'worker');
  expect(new X509Certificate(cert)).toMatchObject({ subject: 'CN=worker' });
  expect(new X509Certificate(cert).verify(new X509Certificate(ca).publicKey)).toBe(true);
  expect(new X509Certificate(cert).checkPrivateKey(createPrivateKey(key))).toBe(true);
  const server = new X509Certificate(readCertificates(folder, 'vault').cert);
  expect(server).toMatchObject({ subject: 'CN=vault' });
  expect(server.subjectAltName).toBe('IP Address:127.0.0.1, DNS:localhost, DNS:vault');
});

test('a complete folder stays as it is, and one that was interrupted is written again', async () => {
  const folder = newFolder();
  const read = (): string => readFileSync(join(folder, 'vault.crt'), 'utf8');
  await writeCertificates(folder, ['api']);
  const before = read();
  await writeCertificates(folder, ['api', 'worker']);
  expect([read() === before, existsSync(join(folder, 'worker.crt'))]).toEqual([true, false]);
  rmSync(join(folder, 'ca.crt'));
  await writeCertificates(folder, ['api', 'worker']);
  expect([read() === before, existsSync(join(folder, 'worker.crt'))]).toEqual([false, true]);
});
