// `npm run clients`: generates clients from the specifications with the generators that integrators use, compiles them, has each read
// a value of every variant of every union, and has it send to a running platform and read back. `npm run clients -- go python` tries
// only those. Ends with `N passed, N failed`.
//
// The generators are pinned and fetched into the cache of this machine on the first run. One whose toolchain is not there,
// or that cannot be fetched, is skipped, and says so.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from './build.mjs';
import { go } from './clients/go.mjs';
import { java } from './clients/java.mjs';
import { php } from './clients/php.mjs';
import { startCalledPlatform } from './clients/platform.mjs';
import { python } from './clients/python.mjs';
import { unionSamples } from './clients/samples.mjs';
import { heyApi, openapiTypescript } from './clients/typescript.mjs';
import { installPackages, requireNode } from './install.mjs';
import { root, run } from './run.mjs';

const say = (line) => console.log(line);

/** What clients are made of. Of the first two there is a call in every language; messages of webhooks are only read. */
const called = ['payments', 'wallets'];
const documents = [...called, 'payres', 'payments-webhook-events', 'wallets-webhook-events'];
const generators = [openapiTypescript, heyApi, python, go, java, php];

requireNode();
await installPackages(say);
await build({ only: ['specs', 'compile', 'bundle'], say });
const { cacheFolder } = createRequire(import.meta.url)('../dist/scripts/services/folders.js');

const names = process.argv.slice(2);
const chosen = generators.filter(({ name }) => names.length === 0 || names.includes(name));
const folder = mkdtempSync(join(tmpdir(), 'holdfast-clients-'));
let passed = 0;
let failed = 0;
let platform;
try {
  for (const generator of chosen) {
    const problem = await fetched(generator);
    if (problem) {
      say(`– ${generator.name}: skipped, ${problem}`);
      continue;
    }
    platform ??= await startCalledPlatform(folder);
    for (const document of documents) await check(generator, document);
  }
} finally {
  await platform?.stop();
  rmSync(folder, { recursive: true, force: true });
}
say(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

function toolsOf({ name, version }) {
  return join(cacheFolder('clients'), `${name}-${version}`);
}

/** Fetches a generator unless this machine has it. Resolves with why it cannot be had, if it cannot. */
async function fetched(generator) {
  const tools = toolsOf(generator);
  for (const program of generator.needs) {
    const { code } = await run(program, [generator.asksVersion ?? '--version']);
    if (code !== 0) return `it needs ${program}, and there is none`;
  }
  if (existsSync(tools)) return undefined;
  say(`Fetching ${generator.name} ${generator.version} (first run only)`);
  // Beside its place: a run that ends halfway leaves nothing that looks like a whole one.
  const unfinished = mkdtempSync(join(cacheFolder('clients'), 'unfinished-'));
  const problem = await succeed(generator.fetch(unfinished));
  if (!problem && !existsSync(tools)) renameSync(unfinished, tools);
  rmSync(unfinished, { recursive: true, force: true });
  return problem && `it could not be fetched:\n${problem}`;
}

async function check(generator, document) {
  const started = Date.now();
  const place = join(folder, generator.name, document);
  mkdirSync(place, { recursive: true });
  const text = readFileSync(join(root, 'specs', `${document}.json`), 'utf8');
  const samples = unionSamples(JSON.parse(text));
  writeFileSync(join(place, `${document}.json`), text);
  writeFileSync(join(place, 'samples.json'), JSON.stringify(samples));
  const isCalled = called.includes(document);
  const problem = await succeed(
    generator.steps({ tools: toolsOf(generator), folder: place, document, samples, isCalled }),
  );
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  say(`${problem ? '✗' : '✓'} ${generator.name}: ${document} (${seconds} s)`);
  if (problem) say(problem.trimEnd());
  if (problem) failed += 1;
  else passed += 1;
}

/** Runs commands one after the other. Resolves with what the first that fails says. */
async function succeed(commands) {
  for (const { command, args, ...options } of commands) {
    const { code, output } = await run(command, args, {
      ...options,
      env: { ...process.env, ...platform?.environment, ...options.env },
    });
    if (code !== 0) return output || `${command} ended with ${code}`;
  }
  return undefined;
}
