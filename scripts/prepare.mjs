// Prepares this checkout for a command, and runs a program of dist/ in its place.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { build } from './build.mjs';
import { installPackages, requireNode } from './install.mjs';
import { root } from './run.mjs';

/** Installs missing packages and builds these steps, or all. */
export async function prepare(only, say = console.log) {
  requireNode();
  await installPackages(say);
  await build({ only, say });
}

/** Runs a program with the arguments of this process. Signals go to it, because it may have to clean up. */
export function runInstead(file, { env = {}, cwd = root } = {}) {
  const args = [join(root, file), ...process.argv.slice(2)];
  const child = spawn(process.execPath, args, { cwd, stdio: 'inherit', env: { ...process.env, ...env } });
  for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  child.once('close', (code) => process.exit(code ?? 1));
}
