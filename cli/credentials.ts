import { setTimeout as sleep } from 'node:timers/promises';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

/** How an operator signed in to one platform: with a key, or at its OpenID Connect provider. */
export type Credential =
  { key: string } | { issuer: string; clientID: string; accessToken: string; refreshToken?: string; expiresAt: number };

interface CredentialsFile {
  /** The platform of the last `holdfast login`. */
  current?: string;
  platforms: Record<string, Credential>;
}

function credentialsFile(): string {
  const folder = process.env['XDG_CONFIG_HOME'] || join(homedir(), '.config');
  return join(folder, 'holdfast', 'credentials.json');
}

/** @throws Error that names the file if it is not what `holdfast login` writes */
export function readCredentials(): CredentialsFile {
  const file = credentialsFile();
  if (!existsSync(file)) return { platforms: {} };
  try {
    const read = JSON.parse(readFileSync(file, 'utf8')) as CredentialsFile;
    if (typeof read.platforms === 'object' && read.platforms !== null) return read;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new Error(`${file} is not a file of \`holdfast login\`: remove it and sign in again`);
}

/** Replaces the file in one step; only its owner may read it. */
function writeCredentials(credentials: CredentialsFile): void {
  const file = credentialsFile();
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const part = `${file}.${process.pid}`;
  writeFileSync(part, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600 });
  chmodSync(part, 0o600);
  renameSync(part, file);
}

/** Stores how an operator signed in to a platform, which becomes the current one unless only its tokens are new. */
export function storeCredential(url: string, credential: Credential, { isCurrent } = { isCurrent: true }): void {
  const stored = readCredentials();
  const platforms = { ...stored.platforms, [url]: credential };
  writeCredentials({ ...stored, ...(isCurrent && { current: url }), platforms });
}

const LOCK_WAIT_MS = 50;
/** A lock older than this belongs to a command that was killed. */
const MAX_LOCK_AGE_MS = 15_000;

/** Runs one command at a time: a provider takes a refresh token that is used twice for a stolen one. */
export async function withCredentialsLock<Result>(work: () => Promise<Result>): Promise<Result> {
  const lock = `${credentialsFile()}.lock`;
  while (!takeLock(lock)) await sleep(LOCK_WAIT_MS);
  try {
    return await work();
  } finally {
    rmSync(lock, { force: true });
  }
}

function takeLock(lock: string): boolean {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const age = Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > MAX_LOCK_AGE_MS) rmSync(lock, { force: true });
    return false;
  }
}

/** @returns the removed credential */
export function removeCredential(url: string): Credential | undefined {
  const { current, platforms } = readCredentials();
  const { [url]: removed, ...others } = platforms;
  if (Object.keys(others).length === 0) rmSync(credentialsFile(), { force: true });
  else writeCredentials({ ...(current === url || current === undefined ? {} : { current }), platforms: others });
  return removed;
}

/** The platform and the key of `demo-operator` that `npm start` wrote. */
export function readLocalStart(): { url: string; key: string } | undefined {
  try {
    const file = resolve(process.env['DATA_DIR'] || '.data', 'demo.json');
    const { apiUrl, operatorKey } = JSON.parse(readFileSync(file, 'utf8')) as { apiUrl?: string; operatorKey?: string };
    return apiUrl && operatorKey ? { url: normaliseUrl(apiUrl), key: operatorKey } : undefined;
  } catch {
    return undefined;
  }
}

/** @throws Error unless it is an http(s) address */
export function normaliseUrl(url: string): string {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw new Error(`${url} is not an http(s) address`);
  }
  return url.replace(/\/+$/, '');
}
