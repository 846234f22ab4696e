// Writes `.env` for docker-compose.yml with new secrets, readable by its owner only, and keeps existing ones. `--minio` adds the variables
// of the MinIO bucket.
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeTemporalTokens } from './temporal-tokens.mjs';

const file = fileURLToPath(new URL('../../.env', import.meta.url));
const key = () => randomBytes(32).toString('base64');
// Hexadecimal, since passwords are part of connection strings.
const password = () => randomBytes(24).toString('hex');

const bucket = {
  COMPOSE_PROFILES: () => 'minio',
  FILES_S3_BUCKET: () => 'reports',
  FILES_S3_ENDPOINT: () => 'http://minio:9000',
  FILES_S3_ACCESS_KEY_ID: () => 'holdfast',
  FILES_S3_SECRET_ACCESS_KEY: () => '${MINIO_PASSWORD}',
};
const wanted = {
  ENCRYPTION_KEY: key,
  TOKEN_SIGNING_KEY: key,
  CONSOLE_SESSION_KEY: key,
  SANDBOX_SECRET: password,
  POSTGRES_PASSWORD: password,
  SANDBOX_PASSWORD: password,
  TEMPORAL_PASSWORD: password,
  MINIO_PASSWORD: password,
  VAULT_KEK: key,
  VAULT_PASSWORD: password,
  ...(process.argv.includes('--minio') ? bucket : {}),
};
const present = existsSync(file) ? readFileSync(file, 'utf8') : '';
const isPresent = (name) => new RegExp(`^${name}=.`, 'm').test(present);
// All of one key, so that they are written together.
const tokens = isPresent('TEMPORAL_JWKS') ? {} : makeTemporalTokens();
for (const [name, value] of Object.entries(tokens)) wanted[name] = () => `'${value}'`;
const missing = Object.entries(wanted).filter(([name]) => !isPresent(name));
const lines = missing.map(([name, make]) => `${name}=${make()}`);
const start = present === '' || present.endsWith('\n') ? present : `${present}\n`;
if (lines.length > 0) writeFileSync(file, `${start}${lines.join('\n')}\n`, { mode: 0o600 });
console.log(lines.length > 0 ? `Wrote ${missing.map(([name]) => name).join(', ')} to .env` : '.env is complete');

// Temporal's server is a client of its own frontend, so its certificate serves both.
const temporal = 'serverAuth,clientAuth\nsubjectAltName=DNS:temporal,DNS:localhost,IP:127.0.0.1';
for (const [server, usage, clients] of [
  ['vault', 'serverAuth\nsubjectAltName=DNS:vault,DNS:localhost,IP:127.0.0.1', ['api', 'worker', 'operator']],
  ['temporal', temporal, ['api', 'worker', 'ui']],
]) {
  const certificates = fileURLToPath(new URL(`${server}-certificates`, import.meta.url));
  if (existsSync(join(certificates, clients.at(-1), 'tls.crt'))) continue;
  writeCertificates(certificates, server, { usage, clients });
  console.log(`Wrote certificates of ${server} and its clients to deploy/docker/${server}-certificates`);
}

/** An authority whose key is not kept, and a certificate for each process in a folder of its own. */
function writeCertificates(certificates, server, { usage: serverUsage, clients }) {
  mkdirSync(certificates, { recursive: true, mode: 0o700 });
  const openssl = (...words) =>
    execFileSync('openssl', words, { cwd: certificates, stdio: ['ignore', 'pipe', 'pipe'] });
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const authority = [
    '-addext',
    'basicConstraints=critical,CA:TRUE,pathlen:0',
    '-addext',
    'keyUsage=critical,keyCertSign,cRLSign',
  ];
  openssl(
    'req',
    '-x509',
    ...newKey,
    '-days',
    '3650',
    '-subj',
    `/CN=Holdfast ${server} authority`,
    ...authority,
    '-keyout',
    'ca.key',
    '-out',
    'ca.crt',
  );
  for (const name of [server, ...clients]) {
    mkdirSync(join(certificates, name), { recursive: true });
    const usage = name === server ? serverUsage : 'clientAuth';
    writeFileSync(join(certificates, 'extensions'), `basicConstraints=critical,CA:FALSE\nextendedKeyUsage=${usage}\n`);
    openssl('req', ...newKey, '-subj', `/CN=${name}`, '-keyout', `${name}/tls.key`, '-out', 'request');
    const signed = ['-CA', 'ca.crt', '-CAkey', 'ca.key', '-CAcreateserial', '-extfile', 'extensions', '-days', '825'];
    openssl('x509', '-req', '-in', 'request', ...signed, '-out', `${name}/tls.crt`);
    writeFileSync(join(certificates, name, 'ca.crt'), readFileSync(join(certificates, 'ca.crt')));
    // Containers run as another user; the folder above is closed to others on this machine.
    chmodSync(join(certificates, name, 'tls.key'), 0o644);
  }
  for (const rest of ['ca.key', 'ca.srl', 'extensions', 'request']) rmSync(join(certificates, rest), { force: true });
}
