// Installs packages that are missing or differ from package-lock.json. Uses only Node itself.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { oneAtATime } from './one-at-a-time.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const progressEveryMs = 15_000;

/** Fails clearly instead of with a syntax error of a dependency. */
export function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  throw new Error(`Node ${process.versions.node} is too old: install Node 22 or 24 (https://nodejs.org).`);
}

export async function installPackages(say) {
  if (reasonToInstall() === undefined) return;
  // Concurrent npm processes corrupt the folder.
  await oneAtATime({ name: 'install', doing: 'installs the packages', say }, () => install(say));
}

async function install(say) {
  const reason = reasonToInstall();
  if (reason === undefined) return;
  say(`Installing packages with npm, because ${reason} (a minute or two)`);
  // Not `npm ci`, which deletes node_modules first. Locked versions are installed exactly; `--no-save` keeps the lock
  // file.
  await npm(['install', '--no-save', '--no-audit', '--no-fund'], say);
  const left = reasonToInstall();
  if (left !== undefined) throw new Error(`npm has finished, yet ${left}. Remove node_modules and start again.`);
}

/** Compares the list that npm keeps of installed packages with the lock file. */
function reasonToInstall() {
  const installed = readPackages('node_modules/.package-lock.json');
  if (installed === undefined) return 'they are not installed yet';
  const wanted = readPackages('package-lock.json') ?? {};
  const differs = ([path, { version, optional, link }]) =>
    path !== '' && !optional && !link && installed[path]?.version !== version;
  const first = Object.entries(wanted).find(differs);
  return first === undefined
    ? undefined
    : `${first[0].replace(/^.*node_modules\//, '')} is not as package-lock.json says`;
}

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(join(root, file), 'utf8')).packages;
  } catch {
    return undefined;
  }
}

/** npm is silent without a terminal, so progress is reported. */
async function npm(args, say) {
  const cli = process.env.npm_execpath;
  const [command, first] = cli?.endsWith('.js') ? [process.execPath, [cli]] : ['npm', []];
  const child = spawn(command, [...first, ...args], { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
  const started = Date.now();
  const progress = setInterval(() => {
    if (!process.stdout.isTTY) say(`  … installing for ${Math.round((Date.now() - started) / 1000)} s`);
  }, progressEveryMs);
  const code = await new Promise((resolve) => child.once('close', resolve).once('error', resolve));
  clearInterval(progress);
  if (code !== 0)
    throw new Error('npm could not install the packages (see above). Check the network, then start again.');
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  try {
    requireNode();
    await installPackages((line) => console.log(line));
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
