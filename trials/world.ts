import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client as Engine, Connection, WorkflowNotFoundError } from '@temporalio/client';
import { Client as Database } from 'pg';
import { root } from '../scripts/services/platform-process';
import { startPlatform, type Platform, type PlatformOptions } from '../testing/platform';
import { runFolder } from '../testing/services';
import type { Evidence, Violation } from './checker/evidence';
import { Journal } from './journal';
import { Client, expectStatus, textOf } from './load/client';
import { CARDS } from './load/payments';
import { create, until, type WalletDesk } from './load/wallets';
import { type Random } from './random';
import { Receiver } from './receiver';

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
const FUNDS = 1_000_000_000;
/** What clients complain about has no place of its own. */
const ALWAYS_NEWS = 'all that is begun comes to its end';
const REVIVAL_LIMIT_MS = 30_000;

/** Where a client finds the platform, with what, and what it will remember. */
export interface Situation {
  apiUrl: string;
  sandboxUrl: string;
  databaseUrl: string;
  sandboxDatabaseUrl: string;
  temporalAddress: string;
  demo: { partyID: string; shopID: string; apiKey: string };
  /** Of the processes, for the command line. */
  environment: Record<string, string>;
  /** Where logs and histories are. */
  places: readonly string[];
}

/** A platform with its merchant, payers, integrator and their endpoint, as experiments find it. */
export class World {
  readonly journal = new Journal();
  readonly receiver: Receiver;
  readonly webhookIDs: Record<string, string> = {};
  readonly faithfulHooks = FAITHFUL;
  private readonly ends = new Map<string, string>();
  private readonly known = new Set<string>();
  private desk: WalletDesk | undefined;
  private readonly logFile: string;

  constructor(
    readonly situation: Situation,
    readonly random: Random,
    name: string,
  ) {
    this.logFile = join(runFolder('logs'), `receiver-${name}.jsonl`);
    this.receiver = new Receiver(this.logFile);
  }

  get wallets(): WalletDesk {
    if (!this.desk) throw new Error('the world has not been opened');
    return this.desk;
  }

  /** A client of the merchant; of another world where the API is elsewhere. */
  client(random: Random, apiUrls: readonly string[] = [this.situation.apiUrl]): Client {
    return new Client({ apiUrls, token: this.situation.demo.apiKey, random, journal: this.journal });
  }

