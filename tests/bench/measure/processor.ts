import { readFileSync, readdirSync } from 'node:fs';
import { readStat } from '../../../scripts/services/process-stat';
import type { BenchResult } from '../bench';

/** Clock ticks of /proc per second. */
const TICKS = 100;

/** Parts of the platform by command line. The load generator is not counted. */
const PARTS: readonly (readonly [part: string, pattern: RegExp])[] = [
  ['api', /dist\/api\/main\.js/],
  ['worker', /dist\/worker\/main\.js/],
  ['vault', /dist\/vault\/main\.js/],
  ['sandbox', /dist\/sandbox\/main\.js/],
  ['floor', /bench\/floors\//],
  ['temporal', /temporal.*(start-dev|--env holdfast)/],
  ['postgres', /postgres/],
];

type Spent = Map<string, number>;

/** Measures the CPU time of all processes of the bench, which excludes other load. Needs /proc. */
export class ProcessorMeter {
  private readonly sums = new Map<string, { count: number; seconds: Spent }>();

  /** @param without parts that do not count */
  constructor(private readonly without: readonly string[] = []) {}

  /** Runs `work`, which returns the number of operations, and adds its CPU time under `name`. */
  async during<Done extends { count: number }>(name: string, work: () => Promise<Done>): Promise<Done> {
    const before = spentByParts();
    const done = await work();
    const after = spentByParts();
    const sum = this.sums.get(name) ?? { count: 0, seconds: new Map<string, number>() };
    sum.count += done.count;
    for (const [part, seconds] of after) {
      if (this.without.includes(part)) continue;
      sum.seconds.set(part, (sum.seconds.get(part) ?? 0) + seconds - (before.get(part) ?? 0));
    }
    this.sums.set(name, sum);
    return done;
  }

  /** Milliseconds per operation, of all parts or the given ones. */
  msEach(name: string, parts?: readonly string[]): number {
    const { count, seconds } = this.sums.get(name) ?? { count: 0, seconds: new Map<string, number>() };
    const counted = [...seconds].filter(([part]) => parts?.includes(part) ?? true);
    return (1_000 * counted.reduce((sum, [, spent]) => sum + spent, 0)) / count;
  }

  /** A line of the report: the total, then each part. */
  finding(name: string): BenchResult[] {
    const all = this.msEach(name);
    if (!(all > 0)) return [];
    const parts = PARTS.map(([part]) => [part, this.msEach(name, [part])] as const).filter(([, ms]) => ms >= 0.005);
    const each = parts.map(([part, ms]) => `${part} ${ms.toFixed(2)}`).join(', ');
    return [{ name: `processor time, ${name}`, found: `${all.toFixed(2)} ms each (${each})` }];
  }
}

/** Megabytes of each part; what several processes share counts once. */
export function readMemory(): Map<string, number> {
  const readMB = ({ pid }: Process) =>
    Number(/^Pss: +(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0) / 1_024;
  return sumByParts(readMB);
}

const spentByParts = (): Spent => sumByParts(({ seconds }) => seconds);

/** Of the bench's descendants. */
function sumByParts(measure: (process: Process) => number): Map<string, number> {
  const sums = new Map<string, number>();
  for (const child of descendants(readProcesses(), process.pid)) {
    const part = getPart(child.pid);
    if (part) sums.set(part, (sums.get(part) ?? 0) + measure(child));
  }
  return sums;
}

interface Process {
  pid: number;
  parent: number;
  /** Includes exited children, such as PostgreSQL connections. */
  seconds: number;
}

function readProcesses(): Process[] {
  return list('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const fields = readStat(name);
      if (fields.length === 0) return [];
      const ticks = [11, 12, 13, 14].reduce((sum, index) => sum + Number(fields[index]), 0);
      return [{ pid: Number(name), parent: Number(fields[1]), seconds: ticks / TICKS }];
    });
}

function descendants(all: readonly Process[], of: number): Process[] {
  const children = all.filter(({ parent }) => parent === of);
  return children.flatMap((child) => [child, ...descendants(all, child.pid)]);
}

function getPart(pid: number): string | undefined {
  const command = read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ');
  return PARTS.find(([, pattern]) => pattern.test(command))?.[0];
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
