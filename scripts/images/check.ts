import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { ServiceProblem, type Say } from '../services/folders';
import { root } from '../services/platform-process';
import { onPath } from '../services/temporal-binary';
import { makeBaseImage } from './base-image';
import { buildForCheck, IMAGES, type ImageName } from './build-images';
import { Buildah } from './buildah';
import { findProblems, formatSize } from './image-check';

/**
 * Builds both images in a separate store and runs the platform from them. Returns the numbers of passed and failed
 * steps.
 */
export async function checkImages(say: Say): Promise<{ passed: number; failed: number }> {
  const lacking = ['buildah', 'debootstrap', 'unshare', 'ip', 'chroot'].filter((name) => !onPath(name));
  if (process.getuid?.() !== 0) lacking.push('root privileges');
  if (lacking.length > 0) {
    say(`– images are not checked: ${lacking.join(', ')} not available (apt-get install buildah debootstrap iproute2)`);
    return { passed: 0, failed: 0 };
  }
  const buildah = new Buildah();
  const counted = { passed: 0, failed: 0 };
  const count = (line: string) => {
    if (line.startsWith('✓')) counted.passed += 1;
    if (line.startsWith('✗')) counted.failed += 1;
    say(line);
  };
  try {
    // Builds take minutes and have no deadline; the platform in the containers has.
    setPriority(constants.priority.PRIORITY_LOW);
    makeBaseImage(buildah, say);
    say('Building both images (some minutes where packages or the site have changed)');
    const beganMs = performance.now();
    buildForCheck(buildah);
    setPriority(constants.priority.PRIORITY_NORMAL);
    count(`✓ both images are built (${Math.round((performance.now() - beganMs) / 1_000)} s)`);
    for (const name of Object.keys(IMAGES) as ImageName[]) checkImage(buildah, name, count);
    await runPlatform(count);
  } catch (error) {
    if (!(error instanceof ServiceProblem)) throw error;
    count(`✗ ${error.message}`);
  } finally {
    buildah.tidy();
  }
  return counted;
}

function checkImage(buildah: Buildah, name: ImageName, count: Say): void {
  const problems = findProblems(buildah, name);
  for (const problem of problems) count(`✗ ${problem}`);
  if (problems.length === 0) count(`✓ ${name} can be deployed (${formatSize(buildah, name)})`);
}

/** Runs in a network namespace: containers have the ports and names of docker-compose.yml. */
async function runPlatform(count: Say): Promise<void> {
  const own = [process.execPath, join(root, 'dist/scripts/images/platform-check.js')];
  const args = ['--net', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh', ...own];
  const child = spawn('unshare', args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  createInterface(child.stdout).on('line', count);
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) throw new ServiceProblem('The platform does not run from its images (see above).');
}
