// `npm run mutants [-- domain/merchants/fee store/platform/ledger]`: breaks each expression of these folders once and runs the tests beside
// it (Stryker). Ends with the share that tests notice; `reports/mutants.html` shows the rest. `--files 10 --seed 1` takes ten files,
// chosen by the seed.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import { build } from './build.mjs';

const FOLDERS = ['domain', 'store/platform/ledger', 'webhooks', 'vault', 'connectors/yookassa/receipt*'];
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { files: { type: 'string' }, seed: { type: 'string', default: '1' } },
});
const places = positionals.length === 0 ? FOLDERS : positionals;
const hash = (file) => createHash('sha256').update(`${values.seed} ${file}`).digest('hex');
const files = execFileSync('git', ['ls-files', ...places], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.startsWith('vault/testing/'))
  .sort((one, other) => hash(one).localeCompare(hash(other)))
  .slice(0, values.files && Number(values.files));

await build({ say: console.log });
const { startServicesHost } = createRequire(import.meta.url)('../dist/tests/harness/run/services-host.js');
const host = await startServicesHost(mkdtempSync(join(tmpdir(), 'holdfast-mutants-')));
process.env.HOLDFAST_TEST_HOST = host.url;
process.env.HOLDFAST_TEST_FOLDER = host.folder;

try {
  await new Stryker({
    mutate: files,
    // Its `\v` → `\V` is no regular expression.
    mutator: { excludedMutations: ['Regex'] },
    tempDirName: mkdtempSync(join(tmpdir(), 'holdfast-mutants-')),
    testRunner: 'jest',
    jest: {
      config: {
        roots: places.map((place) => `<rootDir>/${place.replace(/\/[^/]*\*.*/, '')}`),
        testPathIgnorePatterns: ['/node_modules/'],
        modulePathIgnorePatterns: ['<rootDir>/dist/'],
        runner: 'jest-runner',
      },
    },
    ignorePatterns: ['/dist', '.data', '.cache'],
    coverageAnalysis: 'perTest',
    ignoreStatic: true,
    concurrency: 1,
    timeoutMS: 20_000,
    reporters: ['clear-text', 'html'],
    clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
    htmlReporter: { fileName: 'reports/mutants.html' },
  }).runMutationTest();
} finally {
  await host.stop();
}
