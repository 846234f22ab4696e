import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ServiceProblem, type Say } from '../services/folders';
import { root } from '../services/platform-process';
import { runCommand } from '../services/run-command';
import { onPath } from '../services/temporal-binary';
import { type Buildah } from './buildah';

/** The targets of the Dockerfile and their tags in docker-compose.yml. */
export const IMAGES = { platform: 'holdfast:local', faces: 'holdfast-faces:local' } as const;
export type ImageName = keyof typeof IMAGES;

/** npm opens more files of a filled cache at once than the 1,024 that buildah allows. */
const CHROOT = ['--isolation', 'chroot', '--ulimit', 'nofile=8192:8192'];

/** Docker or podman where they can run containers, else buildah, which needs no server. */
export function findBuilder(): 'docker' | 'podman' | 'buildah' | undefined {
  const canRun = (name: string) => onPath(name) && spawnSync(name, ['info'], { stdio: 'ignore' }).status === 0;
  if (canRun('docker')) return 'docker';
  if (canRun('podman')) return 'podman';
  return onPath('buildah') ? 'buildah' : undefined;
}

/** Builds both images and writes their SBOMs to dist/. */
export function buildImages(say: Say): void {
  const builder = findBuilder();
  if (!builder) throw new ServiceProblem('Install docker, podman or buildah to build images.');
  for (const [target, tag] of Object.entries(IMAGES)) {
    say(`Building ${tag} with ${builder}`);
    const isolation = builder === 'buildah' ? CHROOT : [];
    shown(builder, ['build', ...isolation, ...buildArguments(target, builder), '--tag', tag, '.']);
    const sbom = join('dist', `sbom-${target}.cdx.json`);
    mkdirSync(join(root, 'dist'), { recursive: true });
    writeFileSync(join(root, sbom), readSbom(builder, tag));
    say(`${tag} is built, SBOM: ${sbom}`);
  }
}

/** Timestamps are those of the commit, so that builds are reproducible. */
export function buildArguments(target: string, builder: string): string[] {
  const git = (...args: string[]) => spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout.trim();
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const epoch = git('log', '-1', '--format=%ct') || '0';
  const labels = [`VERSION=${version}`, `REVISION=${git('rev-parse', 'HEAD') || 'unknown'}`];
  // Only the Docker format keeps the health check.
  const age = builder === 'docker' ? [] : ['--format', 'docker', '--timestamp', epoch];
  const given = [...labels, ...(builder === 'docker' ? [`SOURCE_DATE_EPOCH=${epoch}`] : [])];
  return ['--target', target, ...age, ...given.flatMap((argument) => ['--build-arg', argument])];
}

function readSbom(builder: string, tag: string): string {
  const file = '/app/sbom.cdx.json';
  if (builder !== 'buildah') return runCommand(builder, ['run', '--rm', '--entrypoint', 'cat', tag, file]);
  const container = runCommand('buildah', ['from', tag]);
  try {
    return runCommand('buildah', ['run', '--isolation', 'chroot', container, '--', 'cat', file]);
  } finally {
    runCommand('buildah', ['rm', container]);
  }
}

function shown(command: string, args: string[]): void {
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw new ServiceProblem(`${command} could not build the image (see above).`);
}

/** Builds both images in the store of the check. */
export function buildForCheck(buildah: Buildah): void {
  for (const [target, tag] of Object.entries(IMAGES)) {
    const options = [...CHROOT, '--pull-never', '--layers', ...buildArguments(target, 'buildah')];
    buildah.run(['build', ...options, '--tag', tag, '.'], { cwd: root });
  }
}
