// Builds everything into dist/, each step only when its inputs have changed. Plain JavaScript, because a fresh clone
// cannot run TypeScript.
// `node scripts/build.mjs [specs] [compile] [bundle] [site] [checkout] [console]` builds only these; `--force` builds unchanged
// ones too.
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { oneAtATime } from './one-at-a-time.mjs';
import folderLists from './folders.cjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = join(root, 'dist');
const stateFile = join(dist, '.build.json');
const buildFolders = [join(root, 'web/build'), join(root, 'checkout/build'), join(root, 'console/build')];
const isSource = (file) => /\.(ts|tsx|json)$/.test(file) && !/\.(test|d)\.tsx?$/.test(file);

const CONSOLE_APIS = ['operators', 'payments', 'wallets'];

/** In order: each step may read the outputs of earlier ones. */
const steps = [
  {
    name: 'tools',
    why: 'the build tools',
    inputs: () => compileInputs(folderLists.tools),
    outputs: () => [],
    isThere: () => true,
    run: () => compile(folderLists.tools),
  },
  {
    name: 'specs',
    needs: ['tools'],
    why: 'specifications and routes from the TypeScript types',
    inputs: () =>
      files(['api', 'domain', 'webhook-messages', 'scripts/specs'], (file) => !file.endsWith('.generated.ts')),
    outputs: () => specOutputs(),
    isThere: () => existsSync(join(root, 'scripts/specs')),
    run: () => node(['dist/scripts/specs/main.js']),
  },
  {
    name: 'compile',
    needs: ['tools'],
    why: 'TypeScript to dist/',
    inputs: () => compileInputs(folderLists.compiled),
    outputs: () => [],
    isThere: () => true,
    run: () => compile(folderLists.compiled),
  },
  {
    name: 'bundle',
    why: 'workflows to dist/workflow-bundle.js, and -encrypted.js for workers that encrypt failures',
    inputs: () =>
      files(
        ['workflows', 'workflow-names', 'domain', 'package-lock.json', 'scripts/build.mjs'],
        (file) => !file.endsWith('.test.ts'),
      ),
    outputs: () => ['dist/workflow-bundle.js', 'dist/workflow-bundle-encrypted.js'],
    isThere: () => existsSync(join(root, 'workflows/index.ts')),
    run: bundleWorkflows,
  },
  {
    name: 'site',
    needs: ['tools'],
    why: 'the documentation site',
    inputs: () =>
      files(
        ['web', 'ui', 'content', 'specs', 'package-lock.json'],
        (file) => !/^web\/(build|measure|tests)\//.test(file),
      ),
    outputs: () => [],
    isThere: () => existsSync(join(root, 'web/builder')),
    run: () => node(['dist/web/builder/main.js']),
  },
  {
    name: 'checkout',
    needs: ['tools'],
    why: "the payer's form",
    inputs: () =>
      files(
        ['checkout', 'ui', 'specs/currencies.json', 'package-lock.json'],
        (file) => !/^checkout\/(build|server|tests)\//.test(file),
      ),
    outputs: () => ['checkout/build/pay.ru.html'],
    isThere: () => existsSync(join(root, 'checkout/builder')),
    run: () => node(['dist/checkout/builder/main.js']),
  },
  {
    name: 'console-types',
    why: 'types of the console from the specifications',
    inputs: () => files([...CONSOLE_APIS.map((name) => `specs/${name}.json`), 'package-lock.json'], () => true),
    outputs: () => CONSOLE_APIS.map((name) => `console/page/api/${name}.generated.ts`),
    isThere: () => existsSync(join(root, 'console/page')),
    run: buildConsoleTypes,
  },
  {
    name: 'console',
    needs: ['tools'],
    why: 'the console',
    inputs: () =>
      files(
        ['console', 'ui', 'domain/payments/payment/payment-tool.ts', 'specs/currencies.json', 'package-lock.json'],
        (file) => !/^console\/(build|server|tests)\//.test(file) && !file.endsWith('.generated.ts'),
      ),
    outputs: () => ['console/build/index.html'],
    isThere: () => existsSync(join(root, 'console/builder')),
    run: () => node(['dist/console/builder/main.js']),
  },
];

/** Runs the steps with changed inputs, after those that they need. */
export async function build({ only = [], isForced = false, say = (line) => console.log(line) } = {}) {
  const wanted = wantedSteps(only);
  // An up-to-date build takes no lock: its holder may run at idle priority beside busy tests.
  if (!isForced && wanted.every((step) => isCurrent(step, fingerprint(step.inputs())))) return;
  // Concurrent builds would read unfinished outputs.
  await oneAtATime({ name: 'build', doing: 'builds this folder', say }, async () => {
    for (const step of wanted) await runStep(step, { isForced, say });
  });
}

function wantedSteps(only) {
  const named = steps.filter(({ name }) => only.length === 0 || only.includes(name));
  const isNeeded = ({ name }) => named.some((step) => step.name === name || step.needs?.includes(name));
  return steps.filter((step) => isNeeded(step) && step.isThere());
}

