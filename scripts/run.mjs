// Runs programs of this checkout.
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** The file of a binary; npx needs a second to find it. */
export function binary(name) {
  return join(root, 'node_modules', '.bin', name);
}

/** Resolves with the exit code and the output; `isShown` prints it too. */
export async function run(command, args, { cwd = root, env = process.env, isShown = false } = {}) {
  const child = spawn(command, args, { cwd, env, stdio: isShown ? 'inherit' : ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout?.on('data', (text) => (output += text));
  child.stderr?.on('data', (text) => (output += text));
  const code = await new Promise((resolve) => {
    child.once('close', resolve);
    child.once('error', (error) => {
      output += error.message;
      resolve(1);
    });
  });
  return { code: code ?? 1, output };
}
