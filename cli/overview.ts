import { Option, type Command } from 'commander';
import { callOperatorsApi, getOperatorsUrl, withRemoteOption, type RemoteCall } from './remote';
import { parseInteger } from './parse-options';
import { print } from './with-store';

const MAX_FOUND = 100;
const MAX_LISTED = 1_000;
const GROUPINGS = ['hour', 'connector', 'tool', 'shop', 'reason'];
const QUEUES = ['approvals', 'chargebacks', 'endingHolds', 'payouts', 'findings', 'endpoints', 'destinations'];

/** Adds `search`, `statistics` and `queue`, which the operators' API answers. */
export function addOverviewCommands(program: Command): void {
  addSearch(program);
  addStatistics(program);
  addQueue(program);
}

function addSearch(program: Command): void {
  withRemoteOption(program.command('search'))
    .description('find entities of all parties, newest first')
    .argument(
      '<query>',
      'an id, external id, e-mail, phone, last four digits of a card, RRN, approval code, connector reference or amount',
    )
    .option('--limit <count>', `maximum number of entities, up to ${MAX_FOUND}`, '20')
    .option('--after <token>', 'the continuationToken of the previous page')
    .action(async (query: string, options: { limit: string; after?: string }, command: Command) => {
      const limit = parseInteger(options.limit, { name: '--limit', max: MAX_FOUND });
      const { results, continuationToken } = await call<{ results: object[]; continuationToken?: string }>(command, {
        method: 'POST',
        path: 'search',
        body: { q: query, limit, ...(options.after === undefined ? {} : { continuationToken: options.after }) },
      });
      results.forEach(print);
      if (continuationToken !== undefined) print({ continuationToken });
    });
}

interface StatisticsOptions {
  by: string;
  from?: string;
  to?: string;
  shop?: string;
  connector?: string;
  tool?: string;
}

function addStatistics(program: Command): void {
  const statistics = withRemoteOption(program.command('statistics'))
    .description('attempts, approvals and declines beside those of a week ago; the last 24 hours by default')
    .addOption(new Option('--by <group>', 'what to group by').choices(GROUPINGS).default('hour'))
    .option('--from <time>', 'first hour (RFC 3339)')
    .option('--to <time>', 'end of the last hour (RFC 3339)')
    .option('--shop <id>', 'only this shop')
    .option('--connector <name>', 'only this connector')
    .option('--tool <type>', 'only this payment tool')
    .action(async ({ shop, ...options }: StatisticsOptions, command: Command) => {
      const { groups, ...summary } = await call<{ groups: object[] }>(command, {
        path: 'statistics',
        query: { ...options, shopID: shop },
      });
      groups.forEach(print);
      print(summary);
    });
  withRemoteOption(statistics.command('rebuild'))
    .description('sum the attempts again')
    .requiredOption('--since <time>', 'first hour (RFC 3339)')
    .action(async ({ since }: { since: string }, command: Command) => {
      print(await call<object>(command, { method: 'POST', path: 'statistics/rebuild', body: { from: since } }));
    });
}

function addQueue(program: Command): void {
  withRemoteOption(program.command('queue'))
    .description('what waits for an operator: how many of each kind, or the list of one kind')
    .argument('[kind]', QUEUES.join(', '))
    .option('--limit <count>', `maximum number of entries, up to ${MAX_LISTED}`, '100')
    .option('--after <token>', 'the continuationToken of the previous page')
    .action(async (kind: string | undefined, options: { limit: string; after?: string }, command: Command) => {
      if (kind === undefined) {
        const { queues } = await call<{ queues: object[] }>(command, { path: 'queue' });
        return queues.forEach(print);
      }
      if (!QUEUES.includes(kind)) throw new Error(`${kind} is not one of ${QUEUES.join(', ')}`);
      const limit = parseInteger(options.limit, { name: '--limit', max: MAX_LISTED });
      const { items, continuationToken } = await call<{ items: object[]; continuationToken?: string }>(command, {
        path: `queue/${kind}`,
        query: { limit: String(limit), continuationToken: options.after },
      });
      items.forEach(print);
      if (continuationToken !== undefined) print({ continuationToken });
    });
}

async function call<Answer>(
  command: Command,
  request: Omit<RemoteCall, 'method'> & Partial<RemoteCall>,
): Promise<Answer> {
  return callOperatorsApi<Answer>(getOperatorsUrl(command), { method: 'GET', ...request });
}
