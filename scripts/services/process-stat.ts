import { readFileSync } from 'node:fs';

/** The fields of `/proc/PID/stat` behind the name of the program, which may hold spaces; none if the process has ended. */
export function readStat(pid: number | string): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}
