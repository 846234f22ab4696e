// npm runs this after an install: it sets the hook that formats and lints what is staged.
// `git config holdfast.hooks false` does without it, here or (`--global`) everywhere.
import { existsSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { binary, root, run } from './run.mjs';

const { stdout } = spawnSync('git', ['config', '--get', 'holdfast.hooks'], { cwd: root, encoding: 'utf8' });
const isWanted = stdout?.trim() !== 'false' && !process.env.CI;

// A tarball and an image have no repository; an install without development packages has no hooks to set.
if (isWanted && existsSync(join(root, '.git')) && existsSync(binary('simple-git-hooks'))) {
  const { code, output } = await run(binary('simple-git-hooks'), []);
  if (code !== 0) console.warn(`The commit hook could not be set: ${output.trim()}`);
}
