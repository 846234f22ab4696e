import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { EnvironmentError } from '../../runtime/environment';
import { codecUrl } from '../../operators/codec/where';
import { keepSandboxAccount } from '../../operators/connector-accounts/sandbox-account';
import { openStore } from '../../store/store';
import { DatabaseTooOld, migrate } from '../../store/migrations/migrate';
import { isDemoUsable, makeDemo, type Demo } from '../services/demo';
import { ServiceProblem, type Say } from '../services/folders';
import {
  getEntryFile,
  platformProcesses,
  getProbeUrl,
  root,
  startPlatformProcess,
  untilReady,
  getUrl,
  type PlatformProcess,
} from '../services/platform-process';
import { VAULT_CALLERS } from '../../vault/client/vault.types';
import { writeCertificates } from '../../vault/certificates/certificates';
import { certificateFolder } from '../services/platform-environment';
import { createDatabaseAt, createOwnDatabase, isPostgresAlive, startPostgres } from '../services/postgres';
import { isTemporalAlive, startTemporal } from '../services/temporal';
import { describeReadyNotice, readDemo, writeReadyNotice, type ReadyNotice } from './ready-notice';
import { claimDataFolder, emptyDataFolder } from './data-folder';
import { localDataFolder, readLocalPlatform, type LocalPlatform } from './local-environment';
import { refuseTakenPorts } from './taken-ports';
import { Supervisor, type Part } from './supervisor';
import { answersHttp } from './watchdog';

/**
 * `npm start` after installation and build: starts services, runs migrations, creates the demo shop and supervises the
 * processes until Ctrl-C. Returns the exit code.
 */
export async function runLocalPlatform(input: { isFresh: boolean; startedAt: number; say: Say }): Promise<number> {
  const { say } = input;
  const supervisor = new Supervisor(say);
  const stopped = stopOnSignals(supervisor, say);
  let release: (() => void) | undefined;
  try {
    const dataFolder = localDataFolder();
    release = claimDataFolder(dataFolder);
    await refuseTakenPorts(readLocalPlatform({ secrets: 'ignore' }));
    if (input.isFresh) {
      say(`Starting over: removing the data in ${relative(root, dataFolder) || dataFolder}`);
      emptyDataFolder(dataFolder, say);
    }
    const notice = await start(readLocalPlatform({ secrets: 'create' }), supervisor, say);
    if (stopped.isAsked()) return await stopped.code;
    say(describeReadyNotice(notice, (Date.now() - input.startedAt) / 1000));
    return await stopped.code;
  } catch (error) {
    if (stopped.isAsked()) return await stopped.code;
    say(explain(error));
    await supervisor.stop();
    return 1;
  } finally {
    release?.();
  }
}

async function start(platform: LocalPlatform, supervisor: Supervisor, say: Say): Promise<ReadyNotice> {
  const { environment, settings, dataFolder } = platform;
  await supervisor.start(...serviceParts(platform, say));
  await createDatabaseAt(settings.DATABASE_URL);
  if (settings.SANDBOX_DATABASE_URL) await createDatabaseAt(settings.SANDBOX_DATABASE_URL);
  await prepareVault(platform);
  say('Migrating the database');
  await migrate(settings.DATABASE_URL);
  const demoFile = join(dataFolder, 'demo.json');
  const known = readDemo(demoFile);
  const isKnownUsable = known !== undefined && (await isDemoUsable(known, settings.DATABASE_URL));
  const demo = isKnownUsable ? known : await makeDemo(environment);
  if (isKnownUsable) await keepSandbox(settings);
  const processes = platformProcesses.filter((name) => existsSync(getEntryFile(name)) && isWanted(name, settings));
  if (!processes.includes('web')) say('The documentation site is not part of this checkout; starting without it');
  say(`Starting ${processes.join(', ')}`);
  const forReaders = { ...platform, environment: { ...environment, ...demoOfSite(demo, settings) } };
  await supervisor.start(...processes.map((name) => processPart(name, name === 'web' ? forReaders : platform)));
  supervisor.watchSilence();
  const notice: ReadyNotice = {
    apiUrl: settings.API_URL,
    ...demo,
    sandboxUrl: settings.SANDBOX_URL,
    ...(platform.isTemporalEmbedded ? { temporalUiUrl: `http://127.0.0.1:${settings.TEMPORAL_UI_PORT}` } : {}),
    ...(processes.includes('checkout') ? { checkoutUrl: settings.CHECKOUT_URL } : {}),
    ...(processes.includes('console') ? { consoleUrl: settings.CONSOLE_URL } : {}),
    ...(processes.includes('web') ? { siteUrl: settings.SITE_URL } : {}),
  };
  writeReadyNotice(demoFile, notice);
  return notice;
}

