import { randomBytes } from 'node:crypto';
import { chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createAuthority } from '../../vault/certificates/certificates';
import { VAULT_CALLERS } from '../../vault/client/vault.types';
import { composeServices, inOrder, interpolate, type ComposeService } from '../deploy/compose';
import { readTail, type Child } from '../services/child';
import { ServiceProblem, type Say } from '../services/folders';
import { root } from '../services/platform-process';
import { createDatabaseAt, removePostgresData, startPostgres } from '../services/postgres';
import { startTemporal } from '../services/temporal';
import { Buildah } from './buildah';
import { Container, stopContainer } from './container';
import { Merchant, pay, report } from './payment';

/*
 * Starts the services of docker-compose.yml from their images, in order and with its environment, and uses them as a
 * merchant. Runs in a network namespace, so that every port is free and every host name resolves to this machine.
 */

const READY_MS = 120_000;
const STOP_MS = 15_000;
/** The database servers of the file, each on a port of its own here. */
const SERVERS = {
  postgres: { port: 5432, password: 'POSTGRES_PASSWORD', database: 'holdfast', url: undefined },
  'sandbox-postgres': { port: 5442, password: 'SANDBOX_PASSWORD', database: 'sandbox', url: 'SANDBOX_DATABASE_URL' },
  'vault-postgres': { port: 5443, password: 'VAULT_PASSWORD', database: 'vault', url: 'VAULT_DATABASE_URL' },
} as const;
const USER = 1000;

interface Started {
  name: string;
  container: Container;
  child: Child;
}

function createValues(bytes: number, encoding: BufferEncoding, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, randomBytes(bytes).toString(encoding)]));
}

class PlatformCheck {
  readonly folder = mkdtempSync(join(tmpdir(), 'holdfast-images-'));
  private readonly services = composeServices();
  private readonly started: Started[] = [];
  private readonly servers: Child[] = [];
  /** The values of .env. */
  private readonly values: Record<string, string> = {
    ...createValues(32, 'base64', ['ENCRYPTION_KEY', 'TOKEN_SIGNING_KEY', 'TEMPORAL_PAYLOAD_KEY']),
    ...createValues(32, 'base64', ['VAULT_KEK', 'CONSOLE_SESSION_KEY']),
    ...createValues(24, 'hex', ['SANDBOX_SECRET', 'POSTGRES_PASSWORD', 'SANDBOX_PASSWORD', 'VAULT_PASSWORD']),
  };

  constructor(
    private readonly buildah: Buildah,
    private readonly say: Say,
  ) {
    for (const name of ['data', 'logs']) mkdirSync(join(this.folder, name));
    chownSync(join(this.folder, 'data'), USER, USER);
  }

  /** As deploy/docker/secrets.mjs does: a folder of certificates for each process. */
  private async writeVaultFiles(): Promise<void> {
    const authority = await createAuthority();
    mkdirSync(join(this.folder, 'vault-key'));
    for (const name of ['vault', ...VAULT_CALLERS]) {
      const { cert, key } = await authority.issue(name, name === 'vault' ? ['vault'] : []);
      const folder = join(this.folder, 'vault-certificates', name);
      mkdirSync(folder, { recursive: true });
      for (const [file, text] of Object.entries({ 'ca.crt': authority.cert, 'tls.crt': cert, 'tls.key': key })) {
        writeFileSync(join(folder, file), text);
      }
    }
    // The development server has no TLS; `tests/acceptance/temporal-tls.test.ts` runs the server with it.
    for (const name of ['api', 'worker'])
      mkdirSync(join(this.folder, 'temporal-certificates', name), { recursive: true });
    for (const name of ['CERT', 'KEY', 'CA']) this.values[`TEMPORAL_TLS_${name}`] = '';
    // The sandbox acquirer is on this machine.
    this.values['VAULT_PRIVATE_NETWORKS'] = '127.0.0.0/8';
    this.values['CONNECTOR_PRIVATE_NETWORKS'] = '127.0.0.0/8';
  }

  /** The external servers; each further PostgreSQL gets another port on this machine. */
  async startServers(): Promise<void> {
    const { say, values } = this;
    await this.writeVaultFiles();
    const log = (name: string) => join(this.folder, 'logs', `${name}.log`);
    for (const [name, { port, password: variable, database, url }] of Object.entries(SERVERS)) {
      const [password, dataFolder] = [values[variable] ?? '', join(this.folder, name)];
      const postgres = await startPostgres({ dataFolder, port, password, logFile: log(name), say, isDurable: false });
      this.servers.push(postgres.child);
      await createDatabaseAt(postgres.url(database));
      if (url !== undefined) values[url] = postgres.url(database);
    }
    const databaseFile = join(this.folder, 'temporal', 'temporal.db');
    const temporal = await startTemporal({ databaseFile, port: 7233, logFile: log('temporal'), say });
    this.servers.push(temporal.child);
  }

  /** Starts each service after its dependencies, and reports the time it took. */
  async startServices(): Promise<void> {
    const ours = inOrder(this.services).filter((name) => this.services[name]?.build);
    for (const name of ours) await this.startService(name, this.services[name] as ComposeService);
  }

