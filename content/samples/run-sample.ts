import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { accepts } from '../../scripts/services/ports';
import { ARRIVAL_TIMEOUT_MS } from '../../tests/harness/timeouts';
import type { Sample } from './sample';

export interface SampleWorkspace {
  folder: string;
  environment: Record<string, string>;
}

export interface RunResult {
  exitCode: number | null;
  stdout: string;
  stderr: string;
  httpStatus?: number;
}

const RUNNERS: Readonly<Record<string, { extension: string; command: readonly string[] }>> = {
  bash: { extension: 'sh', command: ['bash', '-euo', 'pipefail'] },
  js: { extension: 'mjs', command: ['node'] },
  php: { extension: 'php', command: ['php'] },
};

/** Makes `curl` write its status to a file, without a change to the samples. */
export function prepareCurl(workspace: SampleWorkspace): void {
  const home = join(workspace.folder, '.curl');
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, '.curlrc'), 'silent\nshow-error\nwrite-out = "%{stderr}[http %{http_code}]\\n"\n');
  workspace.environment['CURL_HOME'] = home;
}

export async function runSample(sample: Sample, workspace: SampleWorkspace): Promise<RunResult> {
  const child = start(sample, workspace);
  const output = collect(child);
  const timer = setTimeout(() => child.kill('SIGKILL'), ARRIVAL_TIMEOUT_MS);
  const exitCode = await new Promise<number | null>((resolve) => child.once('close', resolve));
  clearTimeout(timer);
  const status = [...output.stderr.matchAll(/\[http (\d+)\]/g)].at(-1)?.[1];
  return { exitCode, ...output, ...(status === undefined ? {} : { httpStatus: Number(status) }) };
}

export interface RunningSample {
  readonly stdout: string;
  readonly stderr: string;
  stop(): Promise<void>;
}

export async function startSample(sample: Sample, workspace: SampleWorkspace): Promise<RunningSample> {
  const child = start(sample, workspace);
  const output = collect(child);
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const stop = async (): Promise<void> => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGTERM');
    await closed;
  };
  const end = Date.now() + ARRIVAL_TIMEOUT_MS;
  while (!(await accepts(Number(workspace.environment['PORT'])))) {
    if (child.exitCode !== null || Date.now() > end) {
      await stop();
      throw new Error(`${sample.place} does not listen on $PORT:\n${output.stderr}`);
    }
    await sleep(50);
  }
  return Object.defineProperties({ stop } as RunningSample, {
    stdout: { get: () => output.stdout },
    stderr: { get: () => output.stderr },
  });
}

/** Starts the sample in its own process group, so that its children end with it. */
function start({ language, marks, code, place }: Sample, workspace: SampleWorkspace): ChildProcess {
  const runner = RUNNERS[language];
  if (!runner) throw new Error(`${place}: no runner for ${language}`);
  const file = `${marks['run']}.${runner.extension}`;
  writeFileSync(join(workspace.folder, file), code);
  const [command = '', ...flags] = runner.command;
  return spawn(command, [...flags, file], {
    cwd: workspace.folder,
    env: buildEnvironment(workspace),
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
}

/** Returns the environment of a reader's shell, without variables of the tests. */
export function buildEnvironment({ environment }: SampleWorkspace): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'] ?? '', ...environment, NODE_ENV: 'production' };
}

function collect(child: ChildProcess): { stdout: string; stderr: string } {
  const output = { stdout: '', stderr: '' };
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (output.stdout += text));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (output.stderr += text));
  child.once('error', (error) => (output.stderr += error.message));
  return output;
}
