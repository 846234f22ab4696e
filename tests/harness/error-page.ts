import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '..', '..');

/** A row of an error table: a status, code or message, and the suite that provokes it. */
export type ProvokedRow = readonly [answer: string, file: string];

/** The rows of `docs/errors.md` under one heading. The second column is a suite, or the reason why no suite provokes the answer. */
export function errorTables(heading: string): { answers: string[]; provoked: ProvokedRow[]; unprovoked: string[][] } {
  const page = readFileSync(join(root, 'docs/errors.md'), 'utf8');
  const section = page.split(/^# /m).find((text) => text.startsWith(heading));
  if (section === undefined) throw new Error(`docs/errors.md has no heading ${heading}`);
  const rows = section
    .split('\n')
    .filter((line) => /^\| (`[^`]+`|\d{3}) +\|/.test(line))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim().replace(/^`(.*)`$/, '$1')),
    );
  return {
    answers: rows.map(([answer]) => answer ?? ''),
    provoked: rows.filter(namesSuite) as unknown as ProvokedRow[],
    unprovoked: rows.filter((row) => !namesSuite(row)),
  };
}

const namesSuite = ([, cell = '']: string[]): boolean => cell.endsWith('.test.ts');

/** Fails unless the suite exists and mentions the answer. */
export function expectProvoked([answer, file]: ProvokedRow): void {
  expect(readFileSync(join(root, file), 'utf8')).toContain(answer);
}
