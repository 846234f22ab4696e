import { randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import { judgeRoutes } from '../connectors/known-connectors';
import { openConnectors } from '../connectors/registry';
import { examine, findWorstStatus } from '../operators/doctor/doctor';
import type { CheckFinding } from '../operators/doctor/finding';
import type { ConnectorProbe } from '../operators/doctor/machine.checks';
import { TemporalGateway } from '../operators/temporal-gateway';
import { loadEnvironment, type Environment } from '../runtime/environment';
import { noticeBook } from '../store/connector-notice/connector-notices';
import type { Store } from '../store/store';
import { print, withStore } from './with-store';

/** A connector slower than this would delay payers too. */
const CONNECTOR_MS = 5_000;

/** `doctor` exits with 1 if a check fails or is unknown. */
export function addDoctorCommand(program: Command): void {
  program
    .command('doctor')
    .description('check this installation and suggest remedies')
    .option('--json', 'print one JSON object per line: check, status, found, remedy')
    .action(async ({ json }: { json?: true }) => {
      const environment = loadEnvironment();
      const gateway = new TemporalGateway(environment);
      const findings: CheckFinding[] = [];
      try {
        await withStore(async (store) => {
          const connectors = await readProbes(environment, store);
          for await (const finding of examine({
            environment,
            store,
            engine: gateway,
            connectors,
            judge: judgeRoutes(environment),
          })) {
            findings.push(finding);
            if (json) print(finding);
            else process.stdout.write(formatLine(finding));
          }
        });
      } finally {
        await gateway.close();
      }
      const worst = findWorstStatus(findings);
      if (!json) process.stdout.write(`\n${summary(findings)}\n`);
      // Connectors keep connections open.
      process.exit(worst === 'failure' || worst === 'unknown' ? 1 : 0);
    });
}

/** Looks up a random operation: a connector that responds "not found" is available. */
async function readProbes(environment: Environment, { database }: Store): Promise<ConnectorProbe[]> {
  const connectors = await openConnectors(environment, (name) => noticeBook(database, name));
  return Object.entries(connectors).map(([name, connector]) => ({
    name,
    answers: async () => {
      const operationID = `doctor/${randomUUID()}/authorise`;
      await connector.lookUp({ kind: 'authorise', operationID, timeoutMs: CONNECTOR_MS });
    },
  }));
}

const WIDTH = 21;

function formatLine({ check, status, found, remedy }: CheckFinding): string {
  const line = `${status.padEnd(8)} ${check.padEnd(WIDTH)} ${found}\n`;
  return remedy === undefined ? line : `${line}${' '.repeat(9)}→ ${remedy}\n`;
}

function summary(findings: readonly CheckFinding[]): string {
  const count = (status: CheckFinding['status']): number =>
    findings.filter((finding) => finding.status === status).length;
  const wrong = (['failure', 'warning', 'unknown'] as const).filter((status) => count(status) > 0);
  if (wrong.length === 0) return `all ${findings.length} checks passed`;
  return `${count('ok')} of ${findings.length} checks passed; ${wrong.map((status) => `${status}: ${count(status)}`).join(', ')}`;
}
