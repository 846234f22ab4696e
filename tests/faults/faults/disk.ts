import { execFileSync } from 'node:child_process';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from '../../../scripts/services/platform-process';
import { portToKeep } from '../../harness/ports';
import { createDatabaseAt, startPostgres, type RunningPostgres } from '../../../scripts/services/postgres';
import { generateSecrets } from '../../../scripts/services/platform-environment';
import { startPlatform, type Platform } from '../../harness/platform';
import { runFolder } from '../../harness/services';
import type { Experiment, Scene } from '../experiment';
import type { Random } from '../../harness/random';
import { untilReady } from '../readiness';
import { undoLater } from '../undo';
import { OwnWorld } from '../world';

/** The disk of PostgreSQL fills up and is freed. */

const SIZE = '600m';
const BLOCK = Buffer.alloc(1024 * 1024);

/** A platform whose PostgreSQL has a small disk. */
class SmallDisk extends OwnWorld {
  constructor(
    platform: Platform,
    random: Random,
    private readonly postgres: SmallPostgres,
  ) {
    super(platform, random);
  }

  get folder(): string {
    return this.postgres.folder;
  }

  static async startOn(postgres: SmallPostgres, random: Random): Promise<OwnWorld> {
    const { DATABASE_URL, SANDBOX_DATABASE_URL } = postgres.urls();
    const platform = await startPlatform({ temporal: 'own', environment: { DATABASE_URL, SANDBOX_DATABASE_URL } });
    const actual = { ...platform, databaseUrl: DATABASE_URL, sandboxDatabaseUrl: SANDBOX_DATABASE_URL };
    return new SmallDisk(actual, random, postgres).opened();
  }

  startAgain(): Promise<void> {
    return this.postgres.startAgain();
  }

  protected override async end(): Promise<void> {
    try {
      await super.end();
    } finally {
      await this.postgres.stop();
    }
  }
}

/** A PostgreSQL with its own file system. */
class SmallPostgres {
  private running: RunningPostgres | undefined;
  private readonly unmounted: () => Promise<void>;

  constructor(
    readonly folder: string,
    private readonly begin: () => Promise<RunningPostgres>,
  ) {
    mount(folder, SIZE);
    this.unmounted = undoLater(() => unmount(folder));
  }

  urls(): { DATABASE_URL: string; SANDBOX_DATABASE_URL: string } {
    if (!this.running) throw new Error('PostgreSQL has not been started');
    return { DATABASE_URL: this.running.url('holdfast'), SANDBOX_DATABASE_URL: this.running.url('holdfast_sandbox') };
  }

  async start(): Promise<void> {
    this.running = await this.begin();
    const { dataFolder } = this.running;
    if (!dataFolder.startsWith(this.folder))
      throw new Error(`PostgreSQL keeps its data in ${dataFolder}, beside the disk`);
    const { DATABASE_URL, SANDBOX_DATABASE_URL } = this.urls();
    await createDatabaseAt(DATABASE_URL);
    await createDatabaseAt(SANDBOX_DATABASE_URL);
    const env = { ...process.env, DATABASE_URL };
    execFileSync(process.execPath, [join(root, 'scripts/migrate.mjs')], { env, cwd: root });
  }

  /** PostgreSQL stops when it cannot write its log and is restarted once there is space. */
  async startAgain(): Promise<void> {
    if (!this.running?.child.isRunning()) this.running = await this.begin();
  }

  async stop(): Promise<void> {
    try {
      await this.running?.child.stop();
    } finally {
      await this.unmounted();
    }
  }
}

async function onSmallDisk(random: Random): Promise<OwnWorld> {
  const folder = runFolder('small-disk');
  const { POSTGRES_PASSWORD: password } = generateSecrets();
  const say = (line: string) => void process.stderr.write(`${line}\n`);
  const port = await portToKeep();
  const logFile = join(runFolder('logs'), 'small-disk-postgres.log');
  const dataFolder = join(folder, 'data');
  const postgres = new SmallPostgres(folder, () => startPostgres({ dataFolder, port, password, logFile, say }));
  try {
    await postgres.start();
    return await SmallDisk.startOn(postgres, random);
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}

function mount(folder: string, size: string): void {
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=755`, 'tmpfs', folder], { stdio: 'ignore' });
}

/** A lazy unmount: it completes when the last file is closed. */
function unmount(folder: string): void {
  try {
    execFileSync('umount', [folder], { stdio: 'ignore' });
  } catch {
    execFileSync('umount', ['-l', folder], { stdio: 'ignore' });
  }
}

async function fill(scene: Scene): Promise<void> {
  const { world } = scene;
  if (!(world instanceof SmallDisk)) throw new Error('this needs a small disk');
  while (!scene.isOver()) {
    await scene.pause(4_000);
    if (!scene.isOver()) await fillOnce(scene, world);
  }
}

async function fillOnce(scene: Scene, world: SmallDisk): Promise<void> {
  const ballast = join(world.folder, 'ballast');
  let roomAt = performance.now();
  try {
    occupy(ballast);
    await sleep(8_000);
    scene.count();
  } finally {
    roomAt = performance.now();
    rmSync(ballast, { force: true });
    await world.startAgain();
  }
  await untilReady(scene, 'api', roomAt);
}

/** Fills the disk. */
function occupy(file: string): void {
  const descriptor = openSync(file, 'w');
  try {
    for (;;) writeSync(descriptor, BLOCK);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    closeSync(descriptor);
  }
}

function obstacle(): string | undefined {
  const folder = runFolder('small-disk-probe');
  try {
    mount(folder, '1m');
  } catch {
    return 'no file system may be mounted';
  }
  unmount(folder);
  return undefined;
}

export const disk: readonly Experiment[] = [
  {
    name: 'disk-full',
    title: 'the disk of PostgreSQL is full',
    load: { payments: 6, wallets: 3 },
    seconds: { whole: 50 },
    obstacle,
    ownWorld: onSmallDisk,
    fault: fill,
  },
];