async function runStep(step, { isForced, say }) {
  const print = fingerprint(step.inputs());
  if (!isForced && isCurrent(step, print)) return;
  const started = Date.now();
  say(`Building ${step.why}`);
  await step.run();
  writeState(step.name, print);
  say(`  … ${step.name}: ${((Date.now() - started) / 1000).toFixed(1)} s`);
}

function isCurrent(step, print) {
  return readState()[step.name] === print && step.outputs().every((file) => existsSync(join(root, file)));
}

/** Routes are not committed, and the compile step needs them. */
function specOutputs() {
  const folders = ['v2', 'wallet-v0'].filter(
    (folder) => files([`api/${folder}`], (file) => file.endsWith('.controller.ts')).length > 0,
  );
  return folders.map((folder) => `api/${folder}/routes.generated.ts`);
}

function compileInputs(folders) {
  return files([...folders, '.swcrc'], (file) => isSource(file) || file === '.swcrc');
}

async function compile(folders) {
  const { transformFile } = await import('@swc/core');
  const sources = files(folders, isSource);
  const outputs = new Set();
  await Promise.all(
    sources.map(async (source) => {
      const output = join(dist, source.replace(/\.tsx?$/, '.js'));
      outputs.add(output);
      if (source.endsWith('.json')) return replace(output, readFileSync(join(root, source)));
      const made = await transformFile(join(root, source), {
        cwd: root,
        sourceMaps: true,
        sourceRoot: '',
        // `require` cannot load Vite and its outputs.
        ...(/^(web|checkout|console)\//.test(source) ? { module: { type: 'commonjs', ignoreDynamic: true } } : {}),
      });
      const map = `${output}.map`;
      outputs.add(map);
      replace(map, made.map);
      replace(output, `${made.code}\n//# sourceMappingURL=${relative(dirname(output), map)}\n`);
    }),
  );
  for (const old of folders.flatMap((folder) => files([`dist/${folder}`], () => true))) {
    if (!outputs.has(join(root, old))) rmSync(join(root, old));
  }
}

/**
 * Modules are evaluated once a worker and shared by its workflows (`preloadModules`), which saves most of the start of
 * a workflow and 70 KB of its memory. Workflow modules therefore keep no state (`eslint.config.mjs`), and the SDK
 * freezes their exports.
 */
async function bundleWorkflows() {
  const { bundleWorkflowCode, DefaultLogger } = await import('@temporalio/worker');
  const [workflowsPath, interceptors] = ['workflows/index.ts', 'workflows/interceptors.ts'].map((file) =>
    join(root, file),
  );
  const failures = { '-encrypted': [join(root, 'workflows/encrypted-failures.ts')], '': [] };
  for (const [name, converters] of Object.entries(failures)) {
    const { code: bundle } = await bundleWorkflowCode({
      workflowsPath,
      workflowInterceptorModules: [interceptors],
      failureConverterPath: converters[0],
      preloadModules: [workflowsPath, interceptors, ...converters],
      logger: new DefaultLogger('WARN'),
    });
    replace(join(dist, `workflow-bundle${name}.js`), bundle);
  }
}

async function buildConsoleTypes() {
  const { default: openapiTypescript, astToString } = await import('openapi-typescript');
  for (const name of CONSOLE_APIS) {
    const types = await openapiTypescript(JSON.parse(readFileSync(join(root, `specs/${name}.json`), 'utf8')));
    replace(join(root, `console/page/api/${name}.generated.ts`), astToString(types));
  }
}

function node(args) {
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) throw new Error(`\`node ${args.join(' ')}\` failed`);
}

/** Replaces a file atomically. */
function replace(file, content) {
  mkdirSync(dirname(file), { recursive: true });
  const temporary = `${file}.${randomBytes(4).toString('hex')}`;
  writeFileSync(temporary, content);
  renameSync(temporary, file);
}

function files(places, accept) {
  const found = places.flatMap((place) => {
    const path = join(root, place);
    if (!existsSync(path)) return [];
    return place.includes('.') ? [path] : [...walk(path)];
  });
  return found
    .map((path) => relative(root, path).replaceAll('\\', '/'))
    .filter(accept)
    .sort();
}

function* walk(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!['node_modules', 'dist'].includes(entry.name) && !buildFolders.includes(path)) yield* walk(path);
    } else if (entry.isFile()) yield path;
  }
}

function fingerprint(sources) {
  const hash = createHash('sha256');
  for (const file of sources)
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(root, file)))
      .update('\0');
  return hash.digest('hex');
}

function readState() {
  try {
    return JSON.parse(readFileSync(stateFile, 'utf8'));
  } catch {
    return {};
  }
}

function writeState(name, print) {
  replace(stateFile, JSON.stringify({ ...readState(), [name]: print }, null, 2));
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const args = process.argv.slice(2);
  const only = args.filter((argument) => !argument.startsWith('--'));
  await build({ only, isForced: args.includes('--force') }).catch((error) => {
    console.error(`The build failed: ${error.message}`);
    process.exitCode = 1;
  });
}
