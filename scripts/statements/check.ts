/**
 * `npm run check`, statements: compares the row types of SQL statements with PostgreSQL, all migrations applied. Runs from
 * dist/, because the text of a statement is composed when its module loads.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import ts from 'typescript';
import { migrate } from '../../store/migrations/migrate';
import { declaredStatements } from '../../store/postgres/database';
import { root } from '../services/platform-process';
import { freeLowPort } from '../services/ports';
import { createDatabaseAt, removePostgresData, startPostgres } from '../services/postgres';
import { compareStatements, type StatementComparison } from './compare';
import { readDeclarations } from './declared';
import { TRUSTED } from './trusted';

/** The folders that declare statements. */
const FOLDERS = ['store', 'activities', 'api', 'cli', 'worker'];

async function check(): Promise<StatementComparison> {
  const files = sources();
  for (const file of files) if (file.startsWith(join(root, 'store/'))) await import(compiled(file));
  const declarations = readDeclarations(files, compilerOptions());
  return withDatabase((url) => compareStatements(url, declarations, declaredStatements, TRUSTED));
}

function sources(): string[] {
  const patterns = FOLDERS.map((folder) => `${folder}/**/*.ts`);
  const found = ts.sys.readDirectory(
    root,
    ['.ts'],
    ['**/*.test.ts', '**/*.generated.ts', '**/migrations/2*'],
    patterns,
  );
  return found.filter((file) => !/\btesting\b/.test(relative(root, file)));
}

function compiled(file: string): string {
  return join(root, 'dist', relative(root, file).replace(/\.ts$/, '.js'));
}

function compilerOptions(): ts.CompilerOptions {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), (path) => ts.sys.readFile(path)) as {
    config: object;
  };
  return ts.parseJsonConfigFileContent({ ...config, include: [], files: [] }, ts.sys, root).options;
}

async function withDatabase<Result>(work: (databaseUrl: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-statements-'));
  chmodSync(folder, 0o755);
  const dataFolder = join(folder, 'postgres');
  const say = (line: string): void => console.error(line);
  const options = { dataFolder, port: await freeLowPort(), password: 'none', logFile: join(folder, 'log'), say };
  const postgres = await startPostgres({ ...options, isDurable: false });
  try {
    const url = postgres.url('statements');
    await createDatabaseAt(url);
    await migrate(url);
    return await work(url);
  } finally {
    await postgres.child.stop();
    removePostgresData(dataFolder, say);
    rmSync(folder, { recursive: true, force: true });
  }
}

check().then(
  ({ statementCount, rowCount, faults }) => {
    console.log(`${statementCount} statements, ${rowCount} row types`);
    for (const fault of faults) console.log(fault.replace(`${root}/`, ''));
    process.exit(faults.length === 0 ? 0 : 1);
  },
  (error: Error) => {
    console.error(error.stack);
    process.exit(1);
  },
);
