// Adds binaries of other platforms to package-lock.json, which npm omits where a registry lacks them; `npm ci` refuses
// such a lock file. `--check` only lists them.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.mjs';

const file = join(root, 'package-lock.json');

/** Optional dependencies of locked packages that are not locked: `{ parent, name, version }`. */
function findMissing(packages) {
  return Object.entries(packages).flatMap(([parent, { optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => !isFound(packages, parent, name))
      .map(([name, version]) => ({ parent, name, version })),
  );
}

/** Resolves a package like Node: in the folder of its parent, then above. */
function isFound(packages, parent, name) {
  for (let folder = parent; ; folder = folder.slice(0, Math.max(folder.lastIndexOf('node_modules/') - 1, 0))) {
    if (packages[`${folder && `${folder}/`}node_modules/${name}`]) return true;
    if (folder === '') return false;
  }
}

const SYSTEMS = ['android', 'darwin', 'freebsd', 'linux', 'openbsd', 'openharmony', 'win32'];
const PROCESSORS = ['arm', 'arm64', 'ia32', 'loong64', 'ppc64', 'riscv64', 's390x', 'x64'];

/**
 * The platform follows from the name, `…-linux-arm64-musl`. There is no checksum, because the file was not downloaded.
 */
function buildEntry(packages, { parent, name, version }) {
  const words = name.split(/[-/]/);
  const os = SYSTEMS.find((system) => words.includes(system));
  const cpu = PROCESSORS.find((processor) => words.includes(processor));
  if (!os || !cpu || !/^\d/.test(version)) throw new Error(`${name}@${version} is not a platform binary`);
  const libc = words.at(-1).startsWith('musl') ? 'musl' : words.at(-1).startsWith('gnu') ? 'glibc' : undefined;
  return {
    version,
    cpu: [cpu],
    ...(packages[parent].dev ? { dev: true } : {}),
    ...(os === 'linux' && libc ? { libc: [libc] } : {}),
    optional: true,
    os: [os],
  };
}

const lock = JSON.parse(readFileSync(file, 'utf8'));
const missing = findMissing(lock.packages);
if (process.argv.includes('--check')) {
  for (const { parent, name } of missing) console.log(`${name} of ${parent} is not locked: node scripts/lock.mjs`);
  process.exit(missing.length === 0 ? 0 : 1);
}
const added = missing.map((each) => [`node_modules/${each.name}`, buildEntry(lock.packages, each)]);
const entries = [...Object.entries(lock.packages), ...added];
lock.packages = Object.fromEntries(entries.sort(([one], [other]) => one.localeCompare(other, 'en')));
writeFileSync(file, `${JSON.stringify(lock, undefined, 2)}\n`);
console.log(`${added.length} binaries of other platforms added.`);
