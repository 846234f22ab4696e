import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ServiceProblem, type Say } from '../services/folders';
import { root } from '../services/platform-process';
import { onPath } from '../services/temporal-binary';
import { type Buildah } from './buildah';

/** The targets of the Dockerfile, by the names that docker-compose.yml gives them. */
export const IMAGES = { platform: 'holdfast:local', faces: 'holdfast-faces:local' } as const;
export type ImageName = keyof typeof IMAGES;

/** Docker and podman where they run containers; buildah needs no server, and no right to run any. */
export function findBuilder(): 'docker' | 'podman' | 'buildah' | undefined {
  const canRun = (name: string) => onPath(name) && spawnSync(name, ['info'], { stdio: 'ignore' }).status === 0;
  if (canRun('docker')) return 'docker';
  if (canRun('podman')) return 'podman';
  return onPath('buildah') ? 'buildah' : undefined;
}

/** Builds both images for the machine's own use, and writes beside the build what each consists of. */
export function buildImages(say: Say): void {
  const builder = findBuilder();
  if (!builder) throw new ServiceProblem('Install docker, podman or buildah: one of them builds images.');
  for (const [target, tag] of Object.entries(IMAGES)) {
    say(`Building ${tag} with ${builder}`);
    const isolation = builder === 'buildah' ? ['--isolation', 'chroot'] : [];
    shown(builder, ['build', ...isolation, ...buildArguments(target, builder), '--tag', tag, '.']);
    const sbom = join('dist', `sbom-${target}.cdx.json`);
    mkdirSync(join(root, 'dist'), { recursive: true });
    writeFileSync(join(root, sbom), componentsOf(builder, tag));
    say(`${tag} is built; what it consists of is in ${sbom}`);
  }
}

/** Everything in an image is as old as the commit that it is built from, so that a second build makes the same one. */
export function buildArguments(target: string, builder: string): string[] {
  const git = (...args: string[]) => spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout.trim();
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const epoch = git('log', '-1', '--format=%ct') || '0';
  const labels = [`VERSION=${version}`, `REVISION=${git('rev-parse', 'HEAD') || 'unknown'}`];
  // Without the format of Docker the health check is left out.
  const age = builder === 'docker' ? [] : ['--format', 'docker', '--timestamp', epoch];
  const given = [...labels, ...(builder === 'docker' ? [`SOURCE_DATE_EPOCH=${epoch}`] : [])];
  return ['--target', target, ...age, ...given.flatMap((argument) => ['--build-arg', argument])];
}

function componentsOf(builder: string, tag: string): string {
  const file = '/app/sbom.cdx.json';
  if (builder !== 'buildah') return read(builder, ['run', '--rm', '--entrypoint', 'cat', tag, file]);
  const container = read('buildah', ['from', tag]);
  try {
    return read('buildah', ['run', '--isolation', 'chroot', container, '--', 'cat', file]);
  } finally {
    read('buildah', ['rm', container]);
  }
}

function shown(command: string, args: string[]): void {
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw new ServiceProblem(`${command} could not build the image (see above).`);
}

function read(command: string, args: string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  if (status !== 0) throw new ServiceProblem(`${command} ${args[0]} failed:\n${stderr}`);
  return stdout.trim();
}

/** Builds both in a store of their own. */
export function buildForCheck(buildah: Buildah): void {
  for (const [target, tag] of Object.entries(IMAGES)) {
    const options = ['--isolation', 'chroot', '--pull-never', '--layers', ...buildArguments(target, 'buildah')];
    buildah.run(['build', ...options, '--tag', tag, '.'], { cwd: root });
  }
}
