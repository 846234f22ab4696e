// Assembles the content of an image in a folder, `node deploy/docker/assemble.mjs platform /out`, with only the packages that the shipped files
// load, at the versions of the lock file. The Dockerfile runs it.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { compiled } = createRequire(import.meta.url)('../../scripts/folders.cjs');
/** What runs in the image: of the compiled folders all but tests and the servers of the faces. */
const folders = compiled.filter((folder) => !/^tests\/|\/server$/.test(folder));
const faces = [
  'dist/checkout/server/main.js',
  'dist/console/server/main.js',
  'dist/web/server/main.js',
  'dist/web/server/warm-up-thread.js',
];
const bundles = ['dist/workflow-bundle.js', 'dist/workflow-bundle-encrypted.js'];

/** Content of each image; `files` are copied to its root. */
export const images = {
  platform: {
    shipped: () => [...folders.map((folder) => `dist/${folder}`), ...bundles, 'specs', 'deploy/config'],
    files: ['deploy/docker/ready.mjs', 'scripts/migrate.mjs'],
  },
  faces: {
    shipped: () => [...findReachable(faces), 'web/build', 'checkout/build', 'console/build'],
    files: ['deploy/docker/ready.mjs'],
  },
};

/** Test helpers are not shipped. */
const isForTests = (file) => /\/(testing(\/|\.js)|conformance\.js)/.test(file);

/** The packages of package.json that the shipped files load. Fails where they load a file that is not shipped. */
export function selectDependencies(image) {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const shipped = images[image].shipped();
  const sources = shipped.flatMap((place) => listSources(join(root, place)));
  const left = sources.flatMap(listLoadedFiles).filter((file) => !shipped.some((place) => file.startsWith(place)));
  if (left.length > 0) throw new Error(`Loaded by the image ${image} and not in it: ${left.join(', ')}`);
  const loaded = new Set(sources.flatMap(listLoadedPackages));
  const missing = [...loaded].filter((name) => !(name in dependencies));
  if (missing.length > 0) throw new Error(`Not among the dependencies of package.json: ${missing.join(', ')}`);
  return Object.fromEntries(Object.entries(dependencies).filter(([name]) => loaded.has(name)));
}

/** The files and everything they load, transitively. */
function findReachable(entries, found = new Set()) {
  for (const entry of entries) {
    if (found.has(entry)) continue;
    found.add(entry);
    const near = listSpecifiers(join(root, entry)).filter((name) => name.startsWith('.'));
    findReachable(
      near.map((name) => join(dirname(entry), name.replace(/(\.js)?$/, '.js'))),
      found,
    );
  }
  return [...found];
}

/** Browser files and the workflow bundle are self-contained. */
function listSources(place) {
  if (/workflow-bundle|\.json$/.test(place)) return [];
  if (place.endsWith('.js')) return [place];
  return readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.m?js$/.test(entry.name) && !/\/(client|assets)$/.test(entry.parentPath))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !isForTests(file));
}

function listLoadedFiles(file) {
  const named = listSpecifiers(file).filter((name) => name.startsWith('.'));
  return named.map((name) => relative(root, join(dirname(file), name.replace(/(\.js)?$/, '.js'))));
}

function listLoadedPackages(file) {
  const named = listSpecifiers(file).filter((name) => !name.startsWith('.') && !isBuiltin(name));
  return named.map(getPackageName);
}

/** Compiled files use `require` and `import()`; those of the site use `import` statements. */
function listSpecifiers(file) {
  const text = readFileSync(file, 'utf8');
  const called = /\b(?:require|require\.resolve|import)\(["']([^"']+)["']\)/g;
  const imported = /^import\s+(?:[\w*{},\s$]+\sfrom\s+)?["']([^"']+)["']/gm;
  return [...text.matchAll(/\/web\/build\//.test(file) ? imported : called)].map(([, name]) => name);
}

function getPackageName(name) {
  return name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/');
}

function assemble(image, folder) {
  mkdirSync(folder, { recursive: true });
  const { shipped, files } = images[image];
  const filter = (file) => !isForTests(file);
  for (const place of addMaps(shipped())) cpSync(join(root, place), join(folder, place), { recursive: true, filter });
  for (const file of files) cpSync(join(root, file), join(folder, basename(file)));
  const { name, version, license, engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const own = {
    name: `${name}-${image}`,
    version,
    private: true,
    license,
    engines,
    dependencies: selectDependencies(image),
  };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(own, null, 2));
  cpSync(join(root, 'package-lock.json'), join(folder, 'package-lock.json'));
  npm(folder, ['install', '--omit=dev', '--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund']);
  writeFileSync(
    join(folder, 'sbom.cdx.json'),
    npm(folder, ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--omit=dev']),
  );
  rmSync(join(folder, 'package-lock.json'));
  removeOtherPlatforms(join(folder, 'node_modules/@temporalio/core-bridge/releases'));
}

function addMaps(places) {
  return places.flatMap((place) => [place, `${place}.map`]).filter((place) => existsSync(join(root, place)));
}

/** Removes the SDK's native cores of other platforms. */
function removeOtherPlatforms(folder) {
  const wanted = { x64: 'x86_64', arm64: 'aarch64' }[process.arch];
  for (const entry of existsSync(folder) ? readdirSync(folder) : []) {
    if (entry !== `${wanted}-unknown-linux-gnu`) rmSync(join(folder, entry), { recursive: true });
  }
}

function npm(cwd, args) {
  const { status, stdout, stderr } = spawnSync('npm', args, { cwd, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  if (status !== 0) throw new Error(`npm ${args[0]} failed:\n${stderr}`);
  return stdout;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [image, folder] = process.argv.slice(2);
  assemble(image, folder);
}
