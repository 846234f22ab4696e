import type { Command } from 'commander';
import { listAdministrativeActions } from '../store/audit/audit-log.actions';
import { verifyAudit, type AuditHead } from '../store/audit/verify';
import { formatFields } from './config-changes';
import { withRemoteOption, runAt } from './remote';
import { print, withStore } from './with-store';
import { parseInteger } from './parse-options';

const DEFAULT_LIMIT = '50';
const MAX_LISTED = 1_000;

/** `audit [TYPE/ID]` lists actions of operators and keys; `audit verify` proves the log unchanged. */
export function addAuditCommand(program: Command): void {
  const audit = withRemoteOption(program.command('audit'))
    .description('list actions of operators and of parties’ keys, newest first')
    .argument(
      '[type/id]',
      'only actions on this entity: webhook/ID, apiKey/ID, operatorKey/ID, source/ID, destination/ID, party/ID, shop/ID, invoice/ID',
    )
    .option('--limit <count>', `maximum number of entries, up to ${MAX_LISTED}`, DEFAULT_LIMIT)
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
      (actions as ListedAction[]).map(withChanges).forEach(print);
    });
  audit
    .command('verify')
    .description('verify that no entry was changed, removed or truncated')
    .option('--head <number:hash>', 'a head printed earlier and stored elsewhere')
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

interface ListedAction {
  before?: Record<string, unknown> | null;
  after?: Record<string, unknown> | null;
}

/** Prints values before and after field by field. */
function withChanges({ before, after, ...action }: ListedAction): object {
  if (!after) return action;
  return { ...action, ...(before ? { changed: formatFields(before, after) } : { created: after }) };
}

function readHead(text: string): AuditHead {
  const [, number, hash] = /^(\d{1,19}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (number === undefined || hash === undefined) throw new Error(`${text} is not NUMBER:HASH`);
  return { number: BigInt(number), hash };
}
