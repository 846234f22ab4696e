import type { Child } from '../../scripts/services/child';
import { platformProcesses, type PlatformProcess } from '../../scripts/services/platform-process';

/** A process that a test can stop, kill and restart on the same port and data. */
export type ProcessHandle = {
  readonly url: string;
  readonly logFile: string;
  pid(): number;
  isRunning(): boolean;
  stop(): Promise<void>;
  /** kill -9. */
  kill(): Promise<void>;
  start(): Promise<void>;
};

/** A handle of each process of a platform. */
export function handleEach(make: (name: PlatformProcess) => ProcessHandle): Record<PlatformProcess, ProcessHandle> {
  const handles = platformProcesses.map((name) => [name, make(name)]);
  return Object.fromEntries(handles) as Record<PlatformProcess, ProcessHandle>;
}

/** `begin` passes the child on before it waits, so that one that never becomes ready can be stopped. */
export function restartable(
  where: { url: string; logFile: string },
  begin: (track: (child: Child) => void) => Promise<void>,
): ProcessHandle {
  let child: Child | undefined;
  return {
    ...where,
    pid: () => child?.pid ?? -1,
    isRunning: () => child?.isRunning() ?? false,
    stop: async () => child?.stop(),
    kill: async () => child?.kill(),
    start: async () => {
      if (child?.isRunning()) throw new Error(`${child.name} is running already`);
      await begin((begun) => (child = begun));
    },
  };
}

export const absentTemporal: ProcessHandle = {
  url: '',
  logFile: '',
  pid: noOwnTemporal,
  isRunning: noOwnTemporal,
  stop: noOwnTemporal,
  kill: noOwnTemporal,
  start: noOwnTemporal,
};

function noOwnTemporal(): never {
  throw new Error("This platform shares the run's Temporal server: start it with { temporal: 'own' } to stop it");
}
