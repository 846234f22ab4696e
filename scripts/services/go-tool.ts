import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, renameSync } from 'node:fs';
import { basename, join } from 'node:path';
import { cacheFolder, inNewFolder, type Say } from './folders';
import { onPath } from './temporal-binary';

/** A program that is built with Go once and cached. */
export interface GoTool {
  name: string;
  version: string;
  /** The module of the program, or the one that `source` imports. */
  module: string;
  /** A source file of this checkout to build. */
  source?: string;
  seconds: number;
}

/** Finds or builds the program; reports and returns undefined where Go is missing or fails. */
export function findGoTool(tool: GoTool, say: Say): string | undefined {
  const file = join(cacheFolder('bin'), `${tool.name}-${tool.version}`);
  if (existsSync(file)) return file;
  const go = onPath('go');
  if (!go) {
    say(`${tool.name} is skipped: it is built with Go, which is not installed`);
    return undefined;
  }
  say(`Building ${tool.name} ${tool.version} with Go (some ${tool.seconds} s, once)`);
  return inNewFolder((folder) => {
    const problem = build({ go, folder, tool });
    if (problem === undefined) renameSync(join(folder, 'tool'), file);
    else say(`${tool.name} is skipped: Go could not build it\n${problem}`);
    return problem === undefined ? file : undefined;
  });
}

function build({ go, folder, tool }: { go: string; folder: string; tool: GoTool }): string | undefined {
  const { module, version, source } = tool;
  if (source) copyFileSync(source, join(folder, basename(source)));
  return runGoSteps(go, folder, [
    ['mod', 'init', 'holdfast.local/tool'],
    ['get', `${module}@${version}`],
    ['build', '-o', 'tool', source ? '.' : module],
  ]);
}

/** @returns the problem of the first command that fails */
export function runGoSteps(go: string, folder: string, steps: readonly string[][]): string | undefined {
  for (const step of steps) {
    const { status, stderr } = spawnSync(go, step, { cwd: folder, encoding: 'utf8' });
    if (status !== 0) return stderr;
  }
  return undefined;
}
