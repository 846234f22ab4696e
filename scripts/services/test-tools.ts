import { spawnSync } from 'node:child_process';
import { findChromium } from './chromium';
import { ServiceProblem, type Say } from './folders';
import { findPrometheus } from './prometheus-binary';
import { findTemporal, onPath } from './temporal-binary';
import { findTemporalServer } from './temporal-server-binary';
import { findTimeSkippingServer } from './time-skipping-server';

/** Programs that tests run beside Node, and the Debian packages that have them. */
const programs = [
  { name: 'Chromium', package: 'chromium', find: findChromium },
  { name: 'PHP', package: 'php-cli', find: () => onPath('php') },
];

/**
 * Gets what tests need beside the packages, before any of them waits for it: building Temporal takes longer than a test
 * may. What cannot be got is said once; only the tests that need it then fail.
 */
export async function prepareTestTools(say: Say): Promise<void> {
  await attempt(say, () => findTemporal(say));
  await attempt(say, () => findTemporalServer(say));
  await attempt(say, () => findTimeSkippingServer(say));
  await attempt(say, () => installPrograms(say));
  await attempt(say, () => findPrometheus(say));
}

async function attempt(say: Say, work: () => unknown): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof ServiceProblem)) throw error;
    say(`${error.message} The tests that need it will fail.`);
  }
}

function installPrograms(say: Say): void {
  const missing = programs.filter(({ find }) => find() === undefined);
  if (missing.length === 0) return;
  const names = missing.map(({ name }) => name).join(' and ');
  const apt = onPath('apt-get');
  if (!apt || process.getuid?.() !== 0) throw new ServiceProblem(`${names} is missing: install it.`);
  say(`Installing ${names} from the system's packages, because tests run it (a minute or two, once)`);
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const install = ['install', '--yes', '--quiet', ...missing.map((program) => program.package)];
  for (const args of [['update', '--quiet'], install]) {
    const { status, stderr } = spawnSync(apt, args, { encoding: 'utf8', env: environment });
    if (status !== 0) throw new ServiceProblem(`${names} could not be installed: apt-get ${args[0]} said\n${stderr}\n`);
  }
}
