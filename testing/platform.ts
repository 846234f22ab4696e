import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Client } from 'pg';
import { makeDemo, type Demo } from '../scripts/services/demo';
import { generateSecrets, platformEnvironment } from '../scripts/services/platform-environment';
import {
  getProbeUrl,
  startPlatformProcess,
  untilReady,
  getUrl,
  type PlatformProcess,
} from '../scripts/services/platform-process';
import type { Child } from '../scripts/services/child';
import { startTemporal } from '../scripts/services/temporal';
import { startTemporalServer } from '../scripts/services/temporal-server';
import { emptyDatabase, freshDatabase } from './database';
import { anInvoice, pay, untilPayment, CARDS, HOLD, INSTANT, type PaymentRef } from './factories/payment';
import { httpClient, type HttpClient } from './http-client';
import { portToKeep } from './ports';
import { runFolder, service } from './services';
import { keepHistories } from './workflow-histories';

export type PlatformOptions = {
  /**
   * `shared` (default) is the run's Temporal; `own` may be killed by the test; `server` is an own one that stores everything
   * in PostgreSQL.
   */
  temporal?: 'shared' | 'own' | 'server';
  /** Default: sandbox, worker and api. */
  processes?: readonly PlatformProcess[];
  /** Overrides the environment of all processes. */
  environment?: Readonly<Record<string, string>>;
  /** Without it `demo` has empty strings. */
  isDemoWanted?: boolean;
};

/** A process that a test can stop, kill and restart on the same port and data. */
export type ProcessHandle = {
  readonly url: string;
  readonly logFile: string;
  pid(): number;
  isRunning(): boolean;
  stop(): Promise<void>;
  /** kill -9. */
  kill(): Promise<void>;
  /** Restarts it and waits until it is ready. */
  start(): Promise<void>;
};

export type Platform = {
  apiUrl: string;
  sandboxUrl: string;
  databaseUrl: string;
  sandboxDatabaseUrl: string;
  temporalAddress: string;
  taskQueuePrefix: string;
  demo: Demo;
  /** The environment of the processes, for additional ones. */
  environment: Record<string, string>;
  processes: Record<PlatformProcess, ProcessHandle>;
  /** Only with its own Temporal. */
  temporal: ProcessHandle;
  /** Starts another process of a kind, on its own port by default; the caller stops it. */
  startAnother(name: PlatformProcess, environment?: Readonly<Record<string, string>>): Promise<ProcessHandle>;
  stop(): Promise<void>;
};

