import { spawnSync, type SpawnSyncOptions } from 'node:child_process';
import { ServiceProblem } from './folders';

/** The output of a command. @throws ServiceProblem if it fails */
export function runCommand(command: string, args: readonly string[], options: SpawnSyncOptions = {}): string {
  const given = { ...options, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 } as const;
  const { status, stdout, stderr, error } = spawnSync(command, args, given);
  if (status === 0) return stdout.trim();
  throw new ServiceProblem(`${command} failed:\n${error?.message ?? (stderr || stdout)}`);
}
