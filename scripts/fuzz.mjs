// `npm run fuzz`: sends valid and invalid requests from the specification to a running platform, and fails on a 5xx or
// an undocumented response. Seed and number of requests are fixed; all documents take about two minutes on two cores.
// `npm run fuzz -- payments --examples 200 --seed 7` fuzzes one document with other requests. Ends with `N passed, N
// failed`.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { payments } from './fuzz/payments.mjs';
import { payres, wallets } from './fuzz/wallets.mjs';
import { prepare } from './prepare.mjs';
import { root, run } from './run.mjs';

/** Another version generates other requests for the same seed. */
const VERSION = '4.32.5';
const CHECKS = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_schema_conformance',
  'missing_required_header',
];

/**
 * For each document: its base path, excluded operations, operations that may only delete unknown ids, and the
 * preparation of test data.
 */
const documents = { payments, wallets, payres };

const say = (line) => console.log(line);
const compiled = createRequire(import.meta.url);

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    examples: { type: 'string', default: '12' },
    seed: { type: 'string', default: '20261121' },
  },
});

await prepare(['specs', 'compile', 'bundle']);
const { cacheFolder } = compiled('../dist/scripts/services/folders.js');
const schemathesis = findSchemathesis();
if (!schemathesis) {
  say('Skipped: schemathesis needs python3\n\n0 passed, 0 failed');
  process.exit(0);
}

const { startServicesHost } = compiled('../dist/tests/harness/run/services-host.js');
const { startPlatform } = compiled('../dist/tests/harness/platform.js');
const folder = mkdtempSync(join(tmpdir(), 'holdfast-fuzz-'));
const host = await startServicesHost(folder);
Object.assign(process.env, { HOLDFAST_TEST_HOST: host.url, HOLDFAST_TEST_FOLDER: folder });
const names = positionals.length > 0 ? positionals : Object.keys(documents);
let failed = 0;
try {
  // Concurrently, because requests mostly wait; each output is printed whole.
  const show = async (name) => {
    const { code, output } = await fuzz(name).catch((error) => ({ code: 1, output: error.stack }));
    say(output);
    if (code !== 0) failed += 1;
  };
  await Promise.all(names.map(show));
} finally {
  await host.stop();
  rmSync(folder, { recursive: true, force: true });
}
say(`\n${names.length - failed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

/** Installs Schemathesis into the cache on the first run. */
function findSchemathesis() {
  if (spawnSync('python3', ['--version']).status !== 0) return undefined;
  const folder = cacheFolder(`schemathesis-${VERSION}`);
  const program = join(folder, 'bin', 'schemathesis');
  if (existsSync(program)) return program;
  say(`Installing schemathesis ${VERSION} (first run only)`);
  must('python3', ['-m', 'venv', '--clear', folder]);
  must(join(folder, 'bin', 'pip'), ['install', '--quiet', '--disable-pip-version-check', `schemathesis==${VERSION}`]);
  return program;
}

function must(command, args) {
  const { status, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${stderr}`);
}

/** Fuzzes one document on a platform of its own. */
async function fuzz(name) {
  const { base, without, spared, prepare } = documents[name];
  const platform = await startPlatform();
  try {
    const configuration = join(folder, `${name}.toml`);
    const specification = join(folder, `${name}.json`);
    const known = await prepare(platform);
    writeFileSync(configuration, buildConfiguration(known, spared));
    writeFileSync(specification, JSON.stringify(withBodies(name, known.bodies)));
    return await run(
      schemathesis,
      [
        ...['--config-file', configuration, 'run', specification],
        ...['--url', platform.apiUrl + base, '--header', `Authorization: Bearer ${platform.demo.apiKey}`],
        ...['--checks', CHECKS.join(','), '--phases', 'examples,coverage,fuzzing'],
        ...['--seed', options.seed, '--max-examples', options.examples, '--workers', '1'],
        ...['--generation-database', 'none'],
        ...['--continue-on-failure', '--request-timeout', '30', '--output-truncate', 'false'],
        ...without.flatMap((operation) => ['--exclude-operation-id', operation]),
      ],
      { cwd: folder },
    );
  } finally {
    await platform.stop();
  }
}

/** Adds known bodies as examples, so that requests vary valid ones. */
function withBodies(name, bodies = {}) {
  const specification = JSON.parse(readFileSync(join(root, 'specs', `${name}.json`), 'utf8'));
  const operations = Object.values(specification.paths).flatMap((path) => Object.values(path));
  for (const { operationId, requestBody } of operations) {
    if (!bodies[operationId]) continue;
    for (const content of Object.values(requestBody.content)) content.example = bodies[operationId];
  }
  return specification;
}

/**
 * Known ids, except for operations that would delete shared entities, and a valid request id, without which most
 * requests would end at validation.
 */
function buildConfiguration({ path, query = {} }, spared) {
  const table = (place, known) =>
    Object.entries(known).map(([name, value]) => `"${place}.${name}" = ${JSON.stringify(value)}`);
  const operations = new Set([...Object.keys(query), ...Object.keys(spared)]);
  const exceptions = [...operations].map((operation) => {
    const unknown = spared[operation] ? { [spared[operation]]: 'unknown' } : {};
    const parameters = [...table('query', query[operation] ?? {}), ...table('path', unknown)];
    return `[[operations]]\ninclude-operation-id = "${operation}"\nparameters = { ${parameters.join(', ')} }\n`;
  });
  const common = table('path', path).join('\n');
  return `[parameters]\n"header.X-Request-ID" = "fuzz"\n${common}\n\n${exceptions.join('\n')}`;
}
