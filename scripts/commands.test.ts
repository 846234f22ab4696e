import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { emptyDatabase } from '../tests/harness/database';
import { service } from '../tests/harness/services';

/* The commands of package.json load compiled modules, which no compiler checks. */

const LOADED =
  /const \{ ([^}]+) \} = (?:require|compiled|createRequire\(import\.meta\.url\))\('((?:\.\.\/)+dist\/[^']+)'\)/g;

const scripts = readdirSync(__dirname, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.mjs'));
const loads = scripts.flatMap((file) =>
  [...readFileSync(join(__dirname, file), 'utf8').matchAll(LOADED)].flatMap(([, names = '', path = '']) =>
    names.split(',').map((name) => ({ file, path: join(dirname(file), path), name: name.trim() })),
  ),
);

beforeAll(() => service('build'));

test('commands load compiled modules by require', () => {
  expect(loads.map(({ file }) => file)).toEqual(
    expect.arrayContaining(['start.mjs', 'fuzz/wallets.mjs', 'holdfast.mjs']),
  );
  const guessing = scripts.filter((file) =>
    /(?:from |import\()'(?:\.\.\/)+dist\//.test(readFileSync(join(__dirname, file), 'utf8')),
  );
  expect(guessing).toEqual([]);
});

test.each(loads)('$file finds the export $name', ({ path, name }) => {
  const code = `process.stdout.write(typeof require(${JSON.stringify(join(__dirname, path))})[${JSON.stringify(name)}])`;
  expect(execFileSync(process.execPath, ['-e', code], { encoding: 'utf8' })).toMatch(/^(function|string|object)$/);
});

test.each([
  [
    'that is refused',
    'postgres://user:hidden@127.0.0.1:1/none',
    /^PostgreSQL cannot be connected to \(ECONNREFUSED\): /,
  ],
  ['that is not given', '', /^DATABASE_URL must be given$/],
])('migrate.mjs reports in one line a connection %s', (_, DATABASE_URL, words) => {
  const env = { ...process.env, DATABASE_URL };
  const { status, stderr } = spawnSync(process.execPath, [join(__dirname, 'migrate.mjs')], { encoding: 'utf8', env });
  expect([status, stderr.trim().split('\n').length]).toEqual([1, 1]);
  expect(stderr.trim()).toMatch(words);
  expect(stderr).not.toContain('hidden');
});

test('migrate.mjs creates the newest schema', async () => {
  const DATABASE_URL = await emptyDatabase();
  const env = { ...process.env, DATABASE_URL };
  const said = execFileSync(process.execPath, [join(__dirname, 'migrate.mjs')], { encoding: 'utf8', env });
  expect(said).toContain('The database has the newest schema');
});
