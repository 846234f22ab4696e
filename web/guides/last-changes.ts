import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MAX_LOG_BYTES = 64 * 2 ** 20;

/** Reads the day of the last commit of each file of a folder. Empty without git, and in a shallow clone, where old files look new. */
export async function readLastChanges(folder: string): Promise<ReadonlyMap<string, string>> {
  const days = new Map<string, string>();
  const options = { cwd: folder, maxBuffer: MAX_LOG_BYTES };
  const git = (...args: string[]) =>
    promisify(execFile)('git', args, options).then(
      ({ stdout }) => stdout.split('\n'),
      () => [],
    );
  const [isShallow] = await git('rev-parse', '--is-shallow-repository');
  if (isShallow !== 'false') return days;
  let day = '';
  for (const line of await git(
    '-c',
    'core.quotePath=false',
    'log',
    '--format=%cs',
    '--name-only',
    '--relative',
    '--',
    '.',
  ))
    if (DAY.test(line)) day = line;
    else if (line && !days.has(line)) days.set(line, day);
  return days;
}
