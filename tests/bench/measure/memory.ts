import { execFileSync } from 'node:child_process';

const SAMPLE_MS = 100;

/** Resident memory in megabytes: of a process and of its children. */
export interface Memory {
  ownMB: number;
  belowMB: number;
}

/** Watches the memory of another process; `peak` has the maximum of each value. */
export function watchMemory(pid: number): { stop(): { before: Memory; peak: Memory } } {
  const before = getMemory(pid);
  const peak = { ...before };
  const timer = setInterval(() => {
    const { ownMB, belowMB } = getMemory(pid);
    peak.ownMB = Math.max(peak.ownMB, ownMB);
    peak.belowMB = Math.max(peak.belowMB, belowMB);
  }, SAMPLE_MS);
  return {
    stop: () => {
      clearInterval(timer);
      return { before, peak };
    },
  };
}

/** `ps` reports KiB on Linux and macOS. */
function getMemory(pid: number): Memory {
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,rss='], { encoding: 'utf8' });
  const rows = table.split('\n').map((line) => line.trim().split(/\s+/).map(Number));
  const sum = (column: number) =>
    rows.filter((row) => row[column] === pid).reduce((kibibytes, [, , rss = 0]) => kibibytes + rss, 0);
  const [ownMB = 0, belowMB = 0] = [sum(0), sum(1)].map((kibibytes) => Math.round((kibibytes * 1_024) / 1_000_000));
  return { ownMB, belowMB };
}
