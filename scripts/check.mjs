// `npm run check`: all static checks. Ends with `N passed, N failed`.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import folderLists from './folders.cjs';
import { prepare } from './prepare.mjs';
import { binary, root, run } from './run.mjs';

const folders = folderLists.all.filter((folder) => existsSync(join(root, folder)));

const checks = [
  // The longest begins first.
  { name: 'lint', command: 'eslint', args: ['.', '--max-warnings=0'] },
  { name: 'format', command: 'prettier', args: ['--check', '--log-level=warn', '.'] },
  { name: 'types', command: 'tsc', args: ['--noEmit'] },
  { name: 'types of the site', command: 'tsc', args: ['--noEmit', '-p', 'web'] },
  { name: 'types of the checkout', command: 'tsc', args: ['--noEmit', '-p', 'checkout'] },
  { name: 'types of the console', command: 'tsc', args: ['--noEmit', '-p', 'console'] },
  { name: 'layers', command: 'depcruise', args: ['--config', '.dependency-cruiser.cjs', ...folders] },
  { name: 'one type a name', command: 'scripts/lint/type-names.mjs' },
  { name: 'number of lines', command: 'scripts/lint/lines.mjs' },
  { name: 'dead code', command: 'knip', args: ['--no-progress'] },
  { name: 'lock file', command: 'scripts/lock.mjs', args: ['--check'] },
  { name: 'statements', command: 'dist/scripts/statements/check.js' },
];

// The type checks need the generated routes and modules.
await prepare(['specs', 'compile', 'console-types']);

// A larger young generation: the type checks spend a tenth less of the processors on garbage.
// Lint holds the types of all programs, which exceed the default heap.
const options = '--max-semi-space-size=64 --max-old-space-size=8192';
const env = { ...process.env, NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} ${options}`.trim() };

let failed = 0;
const queue = [...checks];
const work = async () => {
  for (let check = queue.shift(); check !== undefined; check = queue.shift()) {
    const started = Date.now();
    const { code, output } = await (check.command.endsWith('js')
      ? run(process.execPath, [join(root, check.command), ...(check.args ?? [])], { env })
      : run(binary(check.command), check.args, { env }));
    const seconds = ((Date.now() - started) / 1000).toFixed(1);
    console.log(`${code === 0 ? '✓' : '✗'} ${check.name} (${seconds} s)`);
    if (code === 0) continue;
    failed += 1;
    console.log(output.trimEnd());
  }
};
await Promise.all([work(), work()]);
console.log(`\n${checks.length - failed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
