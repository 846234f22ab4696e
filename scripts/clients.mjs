// `npm run clients [-- go python]`: generates clients from the specifications with common generators, compiles them,
// lets each read a value of every union variant, and calls a running platform. Ends with `N passed, N failed`.
// The generators are pinned and cached. One that cannot be fetched or lacks its toolchain is skipped with a message.
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
import { typescriptFetch } from './clients/typescript-fetch.mjs';
import { heyApi, openapiTypescript } from './clients/typescript.mjs';
import { installPackages, requireNode } from './install.mjs';
import { root, run } from './run.mjs';

const say = (line) => console.log(line);

/** The first two are called in every language; webhook messages are only read. */
const called = ['payments', 'wallets'];
const documents = [...called, 'payres', 'payments-webhook-events', 'wallets-webhook-events'];
const generators = [openapiTypescript, heyApi, typescriptFetch, python, go, java, php];

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

/** Fetches a generator unless it is cached. Resolves with a problem, if any. */
async function fetched(generator) {
  const tools = toolsOf(generator);
  for (const program of generator.needs) {
    const { code } = await run(program, [generator.asksVersion ?? '--version']);
    if (code !== 0) return `it needs ${program}, and there is none`;
  }
  if (existsSync(tools)) return undefined;
  say(`Fetching ${generator.name} ${generator.version} (first run only)`);
  // A temporary folder, so that an interrupted run leaves no incomplete one.
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

/** Runs commands in order. Resolves with the output of the first that fails. */
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
