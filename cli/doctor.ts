import type { CheckFinding } from '../operators/doctor/finding';
import { installationChecks } from '../operators/doctor/installation';
import { TemporalGateway } from '../operators/temporal-gateway';
import { loadEnvironment } from '../runtime/environment';
import { describeCheck } from './doctor-words';
import { print, withStore } from './with-store';

/** `doctor --local` exits with 1 if a check fails or is unknown. */
export async function examineLocally(isJson: boolean): Promise<void> {
  const environment = loadEnvironment();
  const engine = new TemporalGateway(environment);
  const findings: CheckFinding[] = [];
  try {
    await withStore(async (store) => {
      for await (const finding of installationChecks({ environment, store, engine })()) {
        findings.push(finding);
        if (isJson) print(finding);
        else process.stdout.write(formatLine(finding));
      }
    });
  } finally {
    await engine.close();
  }
  if (!isJson) process.stdout.write(`\n${summary(findings)}\n`);
  // Connectors keep connections open.
  process.exit(findFailure({ findings }) === undefined ? 0 : 1);
}

/** Words what `doctor` found, with remedies. */
export function formatFindings({ findings }: { findings: CheckFinding[] }): string {
  return `${findings.map(formatLine).join('')}\n${summary(findings)}\n`;
}

export function findFailure({ findings }: { findings: CheckFinding[] }): string | undefined {
  const isFailing = findings.some(({ status }) => status === 'failure' || status === 'unknown');
  return isFailing ? 'a check fails or is unknown' : undefined;
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
