// Writes `.env` for docker-compose.yml with new secrets, readable by its owner only, and keeps existing ones. `--minio` adds the variables
// of the MinIO bucket.
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

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
  ...(process.argv.includes('--minio') ? bucket : {}),
};
const present = existsSync(file) ? readFileSync(file, 'utf8') : '';
const missing = Object.entries(wanted).filter(([name]) => !new RegExp(`^${name}=.`, 'm').test(present));
const lines = missing.map(([name, make]) => `${name}=${make()}`);
const start = present === '' || present.endsWith('\n') ? present : `${present}\n`;
if (lines.length > 0) writeFileSync(file, `${start}${lines.join('\n')}\n`, { mode: 0o600 });
console.log(lines.length > 0 ? `Wrote ${missing.map(([name]) => name).join(', ')} to .env` : '.env is complete');
