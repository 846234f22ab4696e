import type { Command } from 'commander';
import { formatFields } from './config-changes';
import type { AuditFaultKind } from '../store/platform/audit/verify';
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
        throw new Error(`entry ${verified.fault.number} of the audit ${AUDIT_FAULTS[verified.fault.kind]}`);
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
  return { ...action, ...(before ? { changed: formatFields(before, after) } : { after }) };
}

/** What is wrong with an entry of the chain. */
const AUDIT_FAULTS: Record<AuditFaultKind, string> = {
  missing: 'is missing',
  unlinked: 'does not follow from the previous entry',
  changed: 'was changed: its hash differs',
  mislabelled: 'has the number or id of another entry',
  rewritten: 'was rewritten together with all before it: the stored head has another hash',
  cutOff: 'is missing: the chain was longer',
  beyondHead: 'is beyond the head of the chain',
  rowGone: 'has lost its row in audit_log before its time',
  rowDiffers: 'says something else than its row in audit_log',
  unchained: 'is a row of audit_log that the chain does not have',
};

interface Verification {
  head: string;
  fault?: { number: string; kind: AuditFaultKind };
}
