import { readFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import type { Child } from './child';
import { readStat } from './process-stat';

const MAX_LOAD_FACTOR = 10;
/** A process that loops without ever being ready is given up after this long. */
const MAX_START_MS = 20 * 60_000;
/** Processor time that shows that a starting process works, in the kernel's hundredths of a second. */
const WORK_TICKS = 10;

/** How many times longer a wait takes on a machine that has more to run than it has processors: 1 to 10. */
export function loadFactor(): number {
  const [load = 0] = loadavg();
  return Math.min(MAX_LOAD_FACTOR, Math.max(1, load / availableParallelism()));
}

/** Returns whether a starting process has not become ready in time; time in which it used the processor does not count. */
export function startLimit({ pid }: Pick<Child, 'pid'>, limitMs: number): () => boolean {
  const began = Date.now();
  let workedAt = began;
  let used = processorTicks(pid);
  return () => {
    const now = processorTicks(pid);
    if (now - used >= WORK_TICKS) {
      used = now;
      workedAt = Date.now();
    }
    return Date.now() - workedAt > limitMs * loadFactor() || Date.now() - began > MAX_START_MS;
  };
}

/** The processor time of a process and its children; 0 where the system has no `/proc`. */
function processorTicks(pid: number): number {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
    return [String(pid), ...children.split(' ').filter(Boolean)].reduce((sum, id) => sum + ownTicks(id), 0);
  } catch {
    return 0;
  }
}

function ownTicks(pid: string): number {
  const fields = readStat(pid);
  return Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
}
