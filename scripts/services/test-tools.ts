import { spawnSync } from 'node:child_process';
import { findKubernetesSchemas } from '../deploy/kubernetes-schemas';
import { composeCheck, helm, kubeconform } from '../deploy/tools';
import { findChromium, findHeadlessChromium } from './chromium';
import { ServiceProblem, type Say } from './folders';
import { findGoTool } from './go-tool';
import { findPrometheus } from './prometheus-binary';
import { findTemporal, onPath } from './temporal-binary';
import { findTemporalServer } from './temporal-server-binary';
import { findTimeSkippingServer } from './time-skipping-server';

interface Program {
  name: string;
  /** Debian packages, the preferred first. */
  packages: string[];
  find: () => string | undefined;
  /** A more expensive substitute. */
  orElse?: () => string | undefined;
}

/** Without access to packages the tests run with the installed programs. */
const INSTALL_LIMIT_MS = 300_000;

const programs: Program[] = [
  {
    name: 'Chromium',
    packages: ['chromium-headless-shell', 'chromium'],
    find: findHeadlessChromium,
    orElse: findChromium,
  },
  { name: 'PHP', packages: ['php-cli'], find: () => onPath('php') },
  { name: 'jq', packages: ['jq'], find: () => onPath('jq') },
];

/**
 * Prepares the tools of the tests before they run, because building Temporal takes longer than a test may. Reports
 * each missing tool; only the tests that need it fail.
 */
export async function prepareTestTools(say: Say): Promise<void> {
  await attempt(say, () => findTemporal(say));
  await attempt(say, () => findTemporalServer(say));
  await attempt(say, () => findTimeSkippingServer(say));
  await attempt(say, () => installPrograms(say));
  await attempt(say, () => findPrometheus(say));
  for (const tool of [composeCheck, helm, kubeconform]) findGoTool(tool, say);
  findKubernetesSchemas(say);
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
  const wanted = programs.filter(({ find }) => find() === undefined);
  const names = (some: Program[]) => some.map(({ name }) => name).join(' and ');
  const lacking = () => wanted.filter(({ find, orElse = find }) => orElse() === undefined);
  if (wanted.length === 0) return;
  const apt = onPath('apt-get');
  if (!apt || process.getuid?.() !== 0) {
    if (lacking().length === 0) return;
    throw new ServiceProblem(`${names(lacking())} is missing: install it.`);
  }
  say(`Installing ${names(wanted)} from the system's packages, because tests run it (a minute or two, once)`);
  const aptGet = (...args: string[]) => {
    const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    return spawnSync(apt, [...args, '--quiet'], { encoding: 'utf8', env: environment, timeout: INSTALL_LIMIT_MS });
  };
  const said = [aptGet('update').stderr];
  for (const { packages, find, orElse = find } of wanted) {
    for (const name of packages) {
      if (orElse() !== undefined && name !== packages[0]) break;
      const { status, stderr } = aptGet('install', '--yes', name);
      if (status === 0) break;
      said.push(stderr);
    }
  }
  if (lacking().length > 0) throw new ServiceProblem(`${names(lacking())} could not be installed:\n${said.join('\n')}`);
}
