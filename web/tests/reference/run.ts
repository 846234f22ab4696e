import { execFile } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Platform } from '../../../tests/harness/platform';
import { ARRIVAL_TIMEOUT_MS } from '../../../tests/harness/timeouts';
import type { OperationModel } from '../../app/reference/reference';
import { readYields, getYields } from '../../app/reference/samples/chain';
import { requestSamples } from '../../app/reference/samples/request-samples';
import { REFERENCE_PREPARATIONS } from './preparations';
import {
  buildEnvironment,
  noteSampleCards,
  openWorkspace,
  prepareCurl,
  runSample,
  type RunResult,
  type SampleWorkspace,
} from '../../../content/samples/run-sample';

const pauseMs = 200;
const SAMPLE = { language: 'bash', flags: new Set<string>() };

/** Operations whose results complete later and are polled. */
const COMES_LATER = new Set(['getReport', 'pollWithdrawalEvents', 'getChargebacks']);

export class ReferencePerformance {
  private constructor(
    private readonly platform: Platform,
    private readonly workspace: SampleWorkspace,
  ) {}

  static open(platform: Platform): ReferencePerformance {
    const workspace = openWorkspace(platform);
    prepareCurl(workspace);
    return new ReferencePerformance(platform, workspace);
  }

  close(): void {
    rmSync(this.workspace.folder, { recursive: true, force: true });
  }

  /** Runs the curl sample; throws when the response differs from the reference. */
  async perform(operation: OperationModel): Promise<void> {
    await REFERENCE_PREPARATIONS[operation.id]?.(this.workspace, this.platform);
    const code = getCode(operation, 'curl');
    noteSampleCards(code);
    const sample = { ...SAMPLE, place: operation.id, code: `${code}\n`, marks: { run: operation.id } };
    const end = Date.now() + ARRIVAL_TIMEOUT_MS;
    for (;;) {
      const result = await runSample(sample, this.workspace);
      refuseFailure(operation, result);
      const isFile = operation.responses.some(({ schema }) => schema?.format === 'binary');
      const given = isFile ? {} : readYields(operation.id, parse(result.stdout));
      Object.assign(this.workspace.environment, given);
      const missing = getYields(operation.id).filter((name) => !(name in given));
      if (missing.length === 0) return;
      if (!COMES_LATER.has(operation.id) || Date.now() > end)
        throw new Error(`${operation.id}: the answer gives no ${missing.join(', ')}:\n${result.stdout}`);
      await sleep(pauseMs);
    }
  }

  async failuresIn(language: keyof typeof RUNNERS, operations: readonly OperationModel[]): Promise<string[]> {
    const { command, extension, program } = RUNNERS[language];
    for (const one of operations) writeFileSync(this.file(`${one.id}.${extension}`), getCode(one, language));
    writeFileSync(this.file(`all.${extension}`), program);
    const args = [`all.${extension}`, ...operations.map(({ id }) => id)];
    const { folder: cwd } = this.workspace;
    const env = buildEnvironment(this.workspace);
    const { stdout } = await promisify(execFile)(command, args, { cwd, env, maxBuffer: 64 * 1024 * 1024 });
    const reported = stdout.split('\n').filter((line) => line.startsWith('#'));
    if (reported.length !== args.length - 1)
      throw new Error(`${command} told of ${reported.length} answers:\n${stdout}`);
    return reported.filter((line) => !/ 2\d\d$/.test(line));
  }

  private file(name: string): string {
    return join(this.workspace.folder, name);
  }
}

/** Prints each response's status after it, on a line that begins with `#`. */
const RUN_NODE = `const { log } = console;
for (const id of process.argv.slice(2)) {
  let status = 'none';
  console.log = (first) => (status = first);
  await import(\`./\${id}.mjs\`);
  log(\`#\${id} \${status}\`);
}
`;

const RUN_PHP = `<?php
foreach (array_slice($argv, 1) as $id) {
    $http_response_header = ['none'];
    ob_start();
    include __DIR__ . "/$id.php";
    ob_end_clean();
    echo "#$id ", explode(' ', $http_response_header[0] . ' ')[1], "\\n";
}
`;

const RUN_PYTHON = `import contextlib, io, runpy, sys, urllib.error
for name in sys.argv[1:]:
    output = io.StringIO()
    try:
        with contextlib.redirect_stdout(output):
            runpy.run_path(name + ".py")
        print("#" + name, output.getvalue().split()[0])
    except urllib.error.HTTPError as error:
        print("#" + name, error.code)
`;

const RUNNERS = {
  node: { command: 'node', extension: 'mjs', program: RUN_NODE },
  php: { command: 'php', extension: 'php', program: RUN_PHP },
  python: { command: 'python3', extension: 'py', program: RUN_PYTHON },
};

function getCode(operation: OperationModel, language: string): string {
  return requestSamples(operation).find((sample) => sample.language === language)?.code ?? '';
}

function refuseFailure({ id, responses }: OperationModel, { exitCode, httpStatus, stdout, stderr }: RunResult): void {
  const wanted = responses.map(({ status }) => Number(status)).filter((status) => status < 300);
  if (exitCode === 0 && httpStatus !== undefined && wanted.includes(httpStatus)) return;
  throw new Error(
    `${id}: exit code ${exitCode}, status ${httpStatus}, not ${wanted.join(' or ')}\n${stdout}\n${stderr}`,
  );
}

function parse(text: string): unknown {
  return text === '' ? undefined : (JSON.parse(text) as unknown);
}
