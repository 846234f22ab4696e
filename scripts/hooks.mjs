// npm runs this after an install to set the pre-commit hook.
// `git config holdfast.hooks false` (or `--global`) disables it.
import { existsSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { binary, root, run } from './run.mjs';

const { stdout } = spawnSync('git', ['config', '--get', 'holdfast.hooks'], { cwd: root, encoding: 'utf8' });
const isWanted = stdout?.trim() !== 'false' && !process.env.CI;

// There is no repository in an image, and no hooks without development packages.
if (isWanted && existsSync(join(root, '.git')) && existsSync(binary('simple-git-hooks'))) {
  const { code, output } = await run(binary('simple-git-hooks'), []);
  if (code !== 0) console.warn(`The commit hook could not be set: ${output.trim()}`);
}
