import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { portToKeep } from '../../tests/harness/ports';
import type { Platform } from '../../tests/harness/platform';
import { ARRIVAL_TIMEOUT_MS } from '../../tests/harness/timeouts';
import { BROWSER_ACTIONS } from './browser';
import { schemaProblems } from './check-schema';
import { findDifferences } from './compare-answers';
import { atPath, readPairs } from './json-path';
import {
  openWorkspace,
  noteSampleCards,
  prepareCurl,
  runSample,
  startSample,
  type RunningSample,
  type RunResult,
  type SampleWorkspace,
} from './run-sample';
import type { Sample } from './sample';
import { PREPARATIONS } from './preparations';

const pauseMs = 200;

/** The address that published pages use for the provider's checkout. */
const EXAMPLE_CHECKOUT = 'https://pay.holdfast.example';

export class PagePerformance {
  private readonly outputs = new Map<string, string>();
  private readonly running = new Map<string, RunningSample>();

  private constructor(
    private readonly platform: Platform,
    private readonly workspace: SampleWorkspace,
  ) {}

  static async open(platform: Platform): Promise<PagePerformance> {
    const port = String(await portToKeep());
    const workspace = openWorkspace(platform, {
      HOLDFAST_CHECKOUT_URL: EXAMPLE_CHECKOUT,
      PORT: port,
      WEBHOOK_URL: `http://127.0.0.1:${port}/webhook`,
    });
    prepareCurl(workspace);
    return new PagePerformance(platform, workspace);
  }

  async close(): Promise<void> {
    await this.stopServers();
    rmSync(this.workspace.folder, { recursive: true, force: true });
  }

  /** Performs all samples again in the same terminal, with its variables. */
  async performAll(samples: readonly Sample[]): Promise<void> {
    await this.stopServers();
    for (const sample of samples) await this.perform(sample);
  }

  private async stopServers(): Promise<void> {
    for (const sample of this.running.values()) await sample.stop();
    this.running.clear();
    this.outputs.clear();
  }

  /** Runs a sample as its marks say; throws when the result differs from the documented one. */
  async perform(given: Sample): Promise<void> {
    const sample = { ...given, code: given.code.replaceAll(EXAMPLE_CHECKOUT, this.platform.processes.checkout.url) };
    const { marks, flags, code } = sample;
    if (marks['file'] !== undefined) writeFileSync(join(this.workspace.folder, marks['file']), code);
    if (marks['schema'] !== undefined) refuse(sample, schemaProblems(marks['schema'], JSON.parse(code)));
    if (marks['response'] !== undefined) this.compare(sample, marks['response']);
    if (marks['output'] !== undefined) await this.expectOutput(sample, marks['output']);
    if (marks['browser'] !== undefined) await this.browse(sample, marks['browser']);
    if (marks['run'] === undefined) return;
    noteSampleCards(code);
    await this.prepare(sample);
    if (flags.has('background')) this.running.set(marks['run'], await startSample(sample, this.workspace));
    else await this.run(sample, marks['run']);
  }

  private async prepare({ marks, place }: Sample): Promise<void> {
    if (marks['before'] === undefined) return;
    const prepare = PREPARATIONS[marks['before']];
    if (!prepare) throw new Error(`${place}: unknown preparation ${marks['before']}`);
    await prepare(this.workspace, this.platform);
  }

  private async run(sample: Sample, name: string): Promise<void> {
    const { marks } = sample;
    const begin = Date.now();
    let result = await runSample(sample, this.workspace);
    let runs = 1;
    for (; getProblem(sample, result) !== undefined && isRetryable(sample); runs += 1) {
      if (Date.now() - begin > ARRIVAL_TIMEOUT_MS) break;
      await sleep(pauseMs);
      result = await runSample(sample, this.workspace);
    }
    const problem = getProblem(sample, result);
    if (problem !== undefined) {
      const effort = `after ${runs} runs in ${Date.now() - begin} ms`;
      throw new Error(`${sample.place}: ${problem} ${effort}\n${result.stdout}\n${result.stderr}`);
    }
    this.outputs.set(name, result.stdout);
    for (const [variable, path] of readPairs(marks['save'])) {
      const value = atPath(JSON.parse(result.stdout), path);
      // A shell drops line breaks at the end of a value.
      const wanted = typeof value === 'string' ? value.trimEnd() : JSON.stringify(value);
      if (value === undefined || this.workspace.environment[variable] !== wanted)
        throw new Error(`${sample.place}: ${variable} is not ${path} of the output:\n${result.stdout}`);
    }
  }

  private compare(sample: Sample, name: string): void {
    const output = this.outputs.get(name);
    if (output === undefined) throw new Error(`${sample.place}: no sample ${name} has run before it`);
    const found = findDifferences({
      documented: JSON.parse(sample.code),
      actual: JSON.parse(output),
      isPartial: sample.flags.has('partial'),
      local: new Set(Object.values(this.workspace.environment)),
    });
    refuse(sample, found, output);
  }

  private async expectOutput(sample: Sample, name: string): Promise<void> {
    const printed = () => this.outputs.get(name) ?? this.running.get(name)?.stdout;
    const end = Date.now() + ARRIVAL_TIMEOUT_MS;
    while (printed() !== sample.code && this.running.has(name) && Date.now() < end) await sleep(pauseMs);
    if (printed() === sample.code) return;
    refuse(sample, [`${name} printed instead:`], `${printed()}${this.running.get(name)?.stderr ?? ''}`);
  }

  private async browse(sample: Sample, name: string): Promise<void> {
    const action = BROWSER_ACTIONS[name];
    if (!action) throw new Error(`${sample.place}: unknown browser action ${name}`);
    const shown = await action(this.workspace);
    if (shown.trim() !== sample.code.trim()) refuse(sample, ['the page says instead:'], shown);
  }
}

function refuse({ place }: Sample, problems: readonly string[], context = ''): void {
  if (problems.length > 0) throw new Error(`${place}:\n${problems.join('\n')}\n${context}`);
}

function isRetryable({ marks, flags }: Sample): boolean {
  return marks['until'] !== undefined || flags.has('retry');
}

function getProblem({ marks }: Sample, { exitCode, httpStatus, stdout }: RunResult): string | undefined {
  if (exitCode !== 0) return `exit code ${exitCode}`;
  if (marks['expect'] !== undefined && httpStatus !== Number(marks['expect'])) return `status ${httpStatus}`;
  const [until] = readPairs(marks['until']);
  if (!until) return undefined;
  const [path, wanted] = until;
  const found = String(atPath(parseOrNothing(stdout), path));
  return found === wanted ? undefined : `${path} is ${found}, not ${wanted}`;
}

/** A file that is still being written is not valid JSON. */
function parseOrNothing(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