  /** Makes what the flows stand on, and subscribes to everything. */
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
    this.desk = await this.openWallets(client);
  }

  /** A webhook of a shop whose messages come to this hook of the receiver. */
  async subscribe(hook: string, scope: object): Promise<void> {
    const body = { scope, url: this.receiver.urlOf(hook) };
    await this.webhook(hook, '/v2/processing/webhooks', body);
  }

  /** What `npm run holdfast -- …` says. */
  async holdfast(...words: string[]): Promise<unknown> {
    const env = { ...process.env, ...this.situation.environment };
    const { stdout } = await run(process.execPath, [join(root, 'dist/cli/main.js'), ...words], { env, cwd: root });
    return JSON.parse(stdout);
  }

  async query<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
    return withDatabase(this.situation.databaseUrl, async (client) => (await client.query<Row>(text, values)).rows);
  }

  /** Hands everything that is left behind to a checker. */
  async examine<Result>(
    work: (evidence: Evidence) => Promise<Result>,
    { databaseUrl, sandboxDatabaseUrl }: Pick<Situation, 'databaseUrl' | 'sandboxDatabaseUrl'> = this.situation,
  ): Promise<Result> {
    const { temporalAddress, places } = this.situation;
    const connection = await Connection.connect({ address: temporalAddress });
    const engine = new Engine({ connection });
    try {
      return await withDatabase(databaseUrl, (record) =>
        withDatabase(sandboxDatabaseUrl, (sandbox) =>
          work({
            record,
            sandbox,
            heard: this.receiver.heard(),
            acknowledged: this.journal.acknowledged,
            decided: this.journal.decided,
            faithfulHooks: this.faithfulHooks,
            webhookIDs: this.webhookIDs,
            isAlive: (workflowID) => isAlive(engine, workflowID),
            revivalLimitMs: REVIVAL_LIMIT_MS,
            places: [...places, this.logFile],
            secrets: this.secrets(),
            ends: this.ends,
          }),
        ),
      );
    } finally {
      await connection.close();
    }
  }

  /** What an experiment before has found is not found again. */
  isNews({ rule, where }: Violation): boolean {
    const name = `${rule}: ${where}`;
    const isNew = rule === ALWAYS_NEWS || !this.known.has(name);
    this.known.add(name);
    return isNew;
  }

  async close(): Promise<void> {
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
    this.receiver.trust(hook, textOf(answer.body, 'publicKey'));
    this.webhookIDs[hook] = textOf(answer.body, 'id');
  }

  private async openWallets(client: Client): Promise<WalletDesk> {
    const identity = await this.made(client, 'identities', { name: 'Trial', provider: 'test' });
    const scopes = {
      withdrawals: {
        topic: 'WithdrawalsTopic',
        eventTypes: ['WithdrawalStarted', 'WithdrawalSucceeded', 'WithdrawalFailed'],
      },
      destinations: {
        topic: 'DestinationsTopic',
        eventTypes: ['DestinationCreated', 'DestinationUnauthorized', 'DestinationAuthorized'],
      },
    };
    for (const [hook, scope] of Object.entries(scopes)) {
      await this.webhook(hook, '/wallet/v0/webhooks', { identityID: identity, scope, url: this.receiver.urlOf(hook) });
    }
    const wallet = (currency: string) => this.made(client, 'wallets', { name: 'Trial', identity, currency });
    const destination = async (currency: string) => {
      const resource = {
        type: 'DigitalWalletDestinationResource',
        id: 'trial-wallet-of-webmoney',
        provider: 'webmoney',
      };
      const body = { name: 'To', identity, currency, resource };
      const externalID = `trial-destination-${currency}`;
      const given = { kind: 'destination', path: '/destinations', externalID, body } as const;
      const id = await create({ client, journal: this.journal }, given);
      await until(client, `/destinations/${id}`, ['Authorized']);
      return id;
    };
    const desk: WalletDesk = {
      identity,
      wallets: [await wallet('RUB'), await wallet('RUB')],
      dollars: await wallet('USD'),
      destinations: { RUB: await destination('RUB'), USD: await destination('USD') },
    };
    for (const id of desk.wallets) await this.fund(id, 'RUB');
    await this.fund(desk.dollars, 'USD');
    return desk;
  }

  private async made(client: Client, what: string, body: object): Promise<string> {
    const answer = await client.post(`/wallet/v0/${what}`, body);
    expectStatus(answer, what, 201);
    return textOf(answer.body, 'id');
  }

  /** Puts money on a wallet, as an operator does. */
  private async fund(walletID: string, currency: string): Promise<void> {
    const source = textOf(await this.holdfast('source', 'create', JSON.stringify({ name: 'Bank', currency })), 'id');
    const order = { walletID, sourceID: source, amount: FUNDS, currency, externalID: `funds-${walletID}` };
    await this.holdfast('deposit', 'create', JSON.stringify(order));
  }
}

/** The hooks that hear of everything and always answer 200. */
const FAITHFUL: Evidence['faithfulHooks'] = {
  invoices: ['invoices', 'brief'],
  customers: ['customers'],
  withdrawals: ['withdrawals'],
  destinations: ['destinations'],
};

async function isAlive(engine: Engine, workflowID: string): Promise<boolean> {
  try {
    return (await engine.workflow.getHandle(workflowID).describe()).status.name === 'RUNNING';
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return false;
    throw error;
  }
}

async function withDatabase<Result>(url: string, work: (client: Database) => Promise<Result>): Promise<Result> {
  const client = new Database({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** A platform whose every process an experiment may end and start again. */
export class OwnWorld extends World {
  protected constructor(
    readonly platform: Platform,
    random: Random,
  ) {
    super(situationOf(platform), random, platform.taskQueuePrefix);
  }

  static async start(random: Random, options: PlatformOptions = {}): Promise<OwnWorld> {
    return OwnWorld.on(await startPlatform({ temporal: 'own', ...options }), random);
  }

  /** On a platform that runs already. */
  static async on(platform: Platform, random: Random): Promise<OwnWorld> {
    const world = new OwnWorld(platform, random);
    try {
      await world.open();
      return world;
    } catch (error) {
      await world.stop();
      throw error;
    }
  }

  async stop(): Promise<void> {
    await this.close();
    await this.platform.stop();
  }
}

function situationOf(platform: Platform): Situation {
  const { apiUrl, sandboxUrl, databaseUrl, sandboxDatabaseUrl, temporalAddress, demo, environment } = platform;
  const places = [runFolder('logs'), runFolder('temporal')];
  return { apiUrl, sandboxUrl, databaseUrl, sandboxDatabaseUrl, temporalAddress, demo, environment, places };
}
