import { spawnSync } from 'node:child_process';
import { appendFileSync, chmodSync, chownSync, existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { withClient } from '../../scripts/services/postgres-client';
import { createDatabaseAt, startPostgres, type RunningPostgres } from '../../scripts/services/postgres';
import { migrate } from '../../store/migrations/migrate';
import { untilAnswered } from '../harness/answered';
import { portToKeep } from '../harness/ports';
import { runFolder } from '../harness/services';

/** A PostgreSQL with WAL archiving, backed up and restored as in docs/backup.md. */
export class RestorablePostgres {
  private constructor(
    private running: RunningPostgres,
    private readonly logFile: string,
  ) {}

  static async start(): Promise<RestorablePostgres> {
    const folder = runFolder('restore');
    const logFile = join(folder, 'postgres.log');
    const options = { dataFolder: join(folder, 'data'), port: await portToKeep(), logFile };
    const postgres = new RestorablePostgres(await startServer(options), logFile);
    mkdirSync(postgres.archive, { recursive: true });
    chmodSync(postgres.archive, 0o777);
    const command = `test ! -f "${postgres.archive}/%f" && cp %p "${postgres.archive}/%f"`;
    await postgres.query(`ALTER SYSTEM SET archive_mode = 'on'`);
    await postgres.query(`ALTER SYSTEM SET archive_command = '${command}'`);
    await postgres.running.child.stop();
    postgres.running = await startServer({ ...options, dataFolder: postgres.running.dataFolder });
    await createDatabaseAt(postgres.databaseUrl);
    await migrate(postgres.databaseUrl);
    return postgres;
  }

  get databaseUrl(): string {
    return this.running.url('restored');
  }

  async query<Row = Record<string, unknown>>(text: string, url = this.running.url('postgres')): Promise<Row[]> {
    return withClient(url, async (client) => (await client.query(text)).rows as Row[]);
  }

  /** Copies the files between pg_backup_start and pg_backup_stop, because pg_basebackup may be missing. */
  async takeBaseBackup(): Promise<void> {
    const { rows } = await withClient(this.running.url('postgres'), async (client) => {
      await client.query(`SELECT pg_backup_start('rehearsal', true)`);
      copy(this.running.dataFolder, this.backup);
      return client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(true)');
    });
    rmSync(join(this.backup, 'postmaster.pid'), { force: true });
    spawnSync('find', [join(this.backup, 'pg_wal'), '-type', 'f', '-delete']);
    addFile(this.backup, 'backup_label', rows[0]?.labelfile ?? '');
  }

  async now(): Promise<string> {
    const [row] = await this.query<{ moment: string }>('SELECT clock_timestamp()::text AS moment');
    return row?.moment ?? '';
  }

  /** Kills the server and starts another one from the backup on the same port. */
  async restoreTo(moment: string): Promise<void> {
    const { dataFolder: lost, port } = this.running;
    await this.running.child.kill();
    copy(this.backup, this.restored);
    const restoreCommand = `cp "${this.archive}/%f" %p || cp "${lost}/pg_wal/%f" %p`;
    appendFileSync(
      join(this.restored, 'postgresql.auto.conf'),
      `restore_command = '${restoreCommand}'\nrecovery_target_time = '${moment}'\nrecovery_target_action = 'promote'\n`,
    );
    addFile(this.restored, 'recovery.signal', '');
    this.running = await startServer({ dataFolder: this.restored, port, logFile: this.logFile });
    const isRecovering = async () => (await this.query<{ on: boolean }>('SELECT pg_is_in_recovery() AS on'))[0]?.on;
    if (await untilAnswered(isRecovering, (on) => !on)) throw new Error('PostgreSQL is still in recovery');
  }

  async stop(): Promise<void> {
    await this.running.child.stop();
    for (const folder of [this.archive, this.backup, this.restored]) rmSync(folder, { recursive: true, force: true });
  }

  /** Next to the data, where the server's user has access. */
  private get archive(): string {
    return join(dirname(this.running.dataFolder), 'archive');
  }

  private get backup(): string {
    return join(dirname(this.running.dataFolder), 'backup');
  }

  private get restored(): string {
    return join(dirname(this.running.dataFolder), 'restored');
  }
}

function startServer(given: { dataFolder: string; port: number; logFile: string }): Promise<RunningPostgres> {
  return startPostgres({ ...given, password: 'restore', say: () => undefined });
}

function copy(from: string, to: string): void {
  const { stderr } = spawnSync('cp', ['-a', from, to], { encoding: 'utf8' });
  // Files that vanish during the copy are restored from the WAL.
  if (!existsSync(join(to, 'PG_VERSION'))) throw new Error(stderr);
}

/** Writes a file as the owner of the folder. */
function addFile(folder: string, name: string, content: string): void {
  const { uid, gid } = statSync(folder);
  writeFileSync(join(folder, name), content);
  chownSync(join(folder, name), uid, gid);
}
