import { spawn, spawnSync } from 'node:child_process';
import { accessSync, constants, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { cacheFolder, inNewFolder, ServiceProblem, type Say } from './folders';

/** Later versions replace a module, which `go install` refuses. */
export const TEMPORAL_CLI_MODULE = 'github.com/temporalio/cli/cmd/temporal@v1.5.1';
const executable = process.platform === 'win32' ? 'temporal.exe' : 'temporal';
const probeLimitMs = 4_000;
const downloadLimitMs = 180_000;

/** Finds the Temporal command line on PATH or in the cache, else downloads it with the SDK, else builds it with Go. */
export async function findTemporal(say: Say): Promise<string> {
  const ready = onPath(executable) ?? cached();
  if (ready) return ready;
  const downloaded = await download(say);
  if (downloaded) return downloaded;
  const go = onPath('go');
  if (go) return build(go, say);
  throw new ServiceProblem(
    'Temporal is missing and could not be downloaded. Install its command line (https://docs.temporal.io/cli) so that ' +
      '`temporal` is on PATH, or install Go so that it can be built, or set TEMPORAL_ADDRESS to a server of your own.',
  );
}

/** The path of a command. */
export function onPath(command: string): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.map((folder) => join(folder, command)).find(isExecutable);
}

/** Whether the download server is reachable; the SDK would hang for minutes otherwise. */
export async function canDownload(artifact: 'cli' | 'temporal-test-server'): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(probeLimitMs);
    const where = `https://temporal.download/${artifact}/default?platform=${process.platform}&arch=${architecture()}`;
    const found = await fetch(where, { signal });
    const { archiveUrl } = (await found.json()) as { archiveUrl?: string };
    return archiveUrl !== undefined && (await fetch(archiveUrl, { method: 'HEAD', signal })).ok;
  } catch {
    return false;
  }
}

function architecture(): string {
  return process.arch === 'x64' ? 'amd64' : process.arch;
}

function cached(): string | undefined {
  const file = join(cacheFolder('bin'), executable);
  return isExecutable(file) ? file : undefined;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/** The SDK downloads when it starts a server, so a process with a time limit starts one. */
async function download(say: Say): Promise<string | undefined> {
  if (!(await canDownload('cli'))) return undefined;
  say('Downloading Temporal (about 60 MB, first start only)');
  return inNewFolder((folder) => {
    const script = `
      const { TestWorkflowEnvironment } = require('@temporalio/testing');
      const executable = { type: 'cached-download', downloadDir: ${JSON.stringify(folder)} };
      TestWorkflowEnvironment.createLocal({ server: { executable } })
        .then((environment) => environment.teardown())
        .then(() => process.exit(0), (error) => { console.error(error); process.exit(1); });`;
    const { status } = spawnSync(process.execPath, ['-e', script], { timeout: downloadLimitMs, stdio: 'ignore' });
    const file = readdirSync(folder).find((name) => isExecutable(join(folder, name)));
    return status === 0 && file ? keep(join(folder, file)) : undefined;
  });
}

async function build(go: string, say: Say): Promise<string> {
  say('Building Temporal with Go, because it can neither be found nor downloaded (about 4 minutes, first start only)');
  const folder = mkdtempSync(join(cacheFolder(), 'build-'));
  try {
    const output = await runGo(go, folder, say);
    const file = join(folder, executable);
    if (!isExecutable(file)) throw new ServiceProblem(`Temporal could not be built with Go:\n${output}`);
    return keep(file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** `-v` prints each package, which shows progress. */
async function runGo(go: string, folder: string, say: Say): Promise<string> {
  const child = spawn(go, ['install', '-v', TEMPORAL_CLI_MODULE], {
    env: { ...process.env, GOBIN: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const lines: string[] = [];
  child.stderr.setEncoding('utf8');
  child.stderr.on('data', (text: string) => lines.push(...text.trimEnd().split('\n')));
  const started = Date.now();
  const progress = setInterval(() => {
    const seconds = Math.round((Date.now() - started) / 1000);
    say(`  … building Temporal: ${lines.length} packages after ${seconds} s (${lines.at(-1) ?? 'starting'})`);
  }, 15_000);
  await new Promise((resolve) => child.once('close', resolve).once('error', resolve));
  clearInterval(progress);
  return lines.slice(-10).join('\n');
}

/** Renames atomically, so that a concurrent start finds a whole file or none. */
function keep(file: string): string {
  const kept = join(cacheFolder('bin'), executable);
  renameSync(file, kept);
  return kept;
}
