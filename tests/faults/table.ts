import type { ExperimentOutcome } from './experiment';

interface Row {
  title: string;
  seeds: string;
  runs: number;
  operations: number;
  faults: number;
  violations: number;
  recovery: string;
  notes: string;
}

/** Rows of all rounds, one for each experiment. */
function getRows(outcomes: readonly ExperimentOutcome[]): Row[] {
  const names = [...new Set(outcomes.map(({ name }) => name))];
  return names.map((name) => {
    const own = outcomes.filter((outcome) => outcome.name === name);
    const done = own.filter(({ obstacle }) => obstacle === undefined);
    const [first] = own;
    const obstacle = done.length === 0 ? first?.obstacle : undefined;
    return {
      title: first?.title ?? name,
      seeds: done.map(({ seed }) => seed).join(', '),
      runs: done.length,
      operations: sum(done.map(({ operations }) => operations)),
      faults: sum(done.map(({ faults }) => faults)),
      violations: sum(done.map(({ violations }) => violations.length)),
      recovery: getRecovery(done),
      notes:
        obstacle === undefined
          ? [...new Set(done.flatMap(({ notes }) => notes))].join('; ')
          : `not possible here: ${obstacle}`,
    };
  });
}

function getRecovery(outcomes: readonly ExperimentOutcome[]): string {
  const parts = (['api', 'worker'] as const).flatMap((what) => {
    const times = outcomes.flatMap(({ recoveriesMs }) => recoveriesMs[what]).sort((a, b) => a - b);
    const [median, max] = [times[Math.floor(times.length / 2)], times.at(-1)];
    return median === undefined || max === undefined ? [] : [`${what} ${seconds(median)}, at most ${seconds(max)}`];
  });
  return parts.join('; ');
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;
export const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);
const grouped = (value: number): string => value.toLocaleString('en-US');

export function getTable(outcomes: readonly ExperimentOutcome[]): string {
  const rows = getRows(outcomes);
  const cells = rows.map((row) =>
    row.runs === 0
      ? [row.title, '–', '–', '–', '–', '–', row.notes]
      : [
          row.title,
          row.seeds,
          grouped(row.operations),
          grouped(row.faults),
          grouped(row.violations),
          row.recovery || '–',
          row.notes,
        ],
  );
  const total = [
    '**all**',
    '',
    ...(['operations', 'faults', 'violations'] as const).map(
      (key) => `**${grouped(sum(rows.map((row) => row[key])))}**`,
    ),
    '',
    '',
  ];
  return aligned([
    ['experiment', 'seed', 'operations', 'faults', 'violations', 'recovery', 'remarks'],
    ...cells,
    total,
  ]);
}

function aligned(lines: readonly string[][]): string {
  const widths = (lines[0] ?? []).map((_, column) => Math.max(3, ...lines.map((line) => line[column]?.length ?? 0)));
  const line = (cells: string[]) => `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const [head = [], ...rest] = lines;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rest.map(line)].join('\n');
}
