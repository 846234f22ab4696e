import { spawn, type ChildProcess } from 'node:child_process';
import { chownSync, closeSync, mkdirSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** What a process is started with. Its output goes to `logFile`, appended. */
export type ChildOptions = {
  name: string;
  command: string;
  args: readonly string[];
  logFile: string;
  env?: NodeJS.ProcessEnv;
  cwd?: string;
  /** Unprivileged user and group to run as. */
  user?: { uid: number; gid: number };
  /** What the modes of its files leave out; default: what ours do. */
  umask?: number;
  /** The signal that asks it to stop cleanly. */
  stopSignal?: NodeJS.Signals;
};

/** A process that we started and that ends with us, however we end. */
export type Child = {
  name: string;
  pid: number;
  logFile: string;
  isRunning(): boolean;
  /** Resolves when the process has ended, with the words of how. */
  ended: Promise<string>;
  /** Asks it to stop, and kills it when it has not within the limit. */
  stop(limitMs?: number): Promise<void>;
  /** kill -9, and of whatever it has started. */
  kill(): Promise<void>;
};

const logLimitBytes = 64 * 1024 * 1024;

/**
 * Starts a process in a session of its own, so that Ctrl-C in the terminal reaches only us and we stop the children in
 * order. A shell waits beside it on a pipe from us: when we die without having stopped it (kill -9), it is told to stop.
 */
export function startChild(options: ChildOptions): Child {
  const log = openLog(options);
  // A child inherits it, and nothing of ours runs between the two lines.
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
    // The session's number is its first process's; on Windows there are none.
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

/** The last lines of a log, to show beside the failure that they explain. */
export function readTail(logFile: string, lines = 25): string {
  try {
    return readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-lines).join('\n');
  } catch {
    return '(no log)';
  }
}

/** One old log is kept: enough to look at yesterday's trouble, not enough to fill a disk. */
function openLog({ logFile, user }: ChildOptions): number {
  mkdirSync(dirname(logFile), { recursive: true });
  const size = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0;
  if (size > logLimitBytes) renameSync(logFile, `${logFile}.1`);
  const log = openSync(logFile, 'a', 0o640);
  if (user) chownSync(logFile, user.uid, user.gid);
  return log;
}

/** `read` returns when the pipe closes, and the pipe closes when we end, even by kill -9. */
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
