import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../../scripts/services/platform-process';
import { startPlatform, type Platform, type PlatformOptions } from '../harness/platform';
import { runFolder } from '../harness/services';
import { AcquirerProcess } from './acquirers';
import type { Evidence, CheckerViolation } from './checker/evidence';
import { ENDS, Journal } from './journal';
import { LoadClient, expectStatus, formatText } from './load/client';
import { openDesk } from './load/operator';
import { CARDS } from './load/payments';
import type { WalletDesk } from './load/wallets';
import type { Random } from '../harness/random';
import { anOperatorKey } from '../harness/operator-key';
import { Receiver } from './receiver';
import { withDatabase, withEngine } from './sources';
import { undoLater } from './undo';

const run = promisify(execFile);

const INVOICE_TYPES = ['InvoiceCreated', 'InvoicePaid', 'InvoiceCancelled', 'InvoiceFulfilled', 'PaymentStarted']
  .concat(['PaymentProcessed', 'PaymentCaptured', 'PaymentCancelled', 'PaymentRefunded', 'PaymentFailed'])
  .concat(['RefundCreated', 'RefundSucceeded', 'RefundFailed'])
  .concat(['PaymentInteractionRequested', 'PaymentInteractionCompleted']);
const CUSTOMER_TYPES = [
  'CustomerCreated',
  'CustomerReady',
  'CustomerBindingStarted',
  'CustomerBindingSucceeded',
].concat(['CustomerBindingFailed']);
/** How long an open entity may be without a workflow. */
export const RESTART_LIMIT_MS = 30_000;

/** What clients need: addresses, credentials and a journal. */
export interface Situation {
  apiUrl: string;
  sandboxUrl: string;
  databaseUrl: string;
  sandboxDatabaseUrl: string;
  temporalAddress: string;
  demo: { partyID: string; shopID: string; apiKey: string };
  /** The environment of the processes, for the command line. */
  environment: Record<string, string>;
  /** Folders of logs and histories. */
  places: readonly string[];
}

/** A platform with its merchant, payers, integrator and endpoint. */
export class World {
  readonly journal = new Journal();
  readonly receiver: Receiver;
  readonly webhookIDs: Record<string, string> = {};
  readonly faithfulHooks = FAITHFUL;
  /** Addresses of the API, as of a load balancer, updated as an experiment starts and stops APIs. */
  readonly apiUrls: string[];
  /** Stand-ins of acquirers, which an experiment starts. */
  readonly acquirers: AcquirerProcess[] = [];
  private readonly ends = new Map<string, string>();
  private readonly known = new Set<string>();
  private readonly closing = new AbortController();
  private desk: WalletDesk | undefined;
  private readonly logFile: string;

  constructor(
    readonly situation: Situation,
    readonly random: Random,
    name: string,
  ) {
    this.apiUrls = [situation.apiUrl];
    this.logFile = join(runFolder('logs'), `receiver-${name}.jsonl`);
    this.receiver = new Receiver(this.logFile);
  }

  get wallets(): WalletDesk {
    if (!this.desk) throw new Error('the world has not been opened');
    return this.desk;
  }

  client(random: Random): LoadClient {
    const { apiUrls, journal } = this;
    return new LoadClient({
      apiUrls,
      token: this.situation.demo.apiKey,
      random,
      journal,
      signal: this.closing.signal,
    });
  }

  /** Creates the entities of the flows and subscribes to all events. */
  async open(): Promise<void> {
    await this.receiver.open();
    const client = this.client(this.random.of('opening'));
    const { shopID } = this.situation.demo;
    await this.subscribe('invoices', { topic: 'InvoicesTopic', shopID, eventTypes: INVOICE_TYPES });
    await this.subscribe('brief', {
      topic: 'InvoicesTopic',
      shopID: `${shopID}-brief-hold`,
      eventTypes: INVOICE_TYPES,
    });
    await this.subscribe('customers', { topic: 'CustomersTopic', shopID, eventTypes: CUSTOMER_TYPES });
    this.desk = await openDesk({
      client,
      journal: this.journal,
      holdfast: (...words) => this.holdfast(...words),
      operators: [await this.openOperator('requester'), await this.openOperator('approver')],
      webhook: (hook, identityID, scope) =>
        this.webhook(hook, '/wallet/v0/webhooks', { identityID, scope, url: this.receiver.buildUrl(hook) }),
    });
  }

  private async openOperator(name: string): Promise<string> {
    return (await anOperatorKey(this.situation.databaseUrl, { name, roles: ['finance'] })).secret;
  }

  /** Subscribes a hook of the receiver to a shop's messages. */
  async subscribe(hook: string, scope: object): Promise<void> {
    const body = { scope, url: this.receiver.buildUrl(hook) };
    await this.webhook(hook, '/v2/processing/webhooks', body);
  }

  /** The output of `npm run holdfast -- …`. */
  async holdfast(...words: string[]): Promise<unknown> {
    return this.runCommand(words);
  }

  /** Approves a waiting command of the demonstration's operator, as another one. */
  private async approve(commandID: string): Promise<void> {
    const operator = { name: 'second-person', roles: ['configuration'] } as const;
    const { secret } = await anOperatorKey(this.situation.databaseUrl, operator);
    await this.runCommand(['approve', commandID], { HOLDFAST_OPERATOR_KEY: secret });
  }

  /** The last line of the output. */
  private async runCommand(words: string[], more: Record<string, string> = {}): Promise<unknown> {
    const env = { ...process.env, ...this.situation.environment, ...more };
    const { stdout } = await run(process.execPath, [join(root, 'dist/cli/main.js'), ...words], { env, cwd: root });
    return JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
  }

