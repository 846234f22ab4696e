import { Option, type Command } from 'commander';
import { FINDING_STATUSES, type FindingStatus } from '../domain/reconciliation/finding.machine';
import { getFinding, listFindings } from '../store/reconciliation/finding.queries';
import { reconciliationOverview } from '../store/reconciliation/overview';
import { resolveFinding } from '../store/reconciliation/resolve';
import { alsoRemote, carryOutAt } from './remote';
import { assertReason } from './webhook-settings';
import { print } from './with-store';
import { wholeNumber } from './words-of-input';

const DEFAULT_LIMIT = '50';
const MOST = 1_000;

interface ListOptions {
  connector?: string;
  status: FindingStatus;
  limit: string;
}

/** `reconciliation [list|show|resolve]`: how connectors' operations compare with the record, and what waits for an operator. */
export function addReconciliationCommands(program: Command): void {
  const reconciliation = alsoRemote(program.command('reconciliation'))
    .description('how far each connector has been compared with the record, and what differs')
    .action(async (_: object, command: Command) => {
      const { connectors } = await carryOutAt(command, {
        call: { method: 'GET', path: 'reconciliation' },
        here: async ({ database }): Promise<{ connectors: object[] }> => ({
          connectors: await reconciliationOverview(database),
        }),
      });
      connectors.forEach(print);
    });
  alsoRemote(reconciliation.command('list'))
    .description('what differs, the newest first')
    .option('--connector <name>', 'only of this connector')
    .addOption(new Option('--status <status>', 'only what stands so').choices(FINDING_STATUSES).default('open'))
    .option('--limit <count>', `how many at most, up to ${MOST}`, DEFAULT_LIMIT)
    .action(list);
  alsoRemote(reconciliation.command('show'))
    .description('one difference')
    .argument('<id>', "the finding's id")
    .action(async (id: string, _: object, command: Command) => {
      const call = { method: 'GET', path: pathOf(id) } as const;
      print(await carryOutAt<object>(command, { call, here: ({ database }) => getFinding(database, id) }));
    });
  alsoRemote(reconciliation.command('resolve'))
    .description('note that both sides are right again')
    .argument('<id>', "the finding's id")
    .requiredOption('--reason <reason>', 'what was done: the audit log keeps it')
    .action(async (id: string, { reason }: { reason: string }, command: Command) => {
      assertReason(reason);
      const call = { method: 'POST', path: `${pathOf(id)}/resolve`, body: { reason } } as const;
      const here = (store: Parameters<typeof resolveFinding>[0]): Promise<object> =>
        resolveFinding(store, { id, reason });
      print(await carryOutAt(command, { call, operation: 'reconciliation resolve', here }));
    });
}

async function list({ connector, status, limit }: ListOptions, command: Command): Promise<void> {
  const count = wholeNumber(limit, { name: '--limit', most: MOST });
  const query = { connector, status, limit: String(count) };
  const { findings } = await carryOutAt(command, {
    call: { method: 'GET', path: 'reconciliation/findings', query },
    here: async ({ database }): Promise<{ findings: object[] }> => ({
      findings: await listFindings(database, { connector, statuses: [status], limit: count }),
    }),
  });
  findings.forEach(print);
}

function pathOf(id: string): string {
  return `reconciliation/findings/${encodeURIComponent(id)}`;
}
