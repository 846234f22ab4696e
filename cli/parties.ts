import { Option, type Command } from 'commander';
import { addBlocks } from './operator-decisions';
import { parseInteger } from './parse-options';
import { runAt, withRemoteOption } from './remote';
import { print } from './with-store';

interface LimitOptions {
  perKey?: string;
  perToken?: string;
  standard?: true;
}

const MAX_RATE = 1_000_000;

/** Adds `party block|unblock`, and `party limit|limits`, which manage request limits that differ from the default. */
export function addPartyCommand(program: Command): void {
  const party = program.command('party').description('limits and blocks of a party');
  addBlocks(party, 'party');
  withRemoteOption(party.command('limit'))
    .description('set a party’s own limits; effective within seconds')
    .argument('<id>', 'the party')
    .option('--per-key <n>', 'requests per second and API process for each of its keys')
    .option('--per-token <n>', "the same for each of its payers' tokens")
    .addOption(new Option('--standard', 'restore the default limits').conflicts(['perKey', 'perToken']))
    .action(async (id: string, { perKey, perToken, standard }: LimitOptions, command: Command) => {
      if (!standard && !perKey && !perToken) throw new Error('give --per-key, --per-token or --standard');
      const body = {
        perKey: perKey === undefined ? undefined : parseInteger(perKey, { name: '--per-key', max: MAX_RATE }),
        perToken: perToken === undefined ? undefined : parseInteger(perToken, { name: '--per-token', max: MAX_RATE }),
      };
      print(await runAt(command, { method: 'PUT', path: `parties/${encodeURIComponent(id)}/request-limit`, body }));
    });
  withRemoteOption(party.command('limits'))
    .description('list parties with limits of their own')
    .action(async (_: object, command: Command) => {
      (await runAt<{ limits: object[] }>(command, { method: 'GET', path: 'request-limits' })).limits.forEach(print);
    });
}
