import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder, ServiceProblem, type Say } from './folders';
import { onPath } from './temporal-binary';

const goModule = 'github.com/stripe/stripe-mock@v0.203.0';
const executable = process.platform === 'win32' ? 'stripe-mock.exe' : 'stripe-mock';

/** Finds stripe-mock on PATH or in the cache, else builds it with Go. */
export function findStripeMock(say: Say): string {
  const cached = join(cacheFolder('bin'), executable);
  const ready = onPath(executable) ?? (existsSync(cached) ? cached : undefined);
  if (ready) return ready;
  const go = onPath('go');
  if (!go) {
    throw new ServiceProblem(
      'stripe-mock is missing: install it (https://github.com/stripe/stripe-mock), or install Go.',
    );
  }
  say('Building stripe-mock with Go, because tests of the Stripe connector need it (some seconds, once)');
  const folder = mkdtempSync(join(cacheFolder(), 'build-'));
  try {
    const env = { ...process.env, GOBIN: folder };
    const { status, stderr } = spawnSync(go, ['install', goModule], { env, encoding: 'utf8' });
    if (status !== 0) throw new ServiceProblem(`stripe-mock could not be built with Go:\n${stderr}`);
    renameSync(join(folder, executable), cached);
    return cached;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
