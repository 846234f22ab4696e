import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, setGlobalDispatcher } from 'undici';
import { Merchant, pay } from '../images/payment';
import { startChild, readTail, type Child } from '../services/child';
import { ServiceProblem } from '../services/folders';
import { findGoTool } from '../services/go-tool';
import { isReady, root } from '../services/platform-process';
import { createDatabaseAt, removePostgresData, startPostgres } from '../services/postgres';
import { startTemporal } from '../services/temporal';
import { Balancer } from './balancer';
import { getPods, readManifests, render, type PodContainer, type Manifest, type PodSpec } from './manifests';
import { helm } from './tools';

/*
 * Rehearses an upgrade and a rollback of the chart: `unshare --net sh -c 'ip link set lo up && exec node
 * dist/scripts/deploy/rehearse.js OLD_CHECKOUT 20 service'`. Starts processes of both checkouts as the rendered
 * manifests define (command, environment, order, pauses), each at its own address behind a balancer, while payments
 * are made at the given rate; failed calls are not retried. With `service` the balancer is notified of a terminating
 * pod, with `polling` it probes every ten seconds.
 */

const API_URL = 'http://127.0.0.1:8080';
const TEMPORAL_ADDRESS = '127.0.0.1:7233';
const READY_MS = 180_000;
const CALM_MS = 15_000;
/** The time until all proxies of a cluster know of a terminating pod. */
const PROPAGATION_MS = 2_000;
const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** The probe ports of each deployment. */
const PORTS: Record<string, number> = { api: 8080, worker: 8081 };

interface Pod {
  child: Child;
  spec: PodSpec;
  host: string;
}

interface Release {
  checkout: string;
  manifests: Manifest[];
}

class Cluster {
  private readonly running = new Map<string, Pod[]>();
  private count = 0;

  constructor(
    private readonly folder: string,
    private readonly secret: Record<string, string>,
    private readonly balancer: Balancer,
    private readonly isNotified: boolean,
  ) {}

  /** The environment of a container: settings, secrets, then its own variables. */
  private environmentOf(
    { envFrom = [], env = [] }: PodContainer,
    manifests: readonly Manifest[],
  ): Record<string, string> {
    const config = manifests.find(({ kind }) => kind === 'ConfigMap')?.data ?? {};
    const all = envFrom.length > 0 ? { ...config, ...this.secret } : {};
    const own = env.map(({ name, value, valueFrom }) => {
      const { configMapKeyRef, secretKeyRef } = valueFrom ?? {};
      const referred = configMapKeyRef ? config[configMapKeyRef.key] : this.secret[secretKeyRef?.key ?? ''];
      return [name, value ?? referred ?? ''] as const;
    });
    return { ...all, ...Object.fromEntries(own) };
  }

  migrate({ checkout, manifests }: Release): void {
    const container = getPods(manifests).get('holdfast-migrate')?.containers[0];
    if (!container) throw new ServiceProblem('The chart has no migrations');
    const [command = '', script = ''] = container.command;
    const env = { PATH: process.env['PATH'], ...this.environmentOf(container, manifests) };
    const file = join(checkout, 'scripts', script);
    const { status, stderr } = spawnSync(command, [file], { cwd: checkout, env, encoding: 'utf8' });
    if (status !== 0) throw new ServiceProblem(`The migration failed:\n${stderr}`);
  }

  private async startPod(name: string, { checkout, manifests }: Release): Promise<Pod> {
    const spec = getPods(manifests).get(`holdfast-${name}`);
    const container = spec?.containers[0];
    if (!spec || !container) throw new ServiceProblem(`The chart has no ${name}`);
    this.count += 1;
    const host = `127.0.1.${this.count}`;
    // Pods have their own addresses and share a volume.
    const given = { ...this.environmentOf(container, manifests), HOST: host, DATA_DIR: join(this.folder, 'data') };
    const [command = '', ...args] = container.command;
    const env = { PATH: process.env['PATH'], ...given };
    const logFile = join(this.folder, `${name}-${this.count}.log`);
    const child = startChild({ name: `${name}-${this.count}`, command, args, cwd: checkout, env, logFile });
    const probe = `http://${host}:${PORTS[name]}${container.readinessProbe?.httpGet.path}`;
    for (const end = Date.now() + READY_MS; !(await isReady(probe)); await sleep(200)) {
      if (!child.isRunning() || Date.now() > end) throw new ServiceProblem(`${child.name}:\n${readTail(logFile)}`);
    }
    if (name === 'api') this.balancer.add(host);
    return { child, spec, host };
  }

