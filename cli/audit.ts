import type { Command } from 'commander';
import { listOperatorActions } from '../store/audit/audit-log.actions';
import { alsoRemote, carryOutAt } from './remote';
import { print } from './with-store';
import { wholeNumber } from './words-of-input';

const DEFAULT_LIMIT = '50';
const MOST = 1_000;

/** `audit [TYPE/ID]`: who of the operators did what, the newest first. */
export function addAuditCommand(program: Command): void {
  alsoRemote(program.command('audit'))
    .description('what operators did, the newest first')
    .argument(
      '[type/id]',
      'only about this: webhook/ID, apiKey/ID, operatorKey/ID, source/ID, destination/ID, party/ID, invoice/ID',
    )
    .option('--limit <count>', `how many at most, up to ${MOST}`, DEFAULT_LIMIT)
    .action(async (about: string | undefined, { limit }: { limit: string }, command: Command) => {
      const [, subjectType, subjectID] = /^(\w+)\/([^/]+)$/.exec(about ?? '') ?? [];
      if (about !== undefined && subjectID === undefined) throw new Error(`${about} is not TYPE/ID`);
      const count = wholeNumber(limit, { name: '--limit', most: MOST });
      const { actions } = await carryOutAt(command, {
        call: { method: 'GET', path: 'audit', query: { subjectType, subjectID, limit: String(count) } },
        here: async ({ database }) => ({
          actions: (await listOperatorActions(database, { subjectType, subjectID, limit: count })).map(
            ({ occurredAt, id: _, ...action }): object => ({ at: occurredAt, ...action }),
          ),
        }),
      });
      actions.forEach(print);
    });
}
