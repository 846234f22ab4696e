import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/services/platform-process';
import { freePort } from '../../scripts/services/ports';
import { createDatabaseAt, startPostgres, type RunningPostgres } from '../../scripts/services/postgres';
import { generateSecrets } from '../../scripts/services/platform-environment';
import { startPlatform, type Platform } from '../../testing/platform';
import { runFolder } from '../../testing/services';
import type { Experiment, Scene } from '../experiment';
import type { Random } from '../random';
import { untilReady } from '../readiness';
import { OwnWorld } from '../world';

/* The disk of PostgreSQL fills up, and is given room again. */

const SIZE = '600m';
const BLOCK = Buffer.alloc(1024 * 1024);

/** A world whose PostgreSQL writes to a small disk of its own. */
class SmallDisk extends OwnWorld {
  constructor(
    platform: Platform,
    random: Random,
    readonly folder: string,
    private readonly begin: () => Promise<RunningPostgres>,
    private postgres: RunningPostgres,
  ) {
    super(platform, random);
  }

  /** PostgreSQL ends itself where it cannot write its log; who runs it starts it again once there is room. */
  async startAgain(): Promise<void> {
    if (!this.postgres.child.isRunning()) this.postgres = await this.begin();
  }

  override async stop(): Promise<void> {
    await super.stop();
    await this.postgres.child.stop();
    execFileSync('umount', [this.folder]);
  }
}

async function onSmallDisk(random: Random): Promise<OwnWorld> {
  const folder = runFolder('small-disk');
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE},mode=755`, 'tmpfs', folder]);
  const { POSTGRES_PASSWORD: password } = generateSecrets();
  const say = (line: string) => void process.stderr.write(`${line}\n`);
  const port = await freePort();
  const logFile = join(runFolder('logs'), 'small-disk-postgres.log');
  const begin = () => startPostgres({ dataFolder: join(folder, 'data'), port, password, logFile, say });
  const postgres = await begin();
  const [DATABASE_URL, SANDBOX_DATABASE_URL] = [postgres.url('holdfast'), postgres.url('holdfast_sandbox')];
  await createDatabaseAt(DATABASE_URL);
  await createDatabaseAt(SANDBOX_DATABASE_URL);
  execFileSync(process.execPath, [join(root, 'scripts/migrate.mjs')], {
    env: { ...process.env, DATABASE_URL },
    cwd: root,
  });
  const platform = await startPlatform({ temporal: 'own', environment: { DATABASE_URL, SANDBOX_DATABASE_URL } });
  const actual = { ...platform, databaseUrl: DATABASE_URL, sandboxDatabaseUrl: SANDBOX_DATABASE_URL };
  const world = new SmallDisk(actual, random, folder, begin, postgres);
  await world.open();
  return world;
}

async function fill(scene: Scene): Promise<void> {
  const { world } = scene;
  if (!(world instanceof SmallDisk)) throw new Error('this needs a small disk');
  while (!scene.isOver()) {
    await scene.pause(4_000);
    const ballast = join(world.folder, 'ballast');
    occupy(ballast);
    scene.count();
    await scene.pause(8_000);
    rmSync(ballast, { force: true });
    await world.startAgain();
    await untilReady(scene, 'api');
  }
}

/** Writes until there is no room. */
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
  const folder = join(runFolder('small-disk-probe'));
  try {
    mkdirSync(folder, { recursive: true });
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder], { stdio: 'ignore' });
    execFileSync('umount', [folder], { stdio: 'ignore' });
    return undefined;
  } catch {
    return 'no file system may be mounted';
  }
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