/** The address of the sandbox may have changed since the last start. */
async function keepSandbox(settings: LocalPlatform['settings']): Promise<void> {
  const store = openStore(settings, 1);
  try {
    await keepSandboxAccount(store, settings);
  } finally {
    await store.database.close();
  }
}

/** The vault has a role and a database of its own on the embedded server, and certificates of its own authority. */
async function prepareVault({ environment, settings, dataFolder, postgres }: LocalPlatform): Promise<void> {
  const databaseUrl = environment['VAULT_DATABASE_URL'] ?? '';
  if (postgres) await createOwnDatabase(settings.DATABASE_URL, databaseUrl);
  else if (settings.NODE_ENV !== 'production') await createDatabaseAt(databaseUrl);
  if (settings.NODE_ENV !== 'production') await writeCertificates(certificateFolder(dataFolder), VAULT_CALLERS);
}

/** Only a local site may pay invoices of the demo shop without configuration. */
function demoOfSite({ apiKey, shopID }: Demo, { NODE_ENV }: LocalPlatform['settings']): Record<string, string> {
  return NODE_ENV === 'production'
    ? {}
    : { CHECKOUT_DEMO_API_KEY: apiKey, CHECKOUT_DEMO_SHOP_ID: shopID, CONSOLE_DEMO: '1' };
}

/** The embedded servers. */
export function serviceParts({ dataFolder, settings, postgres, isTemporalEmbedded }: LocalPlatform, say: Say): Part[] {
  const log = (name: string) => join(dataFolder, 'logs', `${name}.log`);
  const parts: Part[] = [];
  if (postgres) {
    say(`Starting PostgreSQL on port ${settings.POSTGRES_PORT}`);
    const options = { dataFolder: join(dataFolder, 'postgres'), port: settings.POSTGRES_PORT, ...postgres };
    const start = async () => (await startPostgres({ ...options, logFile: log('postgres'), say })).child;
    const isAlive = (limitMs: number) => isPostgresAlive(settings.DATABASE_URL, limitMs);
    parts.push({ name: 'PostgreSQL', start, isAlive });
  }
  if (isTemporalEmbedded) {
    say(`Starting Temporal on port ${settings.TEMPORAL_PORT}, its UI on ${settings.TEMPORAL_UI_PORT}`);
    const options = { databaseFile: join(dataFolder, 'temporal', 'temporal.db'), port: settings.TEMPORAL_PORT };
    const start = async () => {
      const uiPort = settings.TEMPORAL_UI_PORT;
      const codec = isWanted('codec', settings) ? { codecUrl: codecUrl(settings) } : {};
      return (await startTemporal({ ...options, ...codec, uiPort, logFile: log('temporal'), say })).child;
    };
    const isAlive = (limitMs: number) => isTemporalAlive(`127.0.0.1:${settings.TEMPORAL_PORT}`, limitMs);
    parts.push({ name: 'Temporal', start, isAlive });
  }
  return parts;
}

/** Temporal UI needs the codec only for encrypted payloads; the console of a production start needs its key. */
function isWanted(name: PlatformProcess, settings: LocalPlatform['settings']): boolean {
  if (name === 'console') return settings.CONSOLE_SESSION_KEY !== undefined;
  return name !== 'codec' || settings.TEMPORAL_PAYLOAD_KEY !== undefined;
}

/** A supervised process of the platform. */
function processPart(name: PlatformProcess, { environment, dataFolder }: LocalPlatform): Part {
  const logFile = join(dataFolder, 'logs', `${name}.log`);
  return {
    name,
    start: async () => {
      const child = startPlatformProcess({ name, environment, logFile });
      try {
        await untilReady(child, getProbeUrl(name, environment));
      } catch (error) {
        // Frees the port for the next attempt.
        await child.kill();
        throw error;
      }
      return child;
    },
    isAlive: (limitMs) => answersHttp(`${getUrl(name, environment)}/healthz`, limitMs),
  };
}

function stopOnSignals(supervisor: Supervisor, say: Say): { isAsked: () => boolean; code: Promise<number> } {
  let requested = 0;
  const code = new Promise<number>((resolve) => {
    const stop = () => {
      requested += 1;
      if (requested === 1) {
        say('\nStopping (Ctrl-C again: at once)');
        void supervisor.stop().then(() => resolve(0));
      } else void supervisor.kill().then(() => resolve(0));
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  });
  return { isAsked: () => requested > 0, code };
}

/** Errors that the user can fix are shown without a stack. */
function explain(error: unknown): string {
  const plain = [ServiceProblem, EnvironmentError, DatabaseTooOld];
  if (error instanceof Error && plain.some((kind) => error instanceof kind)) return `\n${error.message}`;
  return `\n${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}