  async install(release: Release): Promise<void> {
    this.migrate(release);
    for (const name of Object.keys(PORTS)) {
      const { spec } =
        release.manifests.find(({ kind, metadata }) => kind === 'Deployment' && metadata.name.endsWith(name)) ?? {};
      const pods: Pod[] = [];
      for (let index = 0; index < (spec?.replicas ?? 1); index++) pods.push(await this.startPod(name, release));
      this.running.set(name, pods);
    }
  }

  /** Starts one new pod before stopping each old one, as the deployment strategy defines. */
  async roll(release: Release): Promise<void> {
    const rolled = [...this.running].map(async ([name, pods]) => {
      for (const [index, old] of [...pods].entries()) {
        pods[index] = await this.startPod(name, release);
        if (this.isNotified) setTimeout(() => this.balancer.remove(old.host), PROPAGATION_MS);
        await stopPod(old);
      }
    });
    await Promise.all(rolled);
  }

  async end(): Promise<void> {
    await Promise.all([...this.running.values()].flat().map(({ child }) => child.stop()));
  }
}

async function stopPod({ child, spec }: Pod): Promise<void> {
  const pauseSeconds = Number(spec.containers[0]?.lifecycle?.preStop?.exec?.command[1]);
  await sleep(pauseSeconds * 1_000);
  await child.stop(((spec.terminationGracePeriodSeconds ?? 30) - pauseSeconds) * 1_000);
  const ended = await child.ended;
  if (ended !== 'ended with code 0') throw new ServiceProblem(`${child.name} ${ended}:\n${readTail(child.logFile)}`);
}

/** Makes payments at a steady rate, whether or not earlier ones were answered. */
class Load {
  paid = 0;
  readonly failures: string[] = [];
  readonly tookMs: number[] = [];
  private readonly pending = new Set<Promise<void>>();
  private readonly timer: NodeJS.Timeout;

  constructor(merchant: Merchant, shopID: string, perSecond: number) {
    this.timer = setInterval(() => {
      const startedMs = performance.now();
      const payment = pay(merchant, shopID).then(
        () => {
          this.paid += 1;
          this.tookMs.push(performance.now() - startedMs);
        },
        (error: Error) =>
          void this.failures.push(`${error.message} ${(error.cause as Error | undefined)?.message ?? ''}`),
      );
      this.pending.add(payment);
      void payment.finally(() => this.pending.delete(payment));
    }, 1_000 / perSecond);
  }

  async end(): Promise<void> {
    clearInterval(this.timer);
    await Promise.all(this.pending);
  }
}

interface Servers {
  children: Child[];
  secret: Record<string, string>;
}

async function startServers(folder: string): Promise<Servers> {
  const dataFolder = join(folder, 'pg');
  const server = { password: 'rehearsal', say, isDurable: true, dataFolder };
  const postgres = await startPostgres({ ...server, port: 5432, logFile: join(folder, 'pg.log') });
  for (const name of ['holdfast', 'sandbox']) await createDatabaseAt(postgres.url(name));
  const databaseFile = join(folder, 't/t.db');
  const temporal = await startTemporal({ databaseFile, port: 7233, logFile: join(folder, 't.log'), say });
  const key = () => randomBytes(32).toString('base64');
  const secret = {
    DATABASE_URL: postgres.url('holdfast'),
    ENCRYPTION_KEY: key(),
    TOKEN_SIGNING_KEY: key(),
    SANDBOX_SECRET: key(),
  };
  const sandbox = startChild({
    name: 'sandbox',
    command: process.execPath,
    args: ['dist/sandbox/main.js'],
    cwd: root,
    env: { ...secret, SANDBOX_DATABASE_URL: postgres.url('sandbox'), API_URL, PATH: process.env['PATH'] },
    logFile: join(folder, 'sandbox.log'),
  });
  return { children: [sandbox, temporal.child, postgres.child], secret };
}

