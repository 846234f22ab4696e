import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { accepts } from '../../scripts/services/ports';
import type { Platform } from '../../tests/harness/platform';
import { ARRIVAL_TIMEOUT_MS } from '../../tests/harness/timeouts';
import { noteCards } from '../../tests/harness/used-cards';
import type { Sample } from './sample';

export interface SampleWorkspace {
  folder: string;
  environment: Record<string, string>;
}

/** A reader's folder, outside the run's, where the canary must find no card numbers of samples, with the variables of the platform. */
export function openWorkspace({ apiUrl, demo }: Platform, own: Record<string, string> = {}): SampleWorkspace {
  const platform = { HOLDFAST_API_URL: apiUrl, HOLDFAST_API_KEY: demo.apiKey, HOLDFAST_SHOP_ID: demo.shopID };
  return { folder: mkdtempSync(join(tmpdir(), 'holdfast-samples-')), environment: { ...platform, ...own } };
}

export interface RunResult {
  exitCode: number | null;
  stdout: string;
  stderr: string;
  httpStatus?: number;
}

/** A block of shell code leaves its variables here, as they would stay in the terminal of a reader. */
const VARIABLES_FILE = '.variables';

/** Variables of a reader, not of the shell. */
const READERS_VARIABLE = /^(?!PATH$|PWD$|OLDPWD$|SHLVL$|NODE_ENV$)[A-Z][A-Z0-9_]*$/;

/** Makes `curl` write its status to a file, without a change to the samples. */
export function prepareCurl(workspace: SampleWorkspace): void {
  const home = join(workspace.folder, '.curl');
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, '.curlrc'), 'silent\nshow-error\nwrite-out = "%{stderr}[http %{http_code}]\\n"\n');
  workspace.environment['CURL_HOME'] = home;
}

/** Tells the canary which card numbers a sample uses. */
export function noteSampleCards(code: string): void {
  for (const [cardNumber] of code.matchAll(/(?<!\d)\d{16,19}(?!\d)/g)) noteCards(JSON.stringify({ cardNumber }));
}

export async function runSample(sample: Sample, workspace: SampleWorkspace): Promise<RunResult> {
  const child = start(sample, workspace);
  const output = collect(child);
  const timer = setTimeout(() => child.kill('SIGKILL'), ARRIVAL_TIMEOUT_MS);
  const exitCode = await new Promise<number | null>((resolve) => child.once('close', resolve));
  clearTimeout(timer);
  keepVariables(workspace);
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
  keepVariables(workspace);
  return Object.defineProperties({ stop } as RunningSample, {
    stdout: { get: () => output.stdout },
    stderr: { get: () => output.stderr },
  });
}

/** Starts the sample in its own process group, so that its children end with it. */
function start({ language, marks, code, place }: Sample, workspace: SampleWorkspace): ChildProcess {
  if (language !== 'bash') throw new Error(`${place}: only blocks of shell code run, not ${language}`);
  const file = `${marks['run']}.sh`;
  rmSync(join(workspace.folder, VARIABLES_FILE), { force: true });
  writeFileSync(join(workspace.folder, file), `${code}\nenv -0 > ${VARIABLES_FILE}\nwait\n`);
  return spawn('bash', ['-euo', 'pipefail', file], {
    cwd: workspace.folder,
    env: buildEnvironment(workspace),
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
}

/** Reads the variables that a block has exported. */
function keepVariables({ folder, environment }: SampleWorkspace): void {
  const file = join(folder, VARIABLES_FILE);
  if (!existsSync(file)) return;
  for (const [name, value] of readFileSync(file, 'utf8').split('\0').map(splitEntry))
    if (READERS_VARIABLE.test(name)) environment[name] = value;
}

function splitEntry(entry: string): [name: string, value: string] {
  const at = entry.indexOf('=');
  return [entry.slice(0, at), entry.slice(at + 1)];
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
