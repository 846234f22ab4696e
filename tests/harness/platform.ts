import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { writeReadyNotice } from '../../scripts/local/ready-notice';
import { makeDemo } from '../../scripts/services/demo';
import { VAULT_CALLERS } from '../../vault/client/vault.types';
import { writeCertificates } from '../../vault/certificates/certificates';
import {
  certificateFolder,
  generateSecrets,
  LOCAL_PORTS,
  platformEnvironment,
} from '../../scripts/services/platform-environment';
import {
  getPortVariable,
  getProbeUrl,
  startPlatformProcess,
  untilReady,
  getUrl,
  type PlatformProcess,
} from '../../scripts/services/platform-process';
import type { Child } from '../../scripts/services/child';
import { startTemporal } from '../../scripts/services/temporal';
import { startTemporalServer } from '../../scripts/services/temporal-server';
import { emptyDatabase, freshDatabase } from './database';
import { anInvoice, pay, untilPayment, CARDS, HOLD, INSTANT, type CreatedPayment } from './factories/payment';
import { httpClient } from './http-client';
import { anOperatorKey } from './operator-key';
import { portsToKeep, portToKeep } from './ports';
import { runFolder, service } from './services';
import { absentTemporal, handleEach, restartable, type ProcessHandle } from './process-handle';
import { keepHistories } from './workflow-histories';

export type PlatformOptions = {
  /** An own Temporal can be killed without affecting other tests; `server` stores everything in PostgreSQL, as large installations do. */
  temporal?: 'shared' | 'own' | 'server';
  /** Default: sandbox, worker and api. */
  processes?: readonly PlatformProcess[];
  /** Overrides and additions to the environment of all processes. */
  environment?: Readonly<Record<string, string>>;
  /** If false, `demo` contains empty strings. */
  isDemoWanted?: boolean;
  /** Where the processes reach a database, e.g. through a proxy. */
  reachDatabase?: (database: 'platform' | 'vault' | 'sandbox', url: string) => Promise<string>;
};

export type Platform = Awaited<ReturnType<typeof startPlatform>>;