  async query<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
    return withDatabase(this.situation.databaseUrl, async (client) => (await client.query<Row>(text, values)).rows);
  }

  /** The number that a query answers. */
  async count(text: string, values: unknown[] = []): Promise<number> {
    const [row] = await this.query<{ count: number }>(`SELECT (${text})::integer AS count`, values);
    return row?.count ?? 0;
  }

  /** Runs a checker on the platform's data. */
  async examine<Result>(
    work: (evidence: Evidence) => Promise<Result>,
    { databaseUrl, sandboxDatabaseUrl }: Pick<Situation, 'databaseUrl' | 'sandboxDatabaseUrl'> = this.situation,
  ): Promise<Result> {
    const { temporalAddress, places } = this.situation;
    const records = await Promise.all(this.acquirers.map((acquirer) => acquirer.read()));
    return withEngine(temporalAddress, (isAlive) =>
      withDatabase(databaseUrl, (record) =>
        withDatabase(sandboxDatabaseUrl, (sandbox) =>
          work({
            record,
            sandbox,
            acquirerEffects: records.flatMap(({ effects }) => effects),
            received: this.receiver.readLog(),
            acknowledged: this.journal.acknowledged,
            decided: this.journal.decided,
            faithfulHooks: this.faithfulHooks,
            webhookIDs: this.webhookIDs,
            isAlive,
            restartLimitMs: RESTART_LIMIT_MS,
            places: [...places, this.logFile],
            secrets: this.secrets(),
            ends: this.ends,
          }),
        ),
      ),
    );
  }

  /** Whether a violation was not reported by an earlier experiment. */
  isNews({ rule, where }: CheckerViolation): boolean {
    const name = `${rule}: ${where}`;
    const isNew = rule === ENDS || !this.known.has(name);
    this.known.add(name);
    return isNew;
  }

  get closed(): AbortSignal {
    return this.closing.signal;
  }

  /** Starts stand-ins of YooKassa and Adyen with an account each, once. */
  async startAcquirers(): Promise<readonly AcquirerProcess[]> {
    if (this.acquirers.length > 0) return this.acquirers;
    const { apiUrl } = this.situation;
    const start = (name: 'yookassa' | 'adyen') =>
      AcquirerProcess.start(name, {
        apiUrl,
        holdfast: (...words) => this.holdfast(...words),
        approve: (commandID) => this.approve(commandID),
      });
    this.acquirers.push(...(await Promise.all([start('yookassa'), start('adyen')])));
    return this.acquirers;
  }

  /** Stops all clients and stand-ins. */
  async close(): Promise<void> {
    this.closing.abort();
    for (const acquirer of this.acquirers.splice(0)) await acquirer.stop();
    await this.receiver.close();
  }

  private secrets(): string[] {
    const { environment, demo } = this.situation;
    const names = ['ENCRYPTION_KEY', 'TOKEN_SIGNING_KEY', 'SANDBOX_SECRET'];
    const keys = names.map((name) => environment[name] ?? '').filter((value) => value !== '');
    return [...Object.values(CARDS), ...keys, demo.apiKey];
  }

  private async webhook(hook: string, path: string, body: object): Promise<void> {
    const answer = await this.client(this.random.of(hook)).post(path, body);
    expectStatus(answer, 'a webhook', 201);
    this.receiver.trust(hook, formatText(answer.body, 'publicKey'));
    this.webhookIDs[hook] = formatText(answer.body, 'id');
  }
}

/** Hooks that are subscribed to everything and always respond 200. */
const FAITHFUL: Evidence['faithfulHooks'] = {
  invoices: ['invoices', 'brief'],
  customers: ['customers'],
  withdrawals: ['withdrawals'],
  destinations: ['destinations'],
};

/** A platform whose processes an experiment may stop and restart. */
export class OwnWorld extends World {
  /** Readiness addresses of all workers. */
  readonly workerUrls: string[];
  private readonly ended: () => Promise<void>;

  protected constructor(
    readonly platform: Platform,
    random: Random,
    places?: readonly string[],
  ) {
    super(getSituation(platform, places), random, platform.taskQueuePrefix);
    this.workerUrls = [platform.processes.worker.url];
    this.ended = undoLater(() => this.end());
  }

  static async start(random: Random, options: PlatformOptions = {}): Promise<OwnWorld> {
    return OwnWorld.on(await startPlatform({ temporal: 'own', ...options }), random);
  }

  /** Uses a running platform, with its folders of logs and histories. */
  static async on(platform: Platform, random: Random, places?: readonly string[]): Promise<OwnWorld> {
    return new OwnWorld(platform, random, places).opened();
  }

  /** Opens the platform, and stops it on failure. */
  protected async opened(): Promise<this> {
    try {
      await this.open();
      return this;
    } catch (error) {
      await this.stop();
      throw error;
    }
  }

  stop(): Promise<void> {
    return this.ended();
  }

  protected async end(): Promise<void> {
    try {
      await this.close();
    } finally {
      await this.platform.stop();
    }
  }
}

function getSituation(
  platform: Platform,
  places: readonly string[] = [runFolder('logs'), runFolder('temporal')],
): Situation {
  const { apiUrl, sandboxUrl, databaseUrl, sandboxDatabaseUrl, temporalAddress, demo, environment } = platform;
  return { apiUrl, sandboxUrl, databaseUrl, sandboxDatabaseUrl, temporalAddress, demo, environment, places };
}
