import { relative } from 'node:path';

interface SuiteResult {
  name: string;
  assertionResults: { status: string; fullName: string }[];
}

/** The skipped tests of a run by suite, each with the reason in its name (tests/harness/where.ts). */
export function listSkipped(suites: SuiteResult[], root: string): { count: number; lines: string[] } {
  const counts = new Map<string, number>();
  for (const { name, assertionResults } of suites) {
    for (const { status, fullName } of assertionResults) {
      if (!['pending', 'todo', 'disabled'].includes(status)) continue;
      const line = `${relative(root, name)}: ${/\(skipped: (.+?)\)/.exec(fullName)?.[1] ?? 'no reason given'}`;
      counts.set(line, (counts.get(line) ?? 0) + 1);
    }
  }
  const lines = [...counts].map(([line, count]) => `Skipped ${count} of ${line}`);
  return { count: [...counts.values()].reduce((sum, count) => sum + count, 0), lines };
}
