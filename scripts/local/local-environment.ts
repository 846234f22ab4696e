import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { loadEnvironment, type Environment } from '../../runtime/environment';
import { ServiceProblem } from '../services/folders';
import { generateSecrets, platformEnvironment, type Secrets } from '../services/platform-environment';
import { root } from '../services/platform-process';

/** The folders, settings and process environment of a local platform. */
export type LocalPlatform = {
  dataFolder: string;
  settings: Environment;
  /** Undefined where DATABASE_URL names an external server. */
  postgres?: { password: string };
  /** False where TEMPORAL_ADDRESS names an external server. */
  isTemporalEmbedded: boolean;
  /** Variables of the user override derived ones. */
  environment: Record<string, string>;
};

type SecretsMode = 'create' | 'expect' | 'ignore';

/** The databases on the embedded server. */
export const databaseNames = { platform: 'holdfast', sandbox: 'holdfast_sandbox', vault: 'holdfast_vault' } as const;

export function localDataFolder(): string {
  return resolve(root, process.env['DATA_DIR'] || '.data');
}

/**
 * Builds the environment of a local platform. Its secrets come from the data folder: `create` generates missing ones,
 * `expect` fails without them, `ignore` generates throw-away ones for callers that need only the ports.
 */
export function readLocalPlatform(input: { secrets: SecretsMode }): LocalPlatform {
  const given = withoutEmpty(process.env);
  const dataFolder = localDataFolder();
  const isProduction = given['NODE_ENV'] === 'production';
  const secrets = isProduction ? undefined : readSecrets(dataFolder, input.secrets);
  // In production nothing is derived or generated.
  const settings = loadEnvironment({
    ...(secrets ? { ...secrets, DATABASE_URL: 'postgres://127.0.0.1/' } : {}),
    ...given,
  });
  const url = (database: string) =>
    `postgres://holdfast:${secrets?.POSTGRES_PASSWORD}@127.0.0.1:${settings.POSTGRES_PORT}/${database}`;
  const isPostgresEmbedded = given['DATABASE_URL'] === undefined;
  const databaseUrl = given['DATABASE_URL'] ?? url(databaseNames.platform);
  const derived = platformEnvironment({
    nodeEnv: 'development',
    dataFolder,
    secrets: secrets ?? settingsAsSecrets(settings),
    ports: settings,
    databaseUrl,
    sandboxDatabaseUrl: isPostgresEmbedded ? url(databaseNames.sandbox) : getSiblingUrl(databaseUrl, 'sandbox'),
    vaultDatabaseUrl:
      given['VAULT_DATABASE_URL'] ??
      (isPostgresEmbedded ? vaultUrl(secrets, settings.POSTGRES_PORT) : getSiblingUrl(databaseUrl, 'vault')),
    temporalAddress: `127.0.0.1:${settings.TEMPORAL_PORT}`,
  });
  const environment = { ...derived, ...omitDebugger(given) };
  return {
    dataFolder,
    settings: loadEnvironment(environment),
    ...(isPostgresEmbedded && secrets ? { postgres: { password: secrets.POSTGRES_PASSWORD } } : {}),
    isTemporalEmbedded: given['TEMPORAL_ADDRESS'] === undefined,
    environment,
  };
}

function readSecrets(dataFolder: string, mode: SecretsMode): Secrets {
  if (mode === 'ignore') return generateSecrets();
  const file = join(dataFolder, 'secrets.json');
  if (!existsSync(file)) {
    if (mode === 'expect') {
      throw new ServiceProblem(
        `There is no ${file} yet: run \`npm start\` once, or give the variables in the environment.`,
      );
    }
    mkdirSync(dataFolder, { recursive: true });
    writeFileSync(file, `${JSON.stringify(generateSecrets(), null, 2)}\n`, { mode: 0o600 });
  }
  try {
    const secrets = JSON.parse(readFileSync(file, 'utf8')) as Partial<Secrets>;
    const generated = generateSecrets();
    const names = Object.keys(generated) as (keyof Secrets)[];
    if (names.every((name) => typeof secrets[name] === 'string' || ADDED_LATER.includes(name))) {
      return completeSecrets(file, { ...secrets, ...pickMissing(secrets, generated) } as Secrets);
    }
  } catch {
    // Damaged.
  }
  throw new ServiceProblem(
    `${file} is damaged, and without its keys the data beside it cannot be read. Restore it from a backup, or start over ` +
      'with `npm start -- --fresh`.',
  );
}

/** Secrets that a data folder of an earlier version does not have. */
const ADDED_LATER: readonly (keyof Secrets)[] = ['VAULT_KEK', 'VAULT_PASSWORD'];

function pickMissing(secrets: Partial<Secrets>, generated: Secrets): Partial<Secrets> {
  return Object.fromEntries(ADDED_LATER.filter((name) => !secrets[name]).map((name) => [name, generated[name]]));
}

function completeSecrets(file: string, secrets: Secrets): Secrets {
  const text = `${JSON.stringify(secrets, null, 2)}\n`;
  if (text !== readFileSync(file, 'utf8')) writeFileSync(file, text, { mode: 0o600 });
  return secrets;
}

function vaultUrl(secrets: Secrets | undefined, port: number): string {
  const { vault } = databaseNames;
  return `postgres://${vault}:${secrets?.VAULT_PASSWORD}@127.0.0.1:${port}/${vault}`;
}

function settingsAsSecrets(settings: Environment): Secrets {
  const { ENCRYPTION_KEY, TOKEN_SIGNING_KEY, SANDBOX_SECRET = randomBytes(24).toString('base64url') } = settings;
  return {
    ENCRYPTION_KEY,
    TOKEN_SIGNING_KEY,
    SANDBOX_SECRET,
    POSTGRES_PASSWORD: '',
    VAULT_KEK: '',
    VAULT_PASSWORD: '',
  };
}

/** The sandbox and the vault have their own databases on an external server too. */
function getSiblingUrl(databaseUrl: string, name: 'sandbox' | 'vault'): string {
  const url = new URL(databaseUrl);
  url.pathname = `${url.pathname === '/' ? `/${databaseNames.platform}` : url.pathname}_${name}`;
  return url.href;
}

function withoutEmpty(source: NodeJS.ProcessEnv): Record<string, string> {
  const entries = Object.entries(source).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return Object.fromEntries(entries);
}

/** Processes inherit all variables except NODE_OPTIONS: two debuggers cannot share a port. */
function omitDebugger(given: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(given).filter(([name]) => name !== 'NODE_OPTIONS'));
}
