import type { Command } from 'commander';
import { findWorstStatus } from '../operators/doctor/doctor';
import type { CheckFinding } from '../operators/doctor/finding';
import { installationChecks } from '../operators/doctor/installation';
import { TemporalGateway } from '../operators/temporal-gateway';
import { loadEnvironment } from '../runtime/environment';
import { describeCheck } from './doctor-words';
import { announceLocal, callOperatorsApi, withRemoteOption } from './remote';
import { print, withStore } from './with-store';

interface DoctorOptions {
  json?: true;
  local?: true;
}

/** `doctor` exits with 1 if a check fails or is unknown. */
export function addDoctorCommand(program: Command): void {
  withRemoteOption(program.command('doctor'))
    .description('check this installation and suggest remedies')
    .option('--json', 'print one JSON object per line: check, status, fact')
    .option('--local', 'check from this machine with the settings of the platform, when the API does not answer')
    .action(async ({ json, local }: DoctorOptions, command: Command) => {
      const findings: CheckFinding[] = [];
      const show = (finding: CheckFinding): void => {
        findings.push(finding);
        if (json) print(finding);
        else process.stdout.write(formatLine(finding));
      };
      if (local) {
        announceLocal(command);
        await examineLocally(show);
      } else {
        const call = { path: 'diagnostics' };
        (await callOperatorsApi<{ findings: CheckFinding[] }>(command, call)).findings.forEach(show);
      }
      const worst = findWorstStatus(findings);
      if (!json) process.stdout.write(`\n${summary(findings)}\n`);
      // Connectors keep connections open.
      process.exit(worst === 'failure' || worst === 'unknown' ? 1 : 0);
    });
}

async function examineLocally(show: (finding: CheckFinding) => void): Promise<void> {
  const environment = loadEnvironment();
  const engine = new TemporalGateway(environment);
  try {
    await withStore(async (store) => {
      for await (const finding of installationChecks({ environment, store, engine })()) show(finding);
    });
  } finally {
    await engine.close();
  }
}

const WIDTH = 21;

function formatLine({ check, status, fact }: CheckFinding): string {
  const { found, remedy } = describeCheck(fact);
  const line = `${status.padEnd(8)} ${check.padEnd(WIDTH)} ${found}\n`;
  return remedy === undefined || status === 'ok' ? line : `${line}${' '.repeat(9)}→ ${remedy}\n`;
}

function summary(findings: readonly CheckFinding[]): string {
  const count = (status: CheckFinding['status']): number =>
    findings.filter((finding) => finding.status === status).length;
  const wrong = (['failure', 'warning', 'unknown'] as const).filter((status) => count(status) > 0);
  if (wrong.length === 0) return `all ${findings.length} checks passed`;
  return `${count('ok')} of ${findings.length} checks passed; ${wrong.map((status) => `${status}: ${count(status)}`).join(', ')}`;
}
