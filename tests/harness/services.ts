import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { HostAnswers } from './run/services-host';

const known = new Map<string, Promise<unknown>>();

/** Requests a service of the run, started on first use. Each round of the fault trials has a host of its own. */
export async function service<Name extends keyof HostAnswers>(name: Name): Promise<HostAnswers[Name]> {
  const url = `${process.env['HOLDFAST_TEST_HOST']}/${name}`;
  const answer = known.get(url) ?? ask(url);
  known.set(url, answer);
  return answer as Promise<HostAnswers[Name]>;
}

/** The folder of this run, whose logs and databases the canary searches. */
export function runFolder(...parts: string[]): string {
  const base = process.env['HOLDFAST_TEST_FOLDER'];
  if (!base) throw new Error('There is no test run: tests are started by jest, whose global set-up makes its folder');
  const folder = join(base, ...parts);
  mkdirSync(folder, { recursive: true });
  return folder;
}

async function ask(url: string): Promise<unknown> {
  const answer = await fetch(url);
  if (answer.status !== 200) throw new Error(await answer.text());
  return answer.json();
}