/** Starts a platform from dist/ in separate processes, with free ports, a new database and its own task queues. */
export async function startPlatform(options: PlatformOptions = {}): Promise<Platform> {
  await service('build');
  if (options.processes?.includes('checkout')) await service('checkout');
  const name = `platform-${randomBytes(4).toString('hex')}`;
  const temporal = await readTemporal(name, options.temporal);
  const temporalAddress = temporal ? temporal.address : (await service('temporal')).address;
  const [databaseUrl, sandboxDatabaseUrl] = [await freshDatabase(), await emptyDatabase()];
  const ports = {
    api: await portToKeep(),
    codec: await portToKeep(),
    apiMetrics: await portToKeep(),
    worker: await portToKeep(),
    sandbox: await portToKeep(),
    web: await portToKeep(),
    checkout: await portToKeep(),
  };
  const environment: Record<string, string> = {
    ...platformEnvironment({
      nodeEnv: 'test',
      dataFolder: runFolder(name),
      secrets: generateSecrets(),
      ports,
      databaseUrl,
      sandboxDatabaseUrl,
      temporalAddress,
    }),
    TEMPORAL_TASK_QUEUE_PREFIX: name,
    ...options.environment,
  };
  const inherited = environment as NodeJS.ProcessEnv;
  const handle = (process: PlatformProcess) => processHandle(name, process, inherited);
  const processes = {
    sandbox: handle('sandbox'),
    worker: handle('worker'),
    api: handle('api'),
    codec: handle('codec'),
    checkout: handle('checkout'),
    web: handle('web'),
  };
  const wanted = options.processes ?? ['sandbox', 'worker', 'api'];
  const stop = async () => {
    await keepHistories({ address: temporalAddress, taskQueue: name });
    for (const process of [...wanted].reverse()) await processes[process].stop();
    await temporal?.handle.stop();
  };
  try {
    const demo = (options.isDemoWanted ?? true) ? await makeDemo(inherited) : { partyID: '', shopID: '', apiKey: '' };
    await Promise.all(wanted.map((process) => processes[process].start()));
    return {
      apiUrl: processes.api.url,
      sandboxUrl: processes.sandbox.url,
      databaseUrl,
      sandboxDatabaseUrl,
      temporalAddress,
      taskQueuePrefix: name,
      demo,
      environment,
      processes,
      temporal: temporal?.handle ?? absentTemporal,
      startAnother: (process, own) => startAnother({ platform: name, process }, inherited, own),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
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
  const variable = `${process.toUpperCase()}_PORT`;
  const port = given?.[variable] ?? String(await portToKeep());
  const own: NodeJS.ProcessEnv = { ...environment, API_METRICS_PORT: '0', ...given, [variable]: port };
  const another = processHandle(`${platform}-${port}`, process, own);
  await another.start();
  return another;
}

/** Starts the platform's own Temporal; undefined if it uses the run's. */
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

/** `begin` passes the child on before it is ready, so that it can always be stopped. */
function restartable(
  where: { url: string; logFile: string },
  begin: (track: (child: Child) => void) => Promise<void>,
): ProcessHandle {
  let child: Child | undefined;
  return {
    ...where,
    pid: () => child?.pid ?? -1,
    isRunning: () => child?.isRunning() ?? false,
    stop: async () => child?.stop(),
    kill: async () => child?.kill(),
    start: async () => {
      if (child?.isRunning()) throw new Error(`${child.name} is running already`);
      await begin((begun) => (child = begun));
    },
  };
}

const absentTemporal: ProcessHandle = {
  url: '',
  logFile: '',
  pid: noOwnTemporal,
  isRunning: noOwnTemporal,
  stop: noOwnTemporal,
  kill: noOwnTemporal,
  start: noOwnTemporal,
};

function noOwnTemporal(): never {
  throw new Error("This platform shares the run's Temporal server: start it with { temporal: 'own' } to stop it");
}

/** A platform with a merchant and helpers for payment tests. */
export type MerchantPlatform = {
  platform: Platform;
  merchant: HttpClient;
  shopID: string;
  /** Runs SQL in the platform's database for changes without an API. */
  sql<Row = Record<string, unknown>>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Creates a captured instant payment. */
  captured(fields?: {
    amount?: number;
    shopID?: string;
    card?: string;
    payment?: object;
    invoice?: object;
  }): Promise<PaymentRef>;
  /** Creates a processed hold. */
  held(fields?: { amount?: number; shopID?: string }): Promise<PaymentRef>;
  /** The sandbox's sums of a payment. */
  atSandbox(ref: PaymentRef): Promise<{ authorised: number; captured: number; voided: number; refunded: number }>;
  stop(): Promise<void>;
};

export async function startMerchantPlatform(options: PlatformOptions = {}): Promise<MerchantPlatform> {
  const platform = await startPlatform(options);
  const merchant = httpClient({ baseUrl: platform.apiUrl, token: platform.demo.apiKey });
  const database = new Client({ connectionString: platform.databaseUrl });
  await database.connect();
  const { shopID } = platform.demo;

  const started = async (
    fields: { amount?: number; shopID?: string; card?: string; payment?: object; invoice?: object },
    flow: object,
  ) => {
    const invoice = await anInvoice(merchant, fields.shopID ?? shopID, { amount: fields.amount, body: fields.invoice });
    const paymentID = await pay(merchant.as(invoice.token), invoice.id, {
      card: fields.card ?? CARDS.good,
      flow,
      fields: fields.payment,
    });
    return { invoiceID: invoice.id, paymentID };
  };
  return {
    platform,
    merchant,
    shopID,
    sql: async <Row>(text: string, values: unknown[] = []) => (await database.query(text, values)).rows as Row[],
    captured: async (fields = {}) => {
      const ref = await started(fields, INSTANT);
      await untilPayment(merchant, ref, 'captured');
      return ref;
    },
    held: async (fields = {}) => {
      const ref = await started(fields, HOLD);
      await untilPayment(merchant, ref, 'processed');
      return ref;
    },
    atSandbox: async ({ invoiceID, paymentID }) => {
      const name = encodeURIComponent(`payment/${invoiceID}.${paymentID}/authorise`);
      return (await fetch(`${platform.sandboxUrl}/payments/${name}`)).json() as never;
    },
    stop: async () => {
      await database.end();
      await platform.stop();
    },
  };
}
