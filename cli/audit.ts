import type { Command } from 'commander';
import { listAdministrativeActions } from '../store/audit/audit-log.actions';
import { verifyAudit, type AuditHead } from '../store/audit/verify';
import { withRemoteOption, runAt } from './remote';
import { print, withStore } from './with-store';
import { parseInteger } from './parse-options';

const DEFAULT_LIMIT = '50';
const MAX_LISTED = 1_000;

/** `audit [TYPE/ID]`: who of the operators and keys did what, the newest first; `audit verify`: that nobody has changed it since. */
export function addAuditCommand(program: Command): void {
  const audit = withRemoteOption(program.command('audit'))
    .description('what operators did, and parties with their keys, the newest first')
    .argument(
      '[type/id]',
      'only about this: webhook/ID, apiKey/ID, operatorKey/ID, source/ID, destination/ID, party/ID, invoice/ID',
    )
    .option('--limit <count>', `how many at most, up to ${MAX_LISTED}`, DEFAULT_LIMIT)
    .action(async (about: string | undefined, { limit }: { limit: string }, command: Command) => {
      const [, subjectType, subjectID] = /^(\w+)\/([^/]+)$/.exec(about ?? '') ?? [];
      if (about !== undefined && subjectID === undefined) throw new Error(`${about} is not TYPE/ID`);
      const count = parseInteger(limit, { name: '--limit', max: MAX_LISTED });
      const { actions } = await runAt(command, {
        call: { method: 'GET', path: 'audit', query: { subjectType, subjectID, limit: String(count) } },
        here: async ({ database }) => ({
          actions: (await listAdministrativeActions(database, { subjectType, subjectID, limit: count })).map(
            ({ number, occurredAt, ...action }): object => ({ number, at: occurredAt, ...action }),
          ),
        }),
      });
      actions.forEach(print);
    });
  audit
    .command('verify')
    .description('prove that no entry was changed, taken out or cut off since it was written')
    .option('--head <number:hash>', 'a head that this command has printed earlier, and that was kept elsewhere')
    .action(({ head }: { head?: string }) =>
      withStore(async ({ database }) => {
        const verified = await verifyAudit(database, head === undefined ? undefined : readHead(head));
        if (verified.fault) {
          print(verified.fault);
          throw new Error(`entry ${verified.fault.number} of the audit ${verified.fault.found}`);
        }
        print({ audit: 'verified', head: `${verified.head.number}:${verified.head.hash}` });
      }),
    );
}

function readHead(text: string): AuditHead {
  const [, number, hash] = /^(\d{1,19}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (number === undefined || hash === undefined) throw new Error(`${text} is no head: NUMBER:HASH`);
  return { number: BigInt(number), hash };
}