function renderChart(helmFile: string): Manifest[] {
  const settings = [
    `config.API_URL=${API_URL}`,
    `config.TEMPORAL_ADDRESS=${TEMPORAL_ADDRESS}`,
    'config.SANDBOX_URL=http://127.0.0.1:8082',
    'config.DRAIN_SECONDS=25',
  ];
  return readManifests(render(helmFile, ['small.yaml'], settings));
}

function seedDemo(checkout: string, secret: Record<string, string>): { apiKey: string; shopID: string } {
  const seeded = spawnSync(process.execPath, ['dist/cli/main.js', 'demo', 'seed'], {
    cwd: checkout,
    env: { ...process.env, ...secret, TEMPORAL_ADDRESS },
    encoding: 'utf8',
  });
  return JSON.parse(seeded.stdout) as { apiKey: string; shopID: string };
}

async function runStages(cluster: Cluster, load: Load, [old, next]: [Release, Release]): Promise<void> {
  const stage = async (name: string, work: () => Promise<unknown>): Promise<void> => {
    const [before, sinceMs] = [load.paid, performance.now()];
    await work();
    const seconds = (performance.now() - sinceMs) / 1_000;
    const rate = ((load.paid - before) / seconds).toFixed(1);
    say(`${name}: ${seconds.toFixed(0)} s, ${rate} payments/s, ${load.failures.length} calls failed so far`);
  };
  await stage('the old version', () => sleep(CALM_MS));
  await stage('migration', async () => cluster.migrate(next));
  await stage('upgrade', () => cluster.roll(next));
  await stage('the new version', () => sleep(CALM_MS));
  await stage('rollback', () => cluster.roll(old));
  await stage('the old version again', () => sleep(CALM_MS));
}

function report({ paid, failures, tookMs }: Load, startedMs: number): void {
  tookMs.sort((a, b) => a - b);
  const at = (share: number) => Math.round(tookMs[Math.floor(tookMs.length * share)] ?? 0);
  const seconds = Math.round((performance.now() - startedMs) / 1_000);
  say(`${paid} payments in ${seconds} s, captured after ${at(0.5)} ms (median), ${at(0.99)} ms (99th)`);
  say([...new Set(failures)].slice(0, 10).join('\n'));
}

async function main(): Promise<void> {
  // One connection for each call, as many payers make them, exposes misrouted connections.
  setGlobalDispatcher(new Agent({ pipelining: 0 }));
  const [oldCheckout = '', rate = '20', kind = 'service'] = process.argv.slice(2);
  const helmFile = findGoTool(helm, say);
  if (!helmFile) throw new ServiceProblem('Helm is needed');
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-rehearsal-'));
  mkdirSync(join(folder, 'data'));
  const { children, secret } = await startServers(folder);
  const manifests = renderChart(helmFile);
  const [old, next] = [resolve(oldCheckout), root].map((checkout) => ({ checkout, manifests })) as [Release, Release];
  const balancer = new Balancer(8080);
  await balancer.listen('127.0.0.1');
  const cluster = new Cluster(folder, secret, balancer, kind === 'service');
  try {
    await cluster.install(old);
    const { apiKey, shopID } = seedDemo(old.checkout, secret);
    const load = new Load(new Merchant(API_URL, apiKey), shopID, Number(rate));
    const startedMs = performance.now();
    await runStages(cluster, load, [old, next]);
    await load.end();
    report(load, startedMs);
    process.exitCode = load.failures.length === 0 ? 0 : 1;
  } finally {
    await cluster.end();
    balancer.close();
    for (const child of children) await child.stop();
    removePostgresData(join(folder, 'pg'), () => undefined);
  }
}

main().then(
  () => process.exit(),
  (error: unknown) => {
    say(String(error instanceof Error ? error.stack : error));
    process.exit(1);
  },
);
