// Fails when the tree outside tests has more lines than `maxLines` of package.json. A commit that raises the number says in its body what was
// deleted for it.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../run.mjs';

const { maxLines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs', '*.css'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && !file.includes('.test.'));
const count = files.reduce((sum, file) => sum + readFileSync(join(root, file), 'utf8').split('\n').length - 1, 0);
if (count > maxLines) {
  console.log(
    `The tree outside tests has ${count} lines, ${count - maxLines} more than maxLines of package.json allows.`,
  );
  process.exit(1);
}
