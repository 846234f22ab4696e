// Installs the packages when they are missing or are not those of package-lock.json. Uses nothing but Node itself.
// `node scripts/install.mjs` does only that.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { oneAtATime } from './one-at-a-time.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const progressEveryMs = 15_000;

/** Older versions cannot load what we build; better said here than by a syntax error inside a dependency. */
export function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  throw new Error(`Node ${process.versions.node} is too old: install Node 20.19 or newer (https://nodejs.org).`);
}

export async function installPackages(say) {
  if (reasonToInstall() === undefined) return;
  // Two of npm at once in one folder undo each other's work.
  await oneAtATime({ name: 'install', doing: 'installs the packages', say }, () => install(say));
}

async function install(say) {
  const reason = reasonToInstall();
  if (reason === undefined) return;
  say(`Installing packages with npm, because ${reason} (a minute or two)`);
  // Not `npm ci`, which removes all that is there first. What the lock file lists is installed exactly all the same, and
  // `--no-save` leaves the file as it is.
  await npm(['install', '--no-save', '--no-audit', '--no-fund'], say);
  const left = reasonToInstall();
  if (left !== undefined) throw new Error(`npm has finished, yet ${left}. Remove node_modules and start again.`);
}

/** npm keeps a list of what it has installed; where that agrees with the lock file there is nothing to do. */
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

/** npm is silent where there is no terminal, so a line now and then says that it still works. */
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
