import { spawn, type ChildProcess } from 'node:child_process';
import { chownSync, closeSync, mkdirSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** The options of a child; its output is appended to `logFile`. */
export type ChildOptions = {
  name: string;
  command: string;
  args: readonly string[];
  logFile: string;
  env?: NodeJS.ProcessEnv;
  cwd?: string;
  /** The user and group of the child. */
  user?: { uid: number; gid: number };
  /** Default: the umask of this process. */
  umask?: number;
  /** Default: SIGTERM. */
  stopSignal?: NodeJS.Signals;
};

/** A child process that ends with this process, even if this process is killed. */
export type Child = {
  name: string;
  pid: number;
  logFile: string;
  isRunning(): boolean;
  /** Resolves at the end of the process with a description of it. */
  ended: Promise<string>;
  /** Sends the stop signal, and kills the process after the limit. */
  stop(limitMs?: number): Promise<void>;
  /** Kills the process and its descendants. */
  kill(): Promise<void>;
};

const logLimitBytes = 64 * 1024 * 1024;

/**
 * Starts a process in its own session, so that Ctrl-C reaches only this process, which stops its children in order. A
 * shell reads a pipe from this process and stops the child when the pipe closes.
 */
export function startChild(options: ChildOptions): Child {
  const log = openLog(options);
  // The child inherits the umask.
  const ownUmask = options.umask === undefined ? undefined : process.umask(options.umask);
  const child = spawn(options.command, [...options.args], {
    cwd: options.cwd ?? process.cwd(),
    env: options.env ?? process.env,
    stdio: ['ignore', log, log],
    detached: true,
    ...options.user,
  });
  if (ownUmask !== undefined) process.umask(ownUmask);
  closeSync(log);
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(`could not be started: ${error.message}`));
    child.once('exit', (code, signal) => resolve(signal === null ? `ended with code ${code}` : `ended by ${signal}`));
  });
  const signal = options.stopSignal ?? 'SIGTERM';
  const guard = child.pid === undefined ? undefined : startGuard(child.pid, signal);
  let isRunning = child.pid !== undefined;
  void ended.then(() => {
    isRunning = false;
    guard?.kill('SIGKILL');
  });
  const killAll = () => {
    // Negative: the whole session. Windows has none.
    if (process.platform === 'win32' || child.pid === undefined) return void child.kill('SIGKILL');
    try {
      process.kill(-child.pid, 'SIGKILL');
    } catch {
      child.kill('SIGKILL');
    }
  };
  const end = async (first: NodeJS.Signals, limitMs: number) => {
    if (!isRunning) return;
    if (first === 'SIGKILL') killAll();
    else child.kill(first);
    const isLate = await Promise.race([ended.then(() => false), sleep(limitMs, true, { ref: false })]);
    if (isLate) killAll();
    await ended;
  };
  return {
    name: options.name,
    pid: child.pid ?? -1,
    logFile: options.logFile,
    isRunning: () => isRunning,
    ended,
    stop: (limitMs = 15_000) => end(signal, limitMs),
    kill: () => end('SIGKILL', 5_000),
  };
}

/** The last lines of a log, for error messages. */
export function readTail(logFile: string, lines = 25): string {
  try {
    return readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-lines).join('\n');
  } catch {
    return '(no log)';
  }
}

/** Keeps one old log. */
function openLog({ logFile, user }: ChildOptions): number {
  mkdirSync(dirname(logFile), { recursive: true });
  const size = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0;
  if (size > logLimitBytes) renameSync(logFile, `${logFile}.1`);
  const log = openSync(logFile, 'a', 0o640);
  if (user) chownSync(logFile, user.uid, user.gid);
  return log;
}

function startGuard(pid: number, signal: NodeJS.Signals): ChildProcess | undefined {
  if (process.platform === 'win32') return undefined;
  const script = `read -r _; kill -${signal.slice('SIG'.length)} ${pid} 2>/dev/null`;
  const guard = spawn('/bin/sh', ['-c', script], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
  guard.once('error', () => undefined);
  guard.stdin.once('error', () => undefined);
  guard.unref();
  (guard.stdin as unknown as { unref(): void }).unref();
  return guard;
}
