import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '..');

/** A row of an error table: the response, and the file and name of the test that provokes it. */
export type ProvokedRow = readonly [answer: string, file: string, test: string];

/**
 * Parses the tables under a heading of `docs/errors.md`. Rows of three columns name a test; rows of two explain why no test
 * exists.
 */
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
    provoked: rows.filter((cells) => cells.length === 3) as unknown as ProvokedRow[],
    unprovoked: rows.filter((cells) => cells.length === 2),
  };
}

/** Fails unless the file contains the test and mentions the error. */
export function expectProvoked([answer, file, test]: ProvokedRow): void {
  const text = readFileSync(join(root, file), 'utf8');
  expect(text).toContain(`'${test}'`);
  expect(text).toContain(answer);
}
