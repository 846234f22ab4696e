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
import { getPods, readManifests, render, type Container, type Manifest, type PodSpec } from './manifests';
import { helm } from './tools';

/*
 * Rehearses an upgrade and a rollback of the chart: `unshare --net sh -c 'ip link set lo up && exec node dist/scripts/deploy/rehearse.js
 * OLD_CHECKOUT 20 service'`. Processes of both checkouts are started as the rendered manifests say (command, environment, order, pauses), each
 * at an address of its own, behind a balancer, while so many payments a second are made; a call that fails is never repeated. The balancer is the
 * cluster's own (`service`), which hears of a pod that goes, or one outside it (`polling`), which looks every ten seconds.
 */

const READY_MS = 180_000;
const CALM_MS = 15_000;
/** Until all proxies of a cluster have heard of a pod that goes. */
const PROPAGATION_MS = 2_000;
const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Ports by which the probes of a deployment find its process. */
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
    private readonly isTold: boolean,
  ) {}

  /** What a container gets: settings, secrets, then its own. */
  private environmentOf({ envFrom = [], env = [] }: Container, manifests: readonly Manifest[]): Record<string, string> {
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
    // Pods have addresses of their own, and a volume that they share.
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

  /** One more, then one less, in each deployment, as its strategy says. */
  async roll(release: Release): Promise<void> {
    const rolled = [...this.running].map(async ([name, pods]) => {
      for (const [index, old] of [...pods].entries()) {
        pods[index] = await this.startPod(name, release);
        if (this.isTold) setTimeout(() => this.balancer.remove(old.host), PROPAGATION_MS);
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

/** Makes payments at a steady pace, whether or not those before have been answered. */
class Load {
  paid = 0;
  readonly failures: string[] = [];
  readonly tookMs: number[] = [];
  private readonly underWay = new Set<Promise<void>>();
  private readonly timer: NodeJS.Timeout;

  constructor(merchant: Merchant, shopID: string, perSecond: number) {
    this.timer = setInterval(() => {
      const beganMs = performance.now();
      const payment = pay(merchant, shopID).then(
        () => {
          this.paid += 1;
          this.tookMs.push(performance.now() - beganMs);
        },
        (error: Error) =>
          void this.failures.push(`${error.message} ${(error.cause as Error | undefined)?.message ?? ''}`),
      );
      this.underWay.add(payment);
      void payment.finally(() => this.underWay.delete(payment));
    }, 1_000 / perSecond);
  }

  async end(): Promise<void> {
    clearInterval(this.timer);
    await Promise.all(this.underWay);
  }
}

async function main(): Promise<void> {
  // Each call comes over a connection of its own, as those of many payers do: what a balancer sends astray is seen.
  setGlobalDispatcher(new Agent({ pipelining: 0 }));
  const [oldCheckout = '', rate = '20', kind = 'service'] = process.argv.slice(2);
  const helmFile = findGoTool(helm, say);
  if (!helmFile) throw new ServiceProblem('Helm is needed');
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-rehearsal-'));
  mkdirSync(join(folder, 'data'));
  const server = { password: 'rehearsal', say, isDurable: true };
  const postgres = await startPostgres({
    ...server,
    dataFolder: join(folder, 'pg'),
    port: 5432,
    logFile: join(folder, 'pg.log'),
  });
  for (const name of ['holdfast', 'sandbox']) await createDatabaseAt(postgres.url(name));
  const temporal = await startTemporal({
    databaseFile: join(folder, 't/t.db'),
    port: 7233,
    logFile: join(folder, 't.log'),
    say,
  });
  const key = () => randomBytes(32).toString('base64');
  const secret = {
    DATABASE_URL: postgres.url('holdfast'),
    ENCRYPTION_KEY: key(),
    TOKEN_SIGNING_KEY: key(),
    SANDBOX_SECRET: key(),
  };
  const settings = [
    'API_URL=http://127.0.0.1:8080',
    'TEMPORAL_ADDRESS=127.0.0.1:7233',
    'SANDBOX_URL=http://127.0.0.1:8082',
    'DRAIN_SECONDS=25',
  ];
  const manifests = readManifests(
    render(
      helmFile,
      ['small.yaml'],
      settings.map((setting) => `config.${setting}`),
    ),
  );
  const [old, next] = [resolve(oldCheckout), root].map((checkout) => ({ checkout, manifests })) as [Release, Release];
  const sandbox = startChild({
    name: 'sandbox',
    command: process.execPath,
    args: ['dist/sandbox/main.js'],
    cwd: root,
    env: {
      ...secret,
      SANDBOX_DATABASE_URL: postgres.url('sandbox'),
      API_URL: 'http://127.0.0.1:8080',
      PATH: process.env['PATH'],
    },
    logFile: join(folder, 'sandbox.log'),
  });
  const balancer = new Balancer(8080);
  await balancer.listen('127.0.0.1');
  const cluster = new Cluster(folder, secret, balancer, kind === 'service');
  try {
    await cluster.install(old);
    const seeded = spawnSync(process.execPath, ['dist/cli/main.js', 'demo', 'seed'], {
      cwd: old.checkout,
      env: { ...process.env, ...secret, TEMPORAL_ADDRESS: '127.0.0.1:7233' },
      encoding: 'utf8',
    });
    const { apiKey, shopID } = JSON.parse(seeded.stdout) as { apiKey: string; shopID: string };
    const load = new Load(new Merchant('http://127.0.0.1:8080', apiKey), shopID, Number(rate));
    const beganMs = performance.now();
    const stage = async (name: string, work: () => Promise<unknown>): Promise<void> => {
      const [before, sinceMs] = [load.paid, performance.now()];
      await work();
      const seconds = (performance.now() - sinceMs) / 1_000;
      say(
        `${name}: ${seconds.toFixed(0)} s, ${((load.paid - before) / seconds).toFixed(1)} payments/s, ${load.failures.length} calls failed so far`,
      );
    };
    await stage('the old version', () => sleep(CALM_MS));
    await stage('migration', async () => cluster.migrate(next));
    await stage('upgrade', () => cluster.roll(next));
    await stage('the new version', () => sleep(CALM_MS));
    await stage('rollback', () => cluster.roll(old));
    await stage('the old version again', () => sleep(CALM_MS));
    await load.end();
    load.tookMs.sort((a, b) => a - b);
    const at = (share: number) => Math.round(load.tookMs[Math.floor(load.tookMs.length * share)] ?? 0);
    say(
      `${load.paid} payments in ${Math.round((performance.now() - beganMs) / 1_000)} s, captured after ${at(0.5)} ms (median), ${at(0.99)} ms (99th)`,
    );
    say([...new Set(load.failures)].slice(0, 10).join('\n'));
    process.exitCode = load.failures.length === 0 ? 0 : 1;
  } finally {
    await cluster.end();
    balancer.close();
    for (const child of [sandbox, temporal.child, postgres.child]) await child.stop();
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
