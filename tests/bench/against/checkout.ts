import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../../scripts/services/platform-process';

/** The author of temporary commits. */
const AUTHOR = { name: 'bench', email: 'bench@localhost' };

/** Runs `work` in a temporary folder with the files of a revision, without the site. */
export async function withCheckout<Result>(
  revision: string,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const parent = mkdtempSync(join(tmpdir(), 'holdfast-revision-'));
  const folder = join(parent, 'checkout');
  // Under root PostgreSQL runs as another user, who needs access to binaries and data.
  chmodSync(parent, 0o711);
  try {
    git(['worktree', 'add', '--detach', '--force', folder, revision]);
    linkPackages(folder);
    // The site takes as long to build as everything else, and no bench needs it.
    rmSync(join(folder, 'web'), { recursive: true, force: true });
    return await work(folder);
  } finally {
    rmSync(parent, { recursive: true, force: true });
    git(['worktree', 'prune']);
  }
}

/** Resolves a revision. @throws if it does not exist */
export function findRevision(name: string): string {
  try {
    return git(['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`]);
  } catch {
    throw new Error(`There is no revision ${name} in this repository`);
  }
}

/** Commits the working tree outside of any branch, so that uncommitted changes are measured too. */
export function commitWorkingTree(): string {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-index-'));
  try {
    const environment = {
      GIT_INDEX_FILE: join(folder, 'index'),
      GIT_AUTHOR_NAME: AUTHOR.name,
      GIT_AUTHOR_EMAIL: AUTHOR.email,
      GIT_COMMITTER_NAME: AUTHOR.name,
      GIT_COMMITTER_EMAIL: AUTHOR.email,
    };
    git(['read-tree', 'HEAD'], environment);
    git(['add', '--all'], environment);
    const tree = git(['write-tree'], environment);
    return git(['commit-tree', tree, '-p', 'HEAD', '-m', 'The files as they are'], environment);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Hard-links our packages where possible; the start of the checkout installs the rest by its lock file. */
function linkPackages(folder: string): void {
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