/** Starts a platform from dist/ with free ports, a fresh database and its own task queues. */
export async function startPlatform(options: PlatformOptions = {}) {
  await service('build');
  if (options.processes?.includes('checkout')) await service('checkout');
  if (options.processes?.includes('console')) await service('console');
  const name = `platform-${randomBytes(4).toString('hex')}`;
  const temporal = await readTemporal(name, options.temporal);
  const temporalAddress = temporal ? temporal.address : (await service('temporal')).address;
  const { reachDatabase = async (_, url) => url } = options;
  const databaseUrl = await reachDatabase('platform', await freshDatabase());
  const sandboxDatabaseUrl = await reachDatabase('sandbox', await emptyDatabase());
  const vaultDatabaseUrl = await reachDatabase('vault', await emptyDatabase());
  const environment: Record<string, string> = {
    ...platformEnvironment({
      nodeEnv: 'test',
      dataFolder: runFolder(name),
      secrets: generateSecrets(),
      ports: await portsToKeep(LOCAL_PORTS),
      databaseUrl,
      sandboxDatabaseUrl,
      vaultDatabaseUrl,
      temporalAddress,
    }),
    TEMPORAL_TASK_QUEUE_PREFIX: name,
    // Tests share the processors, so their payments may wait longer than those of payers.
    PARTY_WAITING_SECONDS: '60',
    ...options.environment,
  };
  const inherited = environment as NodeJS.ProcessEnv;
  const processes = handleEach((process) => processHandle(name, process, inherited));
  const wanted = withVault(options.processes ?? ['sandbox', 'worker', 'api']);
  await writeCertificates(certificateFolder(environment['DATA_DIR'] ?? ''), VAULT_CALLERS);
  const stop = async () => {
    await keepHistories({ address: temporalAddress, taskQueue: name });
    for (const process of [...wanted].reverse()) await processes[process].stop();
    await temporal?.handle.stop();
  };
  try {
    const demo =
      (options.isDemoWanted ?? true)
        ? await makeDemo(inherited)
        : { partyID: '', shopID: '', apiKey: '', operatorKey: '', approverKey: '' };
    const folder = inherited['DATA_DIR'] ?? runFolder(name);
    const notice = { apiUrl: processes.api.url, sandboxUrl: processes.sandbox.url, ...demo };
    mkdirSync(folder, { recursive: true });
    writeReadyNotice(join(folder, 'demo.json'), notice);
    environment['HOLDFAST_OPERATOR_KEY'] =
      demo.operatorKey || (await anOperatorKey(databaseUrl, { name: 'operator' })).secret;
    await Promise.all(wanted.map((process) => processes[process].start()));
    return {
      apiUrl: processes.api.url,
      sandboxUrl: processes.sandbox.url,
      databaseUrl,
      sandboxDatabaseUrl,
      temporalAddress,
      taskQueuePrefix: name,
      demo,
      /** Environment of the processes, to start more of them. */
      environment,
      processes,
      /** Only with a Temporal of its own. */
      temporal: temporal?.handle ?? absentTemporal,
      /** Starts another process of a kind, on a new port by default; the caller stops it. */
      startAnother: (process: PlatformProcess, own?: Readonly<Record<string, string>>) =>
        startAnother({ platform: name, process }, inherited, own),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Whatever handles cards needs the vault. */
function withVault(wanted: readonly PlatformProcess[]): readonly PlatformProcess[] {
  const isNeeded = wanted.includes('api') || wanted.includes('worker');
  return isNeeded && !wanted.includes('vault') ? ['vault', ...wanted] : wanted;
}

function processHandle(platform: string, name: PlatformProcess, environment: NodeJS.ProcessEnv): ProcessHandle {
  const logFile = join(runFolder('logs'), `${platform}-${name}.log`);
  const url = getUrl(name, environment);
  return restartable({ url, logFile }, async (track) => {
    const child = startPlatformProcess({ name, environment, logFile });
    track(child);
    await untilReady(child, getProbeUrl(name, environment));
  });
}

async function startAnother(
  { platform, process }: { platform: string; process: PlatformProcess },
  environment: NodeJS.ProcessEnv,
  given?: Readonly<Record<string, string>>,
): Promise<ProcessHandle> {
  const variable = getPortVariable(process);
  const port = given?.[variable] ?? String(await portToKeep());
  const own: NodeJS.ProcessEnv = { ...environment, API_METRICS_PORT: '0', ...given, [variable]: port };
  const another = processHandle(`${platform}-${port}`, process, own);
  await another.start();
  return another;
}

/** Undefined if the run's Temporal is shared. */
async function readTemporal(
  platform: string,
  kind: PlatformOptions['temporal'],
): Promise<{ handle: ProcessHandle; address: string } | undefined> {
  if (kind === undefined || kind === 'shared') return undefined;
  const port = await portToKeep();
  const logFile = join(runFolder('logs'), `${platform}-temporal.log`);
  const say = (line: string) => process.stderr.write(`${line}\n`);
  const shared = { port, logFile, say };
  const databases = kind === 'server' ? [await emptyDatabase(), await emptyDatabase()] : [];
  const start = async (): Promise<Child> => {
    const [databaseUrl, visibilityUrl] = databases;
    if (databaseUrl && visibilityUrl) {
      const folder = runFolder('temporal', platform);
      return startTemporalServer({ ...shared, databaseUrl, visibilityUrl, folder });
    }
    const databaseFile = join(runFolder('temporal'), `${platform}.db`);
    return (await startTemporal({ ...shared, databaseFile })).child;
  };
  const handle = restartable({ url: `http://127.0.0.1:${port}`, logFile }, async (track) => track(await start()));
  await handle.start();
  return { handle, address: `127.0.0.1:${port}` };
}

export type MerchantPlatform = Awaited<ReturnType<typeof startMerchantPlatform>>;

interface PaidFields {
  amount?: number;
  shopID?: string;
  card?: string;
  payment?: object;
  invoice?: object;
}

/** What the sandbox has of a payment. */
type SandboxSums = Record<'authorised' | 'captured' | 'voided' | 'refunded', number>;

/** A platform with its merchant's client and common operations of `/v2`. */
export async function startMerchantPlatform(options: PlatformOptions = {}) {
  const platform = await startPlatform(options);
  const merchant = httpClient({ baseUrl: platform.apiUrl, token: platform.demo.apiKey });
  const database = new Client({ connectionString: platform.databaseUrl });
  await database.connect();
  const { shopID } = platform.demo;

  const started = async (fields: PaidFields, flow: object): Promise<CreatedPayment> => {
    const invoice = await anInvoice(merchant, fields.shopID ?? shopID, { amount: fields.amount, body: fields.invoice });
    const given = { card: fields.card ?? CARDS.good, flow, fields: fields.payment };
    const paymentID = await pay(merchant.as(invoice.token), invoice.id, given);
    return { invoiceID: invoice.id, paymentID };
  };
  return {
    platform,
    merchant,
    shopID,
    /** Runs SQL for changes without an API: a shop's terms, a party's block. */
    sql: async <Row = Record<string, unknown>>(text: string, values: unknown[] = []) =>
      (await database.query(text, values)).rows as Row[],
    /** An instant payment, captured. */
    captured: async (fields: PaidFields = {}) => {
      const ref = await started(fields, INSTANT);
      await untilPayment(merchant, ref, 'captured');
      return ref;
    },
    /** A hold, processed. */
    held: async (fields: PaidFields = {}) => {
      const ref = await started(fields, HOLD);
      await untilPayment(merchant, ref, 'processed');
      return ref;
    },
    atSandbox: async ({ invoiceID, paymentID }: CreatedPayment) => {
      const name = encodeURIComponent(`payment/${invoiceID}.${paymentID}/authorise`);
      return (await fetch(`${platform.sandboxUrl}/payments/${name}`)).json() as Promise<SandboxSums>;
    },
    stop: async () => {
      await database.end();
      await platform.stop();
    },
  };
}
