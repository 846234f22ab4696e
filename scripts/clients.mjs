// `npm run clients [-- go python]`: generates clients from the specifications with common generators, compiles them,
// lets each read a value of every union variant, and calls a running platform; then packs `packages/` and tests each archive in the same way.
// `npm run clients -- packages` only packs and tests, and leaves the archives in build/packages. Ends with `N passed, N failed`.
// The generators are pinned and cached. One that cannot be fetched or lacks its toolchain is skipped with a message.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { go } from './clients/go.mjs';
import { java } from './clients/java.mjs';
import { copyPackage, packagedDocuments, packages } from './clients/packages.mjs';
import { php } from './clients/php.mjs';
import { startCalledPlatform } from './clients/platform.mjs';
import { python } from './clients/python.mjs';
import { unionSamples } from './clients/samples.mjs';
import { typescriptFetch } from './clients/typescript-fetch.mjs';
import { openapiTypescript } from './clients/typescript.mjs';
import { prepare } from './prepare.mjs';
import { root, run } from './run.mjs';

const say = (line) => console.log(line);

/** The first two are called, in a language that has a package by the package; webhook messages are only read. */
const called = ['payments', 'wallets'];
const documents = [...called, 'payres', 'payments-webhook-events', 'wallets-webhook-events'];
const generators = [openapiTypescript, typescriptFetch, python, go, java, php];

await prepare(['specs', 'compile', 'bundle']);
const { cacheFolder } = createRequire(import.meta.url)('../dist/scripts/services/folders.js');

const names = process.argv.slice(2);
const onlyPackages = names.includes('packages');
const chosen = generators.filter(({ name }) => (!onlyPackages && names.length === 0) || names.includes(name));
const packed = packages.filter(({ generator }) => onlyPackages || chosen.includes(generator));
const archives = join(root, 'build/packages');
const folder = mkdtempSync(join(tmpdir(), 'holdfast-clients-'));
let passed = 0;
let failed = 0;
let platform;
try {
  for (const generator of chosen)
    if (await isReady(generator)) for (const document of documents) await check(generator, document);
  for (const each of packed) if (await isReady(each.generator)) await checkPackage(each);
} finally {
  await platform?.stop();
  rmSync(folder, { recursive: true, force: true });
}
say(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

/** Fetches the generator and starts the platform, unless they are there. */
async function isReady(generator) {
  const problem = await fetched(generator);
  if (problem) say(`– ${generator.name}: skipped, ${problem}`);
  else platform ??= await startCalledPlatform(folder);
  return !problem;
}

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
  const place = join(folder, generator.name, document);
  mkdirSync(place, { recursive: true });
  const text = copyDocument(document, place);
  const samples = unionSamples(JSON.parse(text));
  writeFileSync(join(place, 'samples.json'), JSON.stringify(samples));
  const isCalled = called.includes(document);
  const steps = generator.steps({ tools: toolsOf(generator), folder: place, document, samples, isCalled });
  await report(`${generator.name}: ${document}`, steps);
}

async function checkPackage({ name, generator, steps }) {
  const place = join(folder, `package-${name}`);
  for (const made of [place, archives]) mkdirSync(made, { recursive: true });
  for (const document of packagedDocuments) copyDocument(document, place);
  copyPackage(name, place);
  await report(`packages/${name}`, steps({ tools: toolsOf(generator), folder: place, archives }));
}

function copyDocument(document, place) {
  const text = readFileSync(join(root, 'specs', `${document}.json`), 'utf8');
  writeFileSync(join(place, `${document}.json`), text);
  return text;
}

async function report(title, steps) {
  const started = Date.now();
  const problem = await succeed(steps);
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  say(`${problem ? '✗' : '✓'} ${title} (${seconds} s)`);
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
