import { readFileSync, writeFileSync } from 'node:fs';
import type { Outcome } from './experiment';
import { aligned, grouped, sum, getTable } from './table';

const TABLE = 'trials';
const RUNS = 'runs';

const HEAD = [
  'date',
  'revision',
  'experiments',
  'seeds',
  'minutes',
  'operations',
  'faults',
  'of them kill -9',
  'violations',
];
const FIRST_COUNT = 5;

/** Date, machine and versions of a run. */
export interface Circumstances {
  date: string;
  revision: string;
  machine: string;
  /** One-minute load averages at the start and end of the run. */
  load: readonly [string, string];
  minutes: number;
  /** Whether every experiment was run. */
  isWhole: boolean;
}

/** Writes the table of a run into a document, and adds the run to the published ones. */
export function publish(file: string, outcomes: readonly Outcome[], given: Circumstances): void {
  const circumstances =
    `${given.date}, revision ${given.revision}, ${given.minutes} minutes on ${given.machine}; ` +
    `load average ${given.load[0]} at the beginning, ${given.load[1]} at the end.`;
  const text = readFileSync(file, 'utf8');
  const document = given.isWhole ? replaced(text, TABLE, `${circumstances}\n\n${getTable(outcomes)}`) : text;
  writeFileSync(file, withRun(document, outcomes, given));
}

/** The document with another run in the table of published runs and in its total. */
export function withRun(document: string, outcomes: readonly Outcome[], given: Circumstances): string {
  const known = betweenMarkers(document, RUNS)
    .split('\n')
    .filter((line) => /^\| \d{4}-/.test(line))
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    );
  const runs = [...known, getRow(outcomes, given)];
  const totals = HEAD.map((_, column) =>
    column < FIRST_COUNT ? '' : `**${grouped(sum(runs.map((run) => Number(run[column]?.replaceAll(',', '')))))}**`,
  );
  return replaced(document, RUNS, aligned([HEAD, ...runs, ['**together**', ...totals.slice(1)]]));
}

function getRow(outcomes: readonly Outcome[], { date, revision, isWhole, minutes }: Circumstances): string[] {
  const done = outcomes.filter(({ obstacle }) => obstacle === undefined);
  const seeds = done.map(({ seed }) => seed);
  const kills = done.filter(({ name }) => name.startsWith('kill-'));
  const counts = [
    sum(done.map(({ operations }) => operations)),
    sum(done.map(({ faults }) => faults)),
    sum(kills.map(({ faults }) => faults)),
    sum(done.map(({ violations }) => violations.length)),
  ];
  const names = isWhole ? 'all' : [...new Set(done.map(({ name }) => name))].join(', ');
  const [first, last] = [Math.min(...seeds), Math.max(...seeds)];
  const range = first === last ? '' : ` to ${last}`;
  return [date, revision, names, `${first}${range}`, `${minutes}`, ...counts.map(grouped)];
}

function betweenMarkers(document: string, name: string): string {
  const [begin, end] = [document.indexOf(`<!-- ${name} -->`), document.indexOf(`<!-- /${name} -->`)];
  if (begin < 0 || end < begin) throw new Error(`the document has no <!-- ${name} --> … <!-- /${name} -->`);
  return document.slice(begin + `<!-- ${name} -->`.length, end);
}

function replaced(document: string, name: string, body: string): string {
  const [mark, old] = [`<!-- ${name} -->`, betweenMarkers(document, name)];
  return document.replace(mark + old, () => `${mark}\n\n${body}\n\n`);
}
