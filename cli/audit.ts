import type { Command } from 'commander';
import { formatFields } from './config-changes';
import { withRemoteOption, runAt } from './remote';
import { print } from './with-store';
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
      const query = { subjectType, subjectID, limit: String(count) };
      const { actions } = await runAt<{ actions: ListedAction[] }>(command, { method: 'GET', path: 'audit', query });
      actions.map(withChanges).forEach(print);
    });
  withRemoteOption(audit.command('verify'))
    .description('verify that no entry was changed, removed or truncated')
    .option('--head <number:hash>', 'a head printed earlier and stored elsewhere')
    .action(async ({ head }: { head?: string }, command: Command) => {
      if (head !== undefined && !/^\d{1,18}:[0-9a-f]{64}$/.test(head)) throw new Error(`${head} is not NUMBER:HASH`);
      const call = { method: 'GET', path: 'audit/verification', query: { head } } as const;
      const verified = await runAt<Verification>(command, call);
      if (verified.fault) {
        print(verified.fault);
        throw new Error(`entry ${verified.fault.number} of the audit ${verified.fault.found}`);
      }
      print({ audit: 'verified', head: verified.head });
    });
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

interface Verification {
  head: string;
  fault?: { number: string; found: string };
}