  private async startService(name: string, service: ComposeService): Promise<void> {
    const container = new Container(this.buildah, {
      name,
      image: interpolate(service.image, {}),
      environment: this.environmentOf(service),
      volumes: this.volumesOf(name, service),
      hosts: Object.keys(this.services),
      logFile: join(this.folder, 'logs', `${name}.log`),
    });
    const beganMs = performance.now();
    if (!service.health?.length) {
      container.run(service.command ?? []);
      return this.say(`✓ ${name} ended successfully (${seconds(beganMs)})`);
    }
    const child = container.start(service.command ?? []);
    this.started.push({ name, container, child });
    await untilHealthy(child, () => void container.run(service.health as string[]));
    this.say(`✓ ${name} is ready after ${seconds(beganMs)}`);
  }

  private environmentOf({ environment }: ComposeService): Record<string, string> {
    const filled = Object.entries(environment).map(([name, value]) => [name, interpolate(String(value), this.values)]);
    return Object.fromEntries(filled) as Record<string, string>;
  }

  private volumesOf(name: string, { volumes }: ComposeService): string[] {
    const temporary = join(this.folder, `tmp-${name}`);
    mkdirSync(temporary, { mode: 0o1777 });
    chownSync(temporary, USER, USER);
    const here = (volume: string) =>
      volume
        .replace(/^files:/, `${join(this.folder, 'data')}:`)
        .replace(/^\.\/deploy\/docker\/((?:vault|temporal)-certificates)/, `${this.folder}/$1`)
        .replace(/^\.\//, `${root}/`);
    return [...volumes.map(here), `${temporary}:/tmp`];
  }

  /** Runs the command line in the API container, as an operator does. */
  private cli(...words: string[]): string {
    const api = this.started.find(({ name }) => name === 'api');
    return api?.container.run(['node', 'dist/cli/main.js', ...words]) ?? '';
  }

  async use(): Promise<void> {
    const { apiKey, shopID } = JSON.parse(this.cli('demo', 'seed')) as { apiKey: string; shopID: string };
    const merchant = new Merchant('http://127.0.0.1:8080', apiKey);
    await this.step('a payment is captured', () => pay(merchant, shopID));
    await this.step('a report is made and downloaded', () => report(merchant));
    for (const [name, url] of [
      ['the payment page', 'http://127.0.0.1:3001/pay'],
      ['the script of the checkout', 'http://127.0.0.1:3001/checkout.js'],
      ['the site', 'http://127.0.0.1:3000/docs/intro'],
    ] as const) {
      await this.step(`${name} answers`, async () => {
        const { status } = await fetch(url);
        if (status !== 200) throw new Error(`${url} answers ${status}`);
      });
    }
    await this.step('the ledger is proved', async () => void this.cli('ledger', 'verify'));
  }

  async stopServices(): Promise<void> {
    for (const { name, container, child } of this.started.splice(0).reverse()) {
      await this.step(`${name} ends in time and well, and has written nothing of its own`, async () => {
        const ended = await stopContainer(child, STOP_MS);
        if (ended !== 'ended with code 0') throw new Error(`${name} ${ended}:\n${readTail(child.logFile)}`);
        const written = container.written();
        if (written !== '') throw new Error(`${name} has written ${written}`);
      });
    }
  }

  private async step(what: string, work: () => Promise<unknown>): Promise<void> {
    const beganMs = performance.now();
    await work();
    this.say(`✓ ${what} (${seconds(beganMs)})`);
  }

  async end(): Promise<void> {
    for (const { child } of this.started) await child.kill();
    for (const child of this.servers.reverse()) await child.stop();
    for (const name of Object.keys(SERVERS)) removePostgresData(join(this.folder, name), () => undefined);
  }
}

async function untilHealthy(child: Child, look: () => void): Promise<void> {
  for (const end = Date.now() + READY_MS; Date.now() < end; await sleep(200)) {
    if (!child.isRunning()) throw new ServiceProblem(`${child.name} ${await child.ended}:\n${readTail(child.logFile)}`);
    try {
      return look();
    } catch (error) {
      if (!(error instanceof ServiceProblem)) throw error;
    }
  }
  throw new ServiceProblem(`${child.name} is not ready after ${READY_MS / 1_000} s:\n${readTail(child.logFile)}`);
}

const seconds = (beganMs: number): string => `${((performance.now() - beganMs) / 1_000).toFixed(1)} s`;

async function main(): Promise<void> {
  let hasPassed = false;
  const check = new PlatformCheck(new Buildah(), (line) => void process.stdout.write(`${line}\n`));
  try {
    await check.startServers();
    await check.startServices();
    await check.use();
    await check.stopServices();
    hasPassed = true;
  } finally {
    await check.end();
    // Keeps the logs after a failure.
    if (hasPassed) rmSync(check.folder, { recursive: true, force: true });
  }
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    process.stdout.write(`✗ ${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  },
);
