import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from '../services/folders';
import { runCommand } from '../services/run-command';

/** A separate store, so that the substitute base image is used nowhere else. */
export class Buildah {
  private readonly store: string[];

  constructor(folder = cacheFolder('images')) {
    const place = ['--root', join(folder, 'storage'), '--runroot', join(folder, 'run')];
    this.store = [...place, '--storage-driver', storageDriver()];
  }

  /** Prepends the options of the store. */
  withStore(...args: string[]): string[] {
    return [...this.store, ...args];
  }

  run(args: string[], options: { cwd?: string } = {}): string {
    return runCommand('buildah', this.withStore(...args), { stdio: ['ignore', 'pipe', 'pipe'], ...options });
  }

  has(image: string): boolean {
    return spawnSync('buildah', this.withStore('inspect', '--type', 'image', image), { stdio: 'ignore' }).status === 0;
  }

  /** Removes containers and unnamed layers. */
  tidy(): void {
    this.run(['rm', '--all']);
    this.run(['rmi', '--prune', '--force']);
  }
}

/** Uses overlay mounts if the kernel permits them, else copies, which take more space and time. */
function storageDriver(): 'overlay' | 'vfs' {
  const folder = cacheFolder('images', 'overlay-probe');
  const script = `cd ${folder} && mkdir -p l u w m && mount -t overlay overlay -o lowerdir=l,upperdir=u,workdir=w m && umount m`;
  const { status } = spawnSync('sh', ['-c', script], { stdio: 'ignore' });
  rmSync(folder, { recursive: true, force: true });
  return status === 0 ? 'overlay' : 'vfs';
}
