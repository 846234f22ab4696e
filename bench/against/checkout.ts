import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../scripts/services/platform-process';

/** Whoever commits what is at hand; the commit is on no branch. */
const NOBODY = { name: 'bench', email: 'bench@localhost' };

/** Gives `work` a folder with the files of a revision, without the site, and removes it again whatever comes of it. */
export async function withCheckout<Result>(
  revision: string,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const parent = mkdtempSync(join(tmpdir(), 'holdfast-revision-'));
  const folder = join(parent, 'checkout');
  // As root PostgreSQL runs as another user, who has to reach its binaries and its data.
  chmodSync(parent, 0o711);
  try {
    git(['worktree', 'add', '--detach', '--force', folder, revision]);
    lendPackages(folder);
    // Building it takes as long as all else together, and nothing that is measured needs it: a start does without.
    rmSync(join(folder, 'web'), { recursive: true, force: true });
    return await work(folder);
  } finally {
    rmSync(parent, { recursive: true, force: true });
    git(['worktree', 'prune']);
  }
}

/** The full name of a revision; fails where there is none of this name. */
export function findRevision(name: string): string {
  try {
    return git(['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`]);
  } catch {
    throw new Error(`There is no revision ${name} in this repository`);
  }
}

/** A commit, on no branch, of the files as they are now: what has not been committed is measured too. */
export function commitOfPresent(): string {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-index-'));
  try {
    const environment = {
      GIT_INDEX_FILE: join(folder, 'index'),
      GIT_AUTHOR_NAME: NOBODY.name,
      GIT_AUTHOR_EMAIL: NOBODY.email,
      GIT_COMMITTER_NAME: NOBODY.name,
      GIT_COMMITTER_EMAIL: NOBODY.email,
    };
    git(['read-tree', 'HEAD'], environment);
    git(['add', '--all'], environment);
    const tree = git(['write-tree'], environment);
    return git(['commit-tree', tree, '-p', 'HEAD', '-m', 'The files as they are'], environment);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Ours, by hard links: its own start installs what its lock file says otherwise. Where they cannot be lent it installs all. */
function lendPackages(folder: string): void {
  const target = join(folder, 'node_modules');
  try {
    execFileSync('cp', ['-al', join(root, 'node_modules'), target], { stdio: 'ignore' });
  } catch {
    rmSync(target, { recursive: true, force: true });
  }
}

function git(args: readonly string[], environment: Record<string, string> = {}): string {
  return execFileSync('git', ['-c', 'core.hooksPath=/dev/null', ...args], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trim();
}
