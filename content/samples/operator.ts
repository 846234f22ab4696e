import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Platform } from '../../tests/harness/platform';

export const COMMAND_LINE = join(__dirname, '../../dist/cli/main.js');

export async function holdfast(
  platform: Platform,
  what: string,
  action: string,
  order: object,
): Promise<Record<string, string>> {
  const options = { env: { ...process.env, ...platform.environment } };
  const reason = what === 'source' ? [] : ['--reason', 'test'];
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [COMMAND_LINE, what, action, JSON.stringify(order), ...reason],
    options,
  );
  return JSON.parse(stdout) as Record<string, string>;
}
